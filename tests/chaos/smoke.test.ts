import { expect, test } from 'vitest'
import { caseOutcomeText, casesOf, hasPassed, runCases } from '../../chaos/run-cases.ts'

/** The smallest run of `npm run chaos`; a failure prints its seed. */
test('the built server loses nothing and does nothing twice under faults', { timeout: 900_000 }, async () => {
  const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31))
  const { outcomes } = await runCases({ seed, root: process.cwd(), cases: casesOf('smoke') })
  const bad = outcomes.filter((outcome) => !hasPassed(outcome)).map(caseOutcomeText)
  expect(bad, `npm run chaos -- smoke --seed ${seed}`).toEqual([])
  expect(outcomes.length).toBeGreaterThanOrEqual(5)
})
