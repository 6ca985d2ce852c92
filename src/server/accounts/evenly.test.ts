import { setTimeout as after } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { evenly } from '#server/accounts/evenly.ts'

/** A timer may be up to a millisecond early. */
const early = 2

async function timeOf(asked: Promise<unknown>): Promise<number> {
  const began = performance.now()
  await asked.catch(() => {})
  return performance.now() - began + early
}

test('an answer waits for the next full beat, however short the work was', async () => {
  expect(await evenly(40, async () => 'done')).toBe('done')
  expect(await timeOf(evenly(40, async () => 'done'))).toBeGreaterThanOrEqual(40)
  expect(await timeOf(evenly(40, () => after(55)))).toBeGreaterThanOrEqual(80)
})

test('a failure waits for it too, and is still one', async () => {
  const fails = async () => {
    throw new Error('no such address')
  }
  await expect(evenly(40, fails)).rejects.toThrow('no such address')
  expect(await timeOf(evenly(40, fails))).toBeGreaterThanOrEqual(40)
})
