import { expect, test } from 'vitest'
import type { BrowserEvent } from '#domain/downloads/events.ts'
import { createEventBuffer } from '#web/site/downloads/engine/event-buffer.ts'

const paused = { fileId: 'f', type: 'paused' } as const

function newBuffer(answers: boolean[] = []) {
  const sent: BrowserEvent[][] = []
  const last: BrowserEvent[][] = []
  const plans: { ms: number; work: () => void }[] = []
  let id = 0
  const buffer = createEventBuffer({
    send: async (events) => {
      sent.push([...events])
      return answers.shift() ?? true
    },
    sendLast: (events) => last.push([...events]),
    after: (ms, work) => plans.push({ ms, work }),
    newId: () => `e${++id}`,
  })
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const next = async () => {
    const { ms, work } = plans.shift()!
    work()
    await settle()
    return ms
  }
  return { buffer, sent, last, plans, next, settle }
}

test('download events of five seconds are sent together, once', async () => {
  const { buffer, sent, plans, next } = newBuffer()
  buffer.add(paused)
  buffer.add({ ...paused, type: 'resumed' })
  expect(sent).toEqual([])
  expect(await next()).toBe(5_000)
  expect(sent.map((events) => events.map(({ id }) => id))).toEqual([['e1', 'e2']])
  expect(plans).toEqual([])
})

test('fifty download events are sent at once, without waiting', async () => {
  const { buffer, sent, settle } = newBuffer()
  for (let count = 0; count < 50; count++) buffer.add(paused)
  await settle()
  expect(sent.map(({ length }) => length)).toEqual([50])
})

test('download events are sent again three times with doubled pauses, then dropped', async () => {
  const { buffer, sent, plans, next } = newBuffer([false, false, false, false])
  buffer.add(paused)
  expect([await next(), await next(), await next(), await next()]).toEqual([5_000, 1_000, 2_000, 4_000])
  expect(sent.map((events) => events[0]!.id)).toEqual(['e1', 'e1', 'e1', 'e1'])
  expect(plans).toEqual([])
  buffer.add(paused)
  expect(await next()).toBe(5_000)
  expect(sent.at(-1)![0]!.id).toBe('e2')
})

test('sends later download events in their own batch with their own retries', async () => {
  const { buffer, sent, plans, next } = newBuffer([false, false, false, false, false])
  const ids = () => sent.map((events) => events.map(({ id }) => id).join())
  buffer.add(paused)
  expect([await next(), await next(), await next()]).toEqual([5_000, 1_000, 2_000])
  buffer.add(paused)
  expect(await next()).toBe(4_000)
  expect(ids()).toEqual(['e1', 'e1', 'e1', 'e1'])
  expect([await next(), await next()]).toEqual([5_000, 1_000])
  expect(ids().slice(4)).toEqual(['e2', 'e2'])
  expect(plans).toEqual([])
})

test('download events are buffered during a request, and fifty of them are sent right after it', async () => {
  const { buffer, sent, plans, next, settle } = newBuffer([false])
  for (let count = 0; count < 101; count++) buffer.add(paused)
  await settle()
  // The timer of the first batch is void.
  expect([plans.length, await next()]).toEqual([2, 5_000])
  expect(sent.map(({ length }) => length)).toEqual([50])
  expect(await next()).toBe(1_000)
  expect(sent.map((events) => [events.length, events[0]!.id])).toEqual([
    [50, 'e1'],
    [50, 'e1'],
    [50, 'e51'],
  ])
  expect(await next()).toBe(5_000)
  expect(sent.at(-1)!.map(({ id }) => id)).toEqual(['e101'])
})

test('a page that closes between two tries sends the failed download events too', async () => {
  const { buffer, sent, last, next } = newBuffer([false])
  buffer.add(paused)
  await next()
  buffer.add(paused)
  buffer.leave()
  expect(last.map((events) => events.map(({ id }) => id))).toEqual([['e1', 'e2']])
  await next()
  expect(sent).toHaveLength(1)
})

test('a page that closes sends the remaining download events', async () => {
  const { buffer, last, sent, next } = newBuffer()
  for (let count = 0; count < 3; count++) buffer.add(paused)
  buffer.leave()
  expect(last.map(({ length }) => length)).toEqual([3])
  buffer.leave()
  await next()
  expect([last.length, sent.length]).toEqual([1, 0])
})
