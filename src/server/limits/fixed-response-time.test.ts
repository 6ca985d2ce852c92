import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { withFixedResponseTime } from '#server/limits/fixed-response-time.ts'

/** A timer and a clock may each be up to a millisecond early. */
const early = 2

async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await ask().catch(() => {})
  return performance.now() - began + early
}

test('a request with a fixed response time is answered at the next full multiple of the interval', async () => {
  expect(await withFixedResponseTime(40, async () => 'done')).toBe('done')
  expect(await timeOf(() => withFixedResponseTime(40, async () => 'done'))).toBeGreaterThanOrEqual(40)
  expect(await timeOf(() => withFixedResponseTime(40, () => after(55)))).toBeGreaterThanOrEqual(80)
})

test('an answer that is due at the end of one interval does not wait for a second one', async () => {
  const shortest = async () => {
    const durations = Array.from({ length: 20 }, () => timeOf(() => withFixedResponseTime(400, () => after(300))))
    return Math.min(...(await Promise.all(durations)))
  }
  // A busy machine makes some later, and at times all of them.
  await expect.poll(shortest).toBeLessThan(650)
})

test('a request with a fixed response time fails at the time at which it would answer', async () => {
  const fails = async () => {
    throw new Error('no such address')
  }
  await expect(withFixedResponseTime(40, fails)).rejects.toThrow('no such address')
  expect(await timeOf(() => withFixedResponseTime(40, fails))).toBeGreaterThanOrEqual(40)
})
