import { expect, test } from 'vitest'
import { streamsOfRight } from '#domain/downloads/limits.ts'
import { newId } from '#server/db/id.ts'
import { takeTurn } from '#server/downloads/underway.ts'

/** One who sends until they are cut, and then is over once what they sent is counted. */
function newSender(right: string, { file = 'f', bytes = 10 } = {}) {
  const turn = takeTurn({ right, file, bytes })
  const isGoing = () => turn.began(() => setImmediate(() => turn.over()))
  return { turn, isGoing }
}

test('who comes last takes the place of who began first, once what that one sent is counted', async () => {
  const right = newId()
  const [first, second] = [newSender(right), newSender(right)]
  let isCounted = false
  first.turn.began(() =>
    setImmediate(() => {
      isCounted = true
      first.turn.over()
    }),
  )
  expect(await second.turn.makeRoom(10)).toBe(true)
  expect(isCounted).toBe(true)
  expect(await newSender(right, { file: 'another' }).turn.makeRoom(10)).toBe(false)
})

test('who has lost their place before they began does not begin', async () => {
  const right = newId()
  const [first, second] = [newSender(right), newSender(right)]
  const made = second.turn.makeRoom(10)
  expect(first.isGoing()).toBe(false)
  first.turn.over()
  expect([await made, second.isGoing()]).toEqual([true, true])
})

test('many who want the last of it at once end in one, and nobody waits for ever', async () => {
  const right = newId()
  const all = Array.from({ length: 100 }, () => newSender(right))
  const going = await Promise.all(
    all.map(async ({ turn, isGoing }) => {
      await turn.makeRoom(10)
      const isFirst = isGoing()
      if (!isFirst) turn.over()
      return isFirst
    }),
  )
  expect(going.at(-1)).toBe(true)
})

test('parts of one file share its room, and those of all files the places of the right', async () => {
  const right = newId()
  const parts = Array.from({ length: streamsOfRight }, (_, n) => newSender(right, { file: `f${n % 2}` }))
  for (const { turn, isGoing } of parts) expect([await turn.makeRoom(200), isGoing()]).toEqual([false, true])
  const next = newSender(right, { file: 'f9' })
  expect(await next.turn.makeRoom(200)).toBe(true)
  expect(parts.map(({ isGoing }) => isGoing())).toEqual([false, ...parts.slice(1).map(() => true)])
})
