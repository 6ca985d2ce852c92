import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sweepUploadsRegularly } from '#app/background-work.ts'

const minute = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startSweeping(sweep = vi.fn(async (_websiteId: string) => {}), works = true) {
  const log = { warn: vi.fn() }
  const sitesWithAbandoned = vi.fn(async () => ['one', 'two'])
  const { stop } = sweepUploadsRegularly({ works, sitesWithAbandoned, sweep, log })
  return { sweep, sitesWithAbandoned, log, stop }
}

test('sweeps abandoned uploads of every website every five minutes until it is stopped', async () => {
  const { sweep, log, stop } = startSweeping()
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

test('logs a website whose sweep fails and goes on with the others', async () => {
  const problem = new Error('the disk is away')
  const { sweep, log } = startSweeping(
    vi.fn(async (websiteId) => {
      if (websiteId === 'one') throw problem
    }),
  )
  await vi.advanceTimersByTimeAsync(5 * minute)
  expect(sweep.mock.calls).toEqual([['one'], ['two']])
  expect(log.warn.mock.calls).toEqual([[{ err: problem }, 'failed to sweep abandoned uploads']])
})

test('sweeps again after a failed attempt to reach the database', async () => {
  const { sweep, sitesWithAbandoned, log } = startSweeping()
  const problem = new Error('the database is away')
  sitesWithAbandoned.mockRejectedValueOnce(problem)
  await vi.advanceTimersByTimeAsync(5 * minute)
  expect(sweep).not.toHaveBeenCalled()
  expect(log.warn.mock.calls).toEqual([[{ err: problem }, 'failed to sweep abandoned uploads']])
  await vi.advanceTimersByTimeAsync(5 * minute)
  expect(sweep.mock.calls).toEqual([['one'], ['two']])
})

test('does not sweep in a process without a worker', async () => {
  const { sweep, stop } = startSweeping(undefined, false)
  await vi.advanceTimersByTimeAsync(60 * minute)
  expect(sweep).not.toHaveBeenCalled()
  stop()
})
