import { expect, test } from 'vitest'
import { maxStreamsPerRight } from '#domain/downloads/limits.ts'
import { newId } from '#server/db/id.ts'
import { takeDownloadSlot } from '#server/downloads/stream-file.ts'

/** A stream that sends until it is aborted and ends once its bytes are counted. */
function newSender(right: string, { file = 'f', bytes = 10 } = {}) {
  const slot = takeDownloadSlot({ right, file, bytes })
  const isGoing = () => slot.onCut(() => setImmediate(() => slot.release()))
  return { slot, isGoing }
}

test('a new download replaces the oldest one once the bytes of that one are counted', async () => {
  const right = newId()
  const [first, second] = [newSender(right), newSender(right)]
  let isCounted = false
  first.slot.onCut(() =>
    setImmediate(() => {
      isCounted = true
      first.slot.release()
    }),
  )
  expect(await second.slot.makeRoom(10)).toBe(true)
  expect(isCounted).toBe(true)
  expect(await newSender(right, { file: 'another' }).slot.makeRoom(10)).toBe(false)
})

test('does not start a download that a newer one has replaced', async () => {
  const right = newId()
  const [first, second] = [newSender(right), newSender(right)]
  const made = second.slot.makeRoom(10)
  expect(first.isGoing()).toBe(false)
  first.slot.release()
  expect([await made, second.isGoing()]).toEqual([true, true])
})

test('of many requests for the last download one is served, and none waits forever', async () => {
  const right = newId()
  const all = Array.from({ length: 100 }, () => newSender(right))
  const going = await Promise.all(
    all.map(async ({ slot, isGoing }) => {
      await slot.makeRoom(10)
      const isFirst = isGoing()
      if (!isFirst) slot.release()
      return isFirst
    }),
  )
  expect(going.at(-1)).toBe(true)
})

test('ranges of one file share its allowance, and ranges of all files share the streams of the right', async () => {
  const right = newId()
  const parts = Array.from({ length: maxStreamsPerRight }, (_, n) => newSender(right, { file: `f${n % 2}` }))
  for (const { slot, isGoing } of parts) expect([await slot.makeRoom(200), isGoing()]).toEqual([false, true])
  const next = newSender(right, { file: 'f9' })
  expect(await next.slot.makeRoom(200)).toBe(true)
  expect(parts.map(({ isGoing }) => isGoing())).toEqual([false, ...parts.slice(1).map(() => true)])
})
