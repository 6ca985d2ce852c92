import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { readStream } from '#server/files/read-stream.ts'

const listening = (stream: PassThrough) => ['data', 'error', 'close'].map((name) => stream.listenerCount(name))

test('a stream yields its waiting pieces one by one without loss', async () => {
  const stream = new PassThrough({ highWaterMark: 1_000 })
  for (let n = 0; n < 10; n++) stream.write(Buffer.of(n))
  stream.end()
  const pieces: number[][] = []
  for await (const piece of readStream(stream)) pieces.push([...piece])
  expect(pieces).toEqual(Array.from({ length: 10 }, (_, n) => [n]))
})

test('a stream applies backpressure for a slow reader', async () => {
  const stream = new PassThrough({ highWaterMark: 2 })
  const pieces = readStream(stream)
  const first = pieces.next()
  while (stream.write(Buffer.of(1))) await new Promise(setImmediate)
  expect((await first).value).toEqual(Buffer.of(1))
  expect(stream.writableNeedDrain).toBe(true)
})

test('reading a stream throws when it breaks off', async () => {
  const stream = new PassThrough()
  stream.write('x')
  const pieces = readStream(stream)
  await pieces.next()
  stream.destroy(new Error('aborted'))
  await expect(pieces.next()).rejects.toThrow('aborted')
})

test('a stream loses its listeners when the reader stops early', async () => {
  const stream = new PassThrough()
  const before = listening(stream)
  stream.write('x')
  for await (const _ of readStream(stream)) break
  expect(listening(stream)).toEqual(before)
  expect(stream.isPaused()).toBe(true)
})
