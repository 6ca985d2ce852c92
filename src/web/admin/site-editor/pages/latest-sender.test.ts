import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLatestSender } from '#web/admin/site-editor/pages/latest-sender.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pauseMs = 60

/** Each request takes this long. */
function sender(answerMs: number) {
  const sent: { value: string; at: number }[] = []
  const began = Date.now()
  const latest = createLatestSender<string>({
    pauseMs,
    send: async (value) => {
      sent.push({ value, at: Date.now() - began })
      await new Promise((resolve) => setTimeout(resolve, answerMs))
    },
  })
  return { ...latest, sent }
}

test('the preview is sent values while somebody types without a pause, and the last one in the end', async () => {
  const { push, sent } = sender(20)
  for (let at = 1; at <= 30; at++) {
    push('x'.repeat(at))
    await vi.advanceTimersByTimeAsync(30)
  }
  await vi.advanceTimersByTimeAsync(200)
  const waits = sent.map(({ at }, index) => at - (sent[index - 1]?.at ?? 0))
  expect(Math.max(...waits)).toBeLessThanOrEqual(pauseMs + 20 + 30)
  expect(sent.at(-1)!.value).toHaveLength(30)
})

test('the preview is sent one value at a time, without those that are outdated by then', async () => {
  const { push, sent } = sender(500)
  for (const value of ['a', 'ab', 'abc']) {
    push(value)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(sent.map(({ value }) => value)).toEqual(['a'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sent.map(({ value }) => value)).toEqual(['a', 'abc'])
})

test('the preview is sent the next value after a failure, and none once it is stopped', async () => {
  const send = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValue(undefined)
  const { push, stop } = createLatestSender<string>({ pauseMs, send })
  push('lost')
  await vi.advanceTimersByTimeAsync(pauseMs)
  push('sent')
  await vi.advanceTimersByTimeAsync(pauseMs)
  expect(send.mock.calls.map(([value]) => value)).toEqual(['lost', 'sent'])
  push('late')
  stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(send).toHaveBeenCalledTimes(2)
  expect(send.mock.calls[0]![1].aborted).toBe(true)
})
