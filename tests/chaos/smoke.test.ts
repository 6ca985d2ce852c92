import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defects, fileOf } from '../../chaos/defects.ts'
import { casesOf, isGood, playCases, sentence } from '../../chaos/play-cases.ts'
import { withDefect } from '../../chaos/try-defects.ts'

/** The smallest run of `npm run chaos`; which seed it had is said when it fails. */
test('the built server under faults loses nothing and does nothing twice', { timeout: 900_000 }, async () => {
  const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const { outcomes } = await playCases({ seed, root: process.cwd(), cases: casesOf('smoke') })
  const bad = outcomes.filter((outcome) => !isGood(outcome)).map(sentence)
  expect(bad, `npm run chaos -- smoke --seed ${seed}`).toEqual([])
  expect(outcomes.length).toBeGreaterThanOrEqual(5)
})

/** `npm run test:full` plants them; here only those are found that the program has grown away from. */
test.each(defects)('there is still a place for the mistake: $name', (defect) => {
  const sound = readFileSync(fileOf(defect), 'utf8')
  expect(withDefect(sound, defect)).not.toBe(sound)
})
