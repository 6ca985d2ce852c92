import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { headBytes, openIncoming } from '#server/files/incoming.ts'

/** Whoever writes waits for it. */
const disk = vi.hoisted(() => ({ isReady: Promise.resolve() }))
vi.mock('#server/failpoints.ts', () => ({ failpoint: () => disk.isReady }))

async function newPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'incoming-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { folder, incoming: openIncoming(folder) }
}
const most = { bytes: 1000, reason: 'picture-too-large' } as const
const streamOf = (...pieces: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift()
      piece ? controller.enqueue(piece) : controller.close()
    },
  })
const megabyte = 1024 * 1024
const bytes = (size: number) => new Uint8Array(size).fill(7)

test('what has arrived is there with its size, its hash and its beginning', async () => {
  const { incoming } = await newPlace()
  const arrived = await incoming.receive({ stream: streamOf(bytes(400), bytes(600)), length: undefined }, most)
  const kept = await readFile(arrived.file)
  expect(kept).toHaveLength(1000)
  expect(arrived).toMatchObject({ bytes: 1000, sha256: createHash('sha256').update(kept).digest('hex') })
  expect(Buffer.from(arrived.head).equals(kept)).toBe(true)
})

test('a large file in pieces of any size arrives byte for byte, also several at once', async () => {
  const { incoming } = await newPlace()
  const large = { ...most, bytes: 4 * megabyte }
  // Just at, before and behind the edges of what is written at once, and pieces that are larger than that.
  const sizes = [[megabyte], [megabyte + 1], [65_536, 2 * megabyte, 7], [megabyte - 1, 1, 1], [3 * megabyte, megabyte]]
  await Promise.all(
    sizes.map(async (lengths) => {
      const pieces = lengths.map((length) => randomBytes(length))
      const whole = Buffer.concat(pieces)
      const { file, ...arrived } = await incoming.receive({ stream: streamOf(...pieces), length: undefined }, large)
      expect((await readFile(file)).equals(whole)).toBe(true)
      expect({ ...arrived, head: Buffer.from(arrived.head) }).toEqual({
        bytes: whole.length,
        sha256: createHash('sha256').update(whole).digest('hex'),
        head: whole.subarray(0, headBytes),
      })
    }),
  )
})

test('what comes while the disk is still busy with what came before does not spoil it', async () => {
  const { incoming } = await newPlace()
  const pieces = [randomBytes(megabyte), randomBytes(5_000)] as const
  const { promise, resolve } = Promise.withResolvers<void>()
  disk.isReady = promise
  async function* stream() {
    yield* pieces
    resolve()
  }
  const { file } = await incoming.receive({ stream: stream(), length: undefined }, { ...most, bytes: 2 * megabyte })
  expect((await readFile(file)).equals(Buffer.concat(pieces))).toBe(true)
})

test('a large file of more than is allowed, and one that breaks off, leave nothing behind', async () => {
  const { incoming, folder } = await newPlace()
  const large = { ...most, bytes: 2 * megabyte }
  const pieces = [bytes(megabyte), bytes(megabyte), bytes(1)]
  const tooMuch = incoming.receive({ stream: streamOf(...pieces), length: undefined }, large)
  await expect(tooMuch).rejects.toMatchObject({ reason: 'picture-too-large' })
  async function* breaking() {
    yield bytes(megabyte)
    yield bytes(9)
    throw new Error('aborted')
  }
  await expect(incoming.receive({ stream: breaking(), length: undefined }, large)).rejects.toThrow('aborted')
  expect(await readdir(folder)).toEqual([])
})

test('more than is allowed is refused unread when it says so, and never written when it lies', async () => {
  const { incoming, folder } = await newPlace()
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
  await expect(incoming.receive({ stream: endless, length: '1001' }, most)).rejects.toMatchObject(refused)
  expect(pulled).toBeLessThanOrEqual(100)
  await expect(incoming.receive({ stream: endless, length: '10' }, most)).rejects.toMatchObject(refused)
  expect(pulled).toBeLessThan(1500)
  expect(await readdir(folder)).toEqual([])
})

test('nothing, and what breaks off, leaves nothing behind', async () => {
  const { incoming, folder } = await newPlace()
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('aborted')),
  })
  await expect(incoming.receive({ stream: broken, length: '5' }, most)).rejects.toMatchObject({ reason: 'malformed' })
  for (const stream of [null, streamOf()])
    await expect(incoming.receive({ stream, length: undefined }, most)).rejects.toMatchObject({ reason: 'file-empty' })
  expect(await readdir(folder)).toEqual([])
})

test('what a crash left is removed after a day', async () => {
  const { incoming, folder } = await newPlace()
  await writeFile(join(folder, 'old'), 'x')
  await writeFile(join(folder, 'new'), 'x')
  const yesterday = new Date(Date.now() - 25 * 3_600_000)
  await utimes(join(folder, 'old'), yesterday, yesterday)
  await incoming.sweep(new Date())
  expect(await readdir(folder)).toEqual(['new'])
})

test('one who sends much at once, and slowly, keeps nobody else from sending', async () => {
  const { incoming } = await newPlace()
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
    incoming.receive({ stream, length: undefined }, most, sender)
  const waiting = Array.from({ length: 24 }, () => send(slow(), 'one'))
  await expect(send(streamOf(bytes(1)), 'one')).rejects.toMatchObject({ reason: 'unavailable' })
  expect(await send(streamOf(bytes(1)), 'other')).toMatchObject({ bytes: 1 })
  over.resolve()
  await Promise.all(waiting)
  expect(await send(streamOf(bytes(1)), 'one')).toMatchObject({ bytes: 1 })
})
