import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openFileReceiver, typeDetectionBytes } from '#server/files/file-receiver.ts'

/** The writer waits for it. */
const disk = vi.hoisted(() => ({ isReady: Promise.resolve() }))
vi.mock('#server/failpoints.ts', () => ({ failpoint: () => disk.isReady }))

async function newPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'incoming-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder, receiver: openFileReceiver(folder) }
}
const max = { bytes: 1000, reason: 'picture-too-large' } as const
const streamOf = (...pieces: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift()
      piece ? controller.enqueue(piece) : controller.close()
    },
  })
const megabyte = 1024 * 1024
const bytes = (size: number) => new Uint8Array(size).fill(7)

test('returns size, hash and first bytes of an incoming file', async () => {
  const { receiver } = await newPlace()
  const arrived = await receiver.receive({ stream: streamOf(bytes(400), bytes(600)), length: undefined }, max)
  const kept = await readFile(arrived.file)
  expect(kept).toHaveLength(1000)
  expect(arrived).toMatchObject({ bytes: 1000, sha256: createHash('sha256').update(kept).digest('hex') })
  expect(Buffer.from(arrived.head).equals(kept)).toBe(true)
})

test('stores large files in pieces of any size byte for byte, also concurrently', async () => {
  const { receiver } = await newPlace()
  const large = { ...max, bytes: 4 * megabyte }
  // At, before and after the edges of a write buffer, and pieces larger than one.
  const sizes = [[megabyte], [megabyte + 1], [65_536, 2 * megabyte, 7], [megabyte - 1, 1, 1], [3 * megabyte, megabyte]]
  await Promise.all(
    sizes.map(async (lengths) => {
      const pieces = lengths.map((length) => randomBytes(length))
      const whole = Buffer.concat(pieces)
      const { file, ...arrived } = await receiver.receive({ stream: streamOf(...pieces), length: undefined }, large)
      expect((await readFile(file)).equals(whole)).toBe(true)
      expect({ ...arrived, head: Buffer.from(arrived.head) }).toEqual({
        bytes: whole.length,
        sha256: createHash('sha256').update(whole).digest('hex'),
        head: whole.subarray(0, typeDetectionBytes),
      })
    }),
  )
})

test('does not corrupt pieces that arrive while the disk is busy', async () => {
  const { receiver } = await newPlace()
  const pieces = [randomBytes(megabyte), randomBytes(5_000)] as const
  const { promise, resolve } = Promise.withResolvers<void>()
  disk.isReady = promise
  async function* stream() {
    yield* pieces
    resolve()
  }
  const { file } = await receiver.receive({ stream: stream(), length: undefined }, { ...max, bytes: 2 * megabyte })
  expect((await readFile(file)).equals(Buffer.concat(pieces))).toBe(true)
})

test('deletes a large file that is too large or breaks off', async () => {
  const { receiver, folder } = await newPlace()
  const large = { ...max, bytes: 2 * megabyte }
  const pieces = [bytes(megabyte), bytes(megabyte), bytes(1)]
  const tooMuch = receiver.receive({ stream: streamOf(...pieces), length: undefined }, large)
  await expect(tooMuch).rejects.toMatchObject({ reason: 'picture-too-large' })
  async function* breaking() {
    yield bytes(megabyte)
    yield bytes(9)
    throw new Error('aborted')
  }
  await expect(receiver.receive({ stream: breaking(), length: undefined }, large)).rejects.toThrow('aborted')
  expect(await readdir(folder)).toEqual([])
})

test('rejects a declared length unread and never writes an undeclared excess', async () => {
  const { receiver, folder } = await newPlace()
  let pulled = 0
  const endless = new ReadableStream<Uint8Array>({
    async pull(controller) {
      pulled += 100
      controller.enqueue(bytes(100))
      // Never more on the disk than is allowed.
      for (const name of await readdir(folder)) expect((await stat(join(folder, name))).size).toBeLessThanOrEqual(1000)
    },
  })
  const refused = { reason: 'picture-too-large' }
  await expect(receiver.receive({ stream: endless, length: '1001' }, max)).rejects.toMatchObject(refused)
  expect(pulled).toBeLessThanOrEqual(100)
  await expect(receiver.receive({ stream: endless, length: '10' }, max)).rejects.toMatchObject(refused)
  expect(pulled).toBeLessThan(1500)
  expect(await readdir(folder)).toEqual([])
})

test('deletes an empty body and one that breaks off', async () => {
  const { receiver, folder } = await newPlace()
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('aborted')),
  })
  await expect(receiver.receive({ stream: broken, length: '5' }, max)).rejects.toMatchObject({ reason: 'malformed' })
  for (const stream of [null, streamOf()])
    await expect(receiver.receive({ stream, length: undefined }, max)).rejects.toMatchObject({ reason: 'file-empty' })
  expect(await readdir(folder)).toEqual([])
})

test('deletes leftovers of a crash after a day', async () => {
  const { receiver, folder } = await newPlace()
  await writeFile(join(folder, 'old'), 'x')
  await writeFile(join(folder, 'new'), 'x')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(join(folder, 'old'), yesterday, yesterday)
  await receiver.sweep(new Date())
  expect(await readdir(folder)).toEqual(['new'])
})

test('many slow uploads of one sender do not block other senders', async () => {
  const { receiver } = await newPlace()
  const over = Promise.withResolvers<void>()
  const slow = () =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        await over.promise
        controller.enqueue(bytes(1))
        controller.close()
      },
    })
  const send = (stream: ReadableStream<Uint8Array>, sender: string) =>
    receiver.receive({ stream, length: undefined }, max, sender)
  const waiting = Array.from({ length: 24 }, () => send(slow(), 'one'))
  await expect(send(streamOf(bytes(1)), 'one')).rejects.toMatchObject({ reason: 'unavailable' })
  expect(await send(streamOf(bytes(1)), 'other')).toMatchObject({ bytes: 1 })
  over.resolve()
  await Promise.all(waiting)
  expect(await send(streamOf(bytes(1)), 'one')).toMatchObject({ bytes: 1 })
})
