import { afterAll, vi } from 'vitest'

/** Files of tests follow each other in one process: none leaves the next its clock, its globals or its environment. */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
