import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { readTags } from '#web/admin/uploads/tracks/read-tags.ts'

const MB = 1024 * 1024
afterEach(() => void vi.useRealTimers())

/** A file that starts with these bytes and is empty after them; it counts the bytes read. */
function fileWith(begin: Buffer, size: number) {
  const count = { read: 0 }
  const slice = (from: number, to: number) => ({
    arrayBuffer: async () => {
      count.read += to - from
      if (count.read > 64 * MB) throw new Error('far too much is read')
      const piece = new Uint8Array(to - from)
      piece.set(begin.subarray(from, to))
      return piece.buffer
    },
  })
  return { count, file: Object.defineProperties(new Blob(), { size: { value: size }, slice: { value: slice } }) }
}

test('the browser reads the tags of a 900 MB file from less than one megabyte of it', async () => {
  // No time limit, however slow the machine is.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const song = readFileSync('sites/musician/media/low-water.mp3')
  const { count, file } = fileWith(song, 900 * MB)
  expect(await readTags(file)).toMatchObject({ title: 'Low Water', trackNumber: 1, isReadable: true })
  expect(count.read).toBeLessThan(MB)
})

test('the browser does not read tags that claim a size of 200 MB', async () => {
  // Their size is in seven bits of each of the last four bytes.
  const header = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 100, 0, 0, 0])
  const { count, file } = fileWith(header, 900 * MB)
  expect(await readTags(file)).toMatchObject({ isReadable: false, title: null })
  expect(count.read).toBeLessThan(MB)
})
