import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { type BufferIterator, outflow, type SendResult, writerOf } from '#server/files/outflow.ts'

const length = 1_000_000
const pieceBytes = 1_000

/** A file of which each piece that was asked for is counted. */
function newFile() {
  let asked = 0
  let isClosed = false
  const pieces: BufferIterator = {
    next: async () => {
      if (asked * pieceBytes === length) return { done: true, value: undefined }
      return { done: false, value: Buffer.alloc(pieceBytes, ++asked) }
    },
    return: async () => {
      isClosed = true
      return { done: true, value: undefined }
    },
  }
  const { promise: sent, resolve } = Promise.withResolvers<SendResult>()
  const flow = outflow(pieces, length, async (each) => resolve(each))
  return { ...flow, sent, asked: () => asked, isClosed: () => isClosed }
}

/** Whoever reads here takes a piece when they are told to. */
function newReader() {
  const waiting: ((error?: Error | null) => void)[] = []
  const out = new Writable({
    write: (_, _encoding, taken) => void waiting.push(taken),
    destroy(error, done) {
      for (const taken of waiting.splice(0)) taken(new Error('gone'))
      done(error)
    },
  })
  out.on('error', () => {})
  const take = async () => {
    await expect.poll(() => waiting.length).toBe(1)
    waiting.shift()!()
  }
  return { out, take }
}

test('who stops reading from a socket has two pieces on the way, and no third is read', async () => {
  const { stream, asked, sent, isClosed } = newFile()
  const { out, take } = newReader()
  const writing = writerOf(stream)!(out)
  for (let taken = 0; taken < 5; taken++) await take()
  await expect.poll(asked).toBe(7)
  // Whatever could still happen by itself has happened after a turn of everything that waits.
  await new Promise(setImmediate)
  expect(asked()).toBe(7)
  out.destroy()
  expect(await sent).toEqual({ bytes: 5 * pieceBytes })
  expect(isClosed()).toBe(true)
  await writing
})

test('of a stream that nobody reads nothing is read from the file', async () => {
  const { stream, asked, sent } = newFile()
  await new Promise(setImmediate)
  expect(asked()).toBe(0)
  const reader = stream.getReader()
  for (let taken = 0; taken < 3; taken++) await reader.read()
  await new Promise(setImmediate)
  expect(asked()).toBe(3)
  await reader.cancel()
  expect(await sent).toEqual({ bytes: 3 * pieceBytes })
})
