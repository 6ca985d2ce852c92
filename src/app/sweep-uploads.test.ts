import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sweepUploadsRegularly } from '#app/sweep-uploads.ts'

const minute = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function createServices(sweep = vi.fn(async (_websiteId: string) => {}), works = true) {
  const log = { warn: vi.fn() }
  const { stop } = sweepUploadsRegularly({ works, websiteIds: ['one', 'two'], sweep, log })
  return { sweep, log, stop }
}

test('abandoned uploads of every website are cleared away every five minutes, until the house is closed', async () => {
  const { sweep, log, stop } = createServices()
  await vi.advanceTimersByTimeAsync(5 * minute - 1)
  expect(sweep).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(sweep.mock.calls).toEqual([['one'], ['two']])
  await vi.advanceTimersByTimeAsync(5 * minute)
  expect(sweep).toHaveBeenCalledTimes(4)
  stop()
  await vi.advanceTimersByTimeAsync(60 * minute)
  expect(sweep).toHaveBeenCalledTimes(4)
  expect(log.warn).not.toHaveBeenCalled()
})

test('a website whose uploads cannot be cleared away is reported, and the others have their turn', async () => {
  const problem = new Error('the disk is away')
  const { sweep, log } = createServices(
    vi.fn(async (websiteId) => {
      if (websiteId === 'one') throw problem
    }),
  )
  await vi.advanceTimersByTimeAsync(5 * minute)
  expect(sweep.mock.calls).toEqual([['one'], ['two']])
  expect(log.warn.mock.calls).toEqual([[{ err: problem }, 'abandoned uploads were not cleared away']])
})

test('a process that only serves pages clears nothing away', async () => {
  const { sweep, stop } = createServices(undefined, false)
  await vi.advanceTimersByTimeAsync(60 * minute)
  expect(sweep).not.toHaveBeenCalled()
  stop()
})
