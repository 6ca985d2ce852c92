import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { type BufferIterator, createSendStream, type SendResult, socketWriterOf } from '#server/files/send-stream.ts'

const length = 1_000_000
const pieceBytes = 1_000

/** A file that counts how many pieces are read. */
function newFile() {
  let readCount = 0
  let isClosed = false
  const pieces: BufferIterator = {
    next: async () => {
      if (readCount * pieceBytes === length) return { done: true, value: undefined }
      return { done: false, value: Buffer.alloc(pieceBytes, ++readCount) }
    },
    return: async () => {
      isClosed = true
      return { done: true, value: undefined }
    },
  }
  const { promise: sent, resolve } = Promise.withResolvers<SendResult>()
  const flow = createSendStream(pieces, length, async (each) => resolve(each))
  return { ...flow, sent, readCount: () => readCount, isClosed: () => isClosed }
}

/** A reader that takes one piece per call. */
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

test('reads at most two pieces ahead of a socket that stops reading', async () => {
  const { stream, readCount, sent, isClosed } = newFile()
  const { out, take } = newReader()
  const writing = socketWriterOf(stream)!(out)
  for (let taken = 0; taken < 5; taken++) await take()
  await expect.poll(readCount).toBe(7)
  // Lets all pending work finish.
  await new Promise(setImmediate)
  expect(readCount()).toBe(7)
  out.destroy()
  expect(await sent).toEqual({ bytes: 5 * pieceBytes })
  expect(isClosed()).toBe(true)
  await writing
})

test('reads nothing from the file for an unread stream', async () => {
  const { stream, readCount, sent } = newFile()
  await new Promise(setImmediate)
  expect(readCount()).toBe(0)
  const reader = stream.getReader()
  for (let taken = 0; taken < 3; taken++) await reader.read()
  await new Promise(setImmediate)
  expect(readCount()).toBe(3)
  await reader.cancel()
  expect(await sent).toEqual({ bytes: 3 * pieceBytes })
})
