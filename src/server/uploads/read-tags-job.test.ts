import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import type { ObjectStore } from '#server/files/object-store.ts'
import { readTagsOfStoredFile } from '#server/uploads/read-tags-job.ts'

/** The server process must not parse a recording: only the child process may. */
const inTheServer = vi.hoisted(() => {
  const readers: string[] = []
  const noted = (name: string) => () => {
    readers.push(name)
    throw new Error(`${name} reads in the server's own process.`)
  }
  return { readers, noted }
})
vi.mock('music-metadata', () => ({ parseBlob: inTheServer.noted('music-metadata') }))
vi.mock('mediabunny', inTheServer.noted('mediabunny'))

const MB = 1024 * 1024
const song = readFileSync(new URL('../../../sites/musician/media/low-water.mp3', import.meta.url))
const chunkBytes = 10 * MB

/** A store with one file that starts with these bytes and is empty after them; it counts the bytes read. */
function storeWith(begin: Buffer, bytes: number) {
  const count = { read: 0 }
  const chunks = Array.from({ length: Math.ceil(bytes / chunkBytes) }, (_, at) => `hash-${at}`)
  const get: ObjectStore['get'] = async (key, range) => {
    const start = Number(/\/(\d+)-hash/.exec(key)![1]) * chunkBytes
    const { from, to } = range!
    count.read += to - from + 1
    const piece = Buffer.alloc(to - from + 1)
    begin.subarray(start + from, start + to + 1).copy(piece)
    return Readable.from([piece])
  }
  // Nothing else of a store is needed to read.
  const store = { get } as Partial<ObjectStore> as ObjectStore
  return { store, count, file: { websiteId: 'w', uploadId: 'u', chunkBytes, bytes, chunks } }
}
const never = new AbortController().signal

test('the server reads the tags of a 900 MB file from less than one megabyte of it', async () => {
  const { store, count, file } = storeWith(song, 900 * MB)
  expect(await readTagsOfStoredFile(store, file, never)).toMatchObject({
    title: 'Low Water',
    trackNumber: 1,
    isReadable: true,
  })
  expect(count.read).toBeLessThan(MB)
})

test('gives up on tags that are too large', async () => {
  const header = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0x20, 0, 0, 0])
  const { store, count, file } = storeWith(header, 200 * MB)
  expect(await readTagsOfStoredFile(store, file, never)).toMatchObject({ isReadable: false, title: null })
  expect(count.read).toBeLessThan(33 * MB)
})

test('scans a recording that does not declare its duration', async () => {
  // Silent frames, alternating 64 and 128 kbit/s: their number cannot be computed from the file size.
  const frame = (bits: number, bytes: number) =>
    Buffer.concat([Buffer.from([0xff, 0xfb, bits, 0xc4]), Buffer.alloc(bytes - 4)])
  const pair = [frame(0x50, 208), frame(0x90, 417)]
  const frames = Buffer.concat(Array.from({ length: 1_000 }, () => pair).flat())
  const { store, file } = storeWith(frames, frames.length)
  const { duration, isReadable } = await readTagsOfStoredFile(store, file, never)
  expect([isReadable, Math.round(duration! * 10)]).toEqual([true, 522])
})

test('a malicious recording does not harm the server', async () => {
  const { store, file } = storeWith(song, song.length)
  inTheServer.readers.length = 0
  expect(await readTagsOfStoredFile(store, file, never)).toMatchObject({ title: 'Low Water', isReadable: true })
  expect(inTheServer.readers).toEqual([])
})

test('retries when bytes cannot be read at the moment', async () => {
  const { file } = storeWith(song, song.length)
  const away = { get: () => Promise.reject(new Error('the disk is away')) } as Partial<ObjectStore> as ObjectStore
  await expect(readTagsOfStoredFile(away, file, never)).rejects.toThrow('the disk is away')
})

test('stores nothing when it is stopped, so that it is retried', async () => {
  const { store, file } = storeWith(song, song.length)
  await expect(readTagsOfStoredFile(store, file, AbortSignal.abort(new Error('the process ends')))).rejects.toThrow(
    'ends',
  )
})
