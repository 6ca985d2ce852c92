import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recordedTimes } from '#tests/timing.ts'

/** Files that choose others by path. A path that no longer matches would leave a test or a text out without a word. */
const withPatterns = ['vitest.config.ts', 'vitest.full.config.ts', 'tests/plain-words.test.ts']

/** The pattern once for each choice of each `{a,b}`, the other choices as they are. */
function variantsOf(pattern: string): string[] {
  const choices = [...pattern.matchAll(/\{([^}]+)\}/g)].flatMap(({ 0: braces, 1: inside, index }) =>
    inside!.split(',').map((each) => pattern.slice(0, index) + each + pattern.slice(index + braces.length)),
  )
  return choices.length ? choices : [pattern]
}

const matchesNothing = (pattern: string) => globSync(pattern).length === 0
const patternsIn = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/'((?:\.\/)?(?:src|sites|tests)\/[^'\n]+)'/g)].map(([, pattern]) => pattern!)

test.each(withPatterns)('every path pattern in %s matches a file, with each of its choices', (file) => {
  const patterns = patternsIn(file)
  expect(patterns.length).toBeGreaterThan(4)
  expect(patterns.flatMap(variantsOf).filter(matchesNothing)).toEqual([])
})

test('every file with a recorded time exists', () => {
  expect(Object.keys(recordedTimes.fileSeconds).filter(matchesNothing)).toEqual([])
})

test('the pattern check fails for one stale choice of several', () => {
  const pattern = 'tests/{layers,never}.test.ts'
  expect(variantsOf(pattern).filter(matchesNothing)).toEqual(['tests/never.test.ts'])
})
