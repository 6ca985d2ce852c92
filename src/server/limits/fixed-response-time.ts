import { setTimeout as wait } from 'node:timers/promises'

/**
 * Succeeds or fails only at the next full multiple of `ms` after the call, so that the response time does not reveal what
 * the work has found.
 */
export async function withFixedResponseTime<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    await wait(ms - ((performance.now() - startedAt) % ms))
  }
}
