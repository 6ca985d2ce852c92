import { test } from 'vitest'

/**
 * A test that only `npm run test:full` runs, which sets LONG_RUNS: a variant of what another test checks on its main path,
 * or a long run.
 */
export const longTest = test.runIf(process.env.LONG_RUNS === 'on')
