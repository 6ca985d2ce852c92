import { test } from 'vitest'

/** In `npm run test:full`, which sets LONG_RUNS. */
export const isLongRun = process.env.LONG_RUNS === 'on'

/**
 * A test that only `npm run test:full` runs, which sets LONG_RUNS: a variant of what another test checks on its main path,
 * or a long run.
 */
export const longTest = test.runIf(isLongRun)

/** The first `count` cases in `npm test`, all of them in `npm run test:full`: for `test.each` and `describe.each`. */
export const firstCases = <T>(count: number, cases: T[]): T[] => (isLongRun ? cases : cases.slice(0, count))
