import { afterAll, vi } from 'vitest'

/** Test files share a process: none may leave its clock, globals or environment to the next. */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
