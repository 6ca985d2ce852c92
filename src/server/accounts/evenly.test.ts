import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { evenly } from '#server/accounts/evenly.ts'

/** A timer and a clock may each be up to a millisecond early. */
const early = 2

async function timeOf(ask: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await ask().catch(() => {})
  return performance.now() - began + early
}

test('an answer waits for the next full beat, however short the work was', async () => {
  expect(await evenly(40, async () => 'done')).toBe('done')
  expect(await timeOf(() => evenly(40, async () => 'done'))).toBeGreaterThanOrEqual(40)
  expect(await timeOf(() => evenly(40, () => after(55)))).toBeGreaterThanOrEqual(80)
})

test('it waits for that beat, not for a beat more', async () => {
  const shortest = async () => {
    const asked = Array.from({ length: 20 }, () => timeOf(() => evenly(400, () => after(300))))
    return Math.min(...(await Promise.all(asked)))
  }
  // A busy machine makes some later, and at times all of them.
  await expect.poll(shortest).toBeLessThan(650)
})

test('a failure waits for it too, and is still one', async () => {
  const fails = async () => {
    throw new Error('no such address')
  }
  await expect(evenly(40, fails)).rejects.toThrow('no such address')
  expect(await timeOf(() => evenly(40, fails))).toBeGreaterThanOrEqual(40)
})
