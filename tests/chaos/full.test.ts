import { expect, test } from 'vitest'
import { defects } from '../../chaos/defects.ts'
import { caseOutcomeText, casesOf, hasPassed, runCases } from '../../chaos/run-cases.ts'
import { tryDefects } from '../../chaos/try-defects.ts'

/** For `npm run test:full`: it takes a quarter of an hour. */
test('the built server passes every fault case', { timeout: 1_800_000 }, async () => {
  const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const { outcomes } = await runCases({ seed, root: process.cwd(), cases: casesOf('full'), log: console.log })
  const bad = outcomes.filter((outcome) => !hasPassed(outcome)).map(caseOutcomeText)
  expect(bad, `npm run chaos -- full --seed ${seed}`).toEqual([])
})

test('the chaos checks notice every planted defect', { timeout: 1_800_000 }, async () => {
  const tried = await tryDefects(process.cwd(), defects, { seed: 11, log: console.log })
  expect(tried.filter(({ isCaught }) => !isCaught)).toEqual([])
  expect(tried.length).toBeGreaterThanOrEqual(15)
})
