import { randomBytes } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { ourZipTexts } from '#domain/texts/our-zip-words.ts'
import type { ZipPart } from '#web/admin/uploads/zip/types.ts'
import { writeZip } from '#web/admin/uploads/zip/write-zip.ts'

const bytes = randomBytes(3 * 1024 * 1024)
const part: ZipPart = {
  ...{ name: '01_tide.mp3', type: 'audio/mpeg', bytes: bytes.length, modified: 0, path: '/files/1' },
  file: new File([bytes], 'Tide.mp3'),
}
const how = { onProgress: () => {}, signal: new AbortController().signal }

/** A worker whose storage takes so many bytes, and then does what Chromium does: it says anything. */
function storageOf(room: number, { isLying = false } = {}) {
  const held = Buffer.alloc(room)
  const seen = { size: 0, isClosed: false, held }
  const access = {
    ...{ flush: () => {}, truncate: () => {}, getSize: () => seen.size },
    write: (piece: Uint8Array, { at }: { at: number }) => {
      const fits = Buffer.from(piece).copy(held, Math.min(at, room))
      seen.size = Math.min(room, at + piece.length)
      return fits === piece.length || isLying ? piece.length : 4_294_967_295
    },
    close: () => {
      seen.isClosed = true
    },
  }
  const handle = {
    createSyncAccessHandle: async () => access,
    getFile: async () => new File([held.subarray(0, seen.size)], 'a.zip'),
  }
  const folder = { getDirectoryHandle: async () => ({ getFileHandle: async () => handle }) }
  vi.stubGlobal('navigator', { ...navigator, storage: { getDirectory: async () => folder } })
  return seen
}
afterEach(() => void vi.unstubAllGlobals())

test('an archive is written where there is room for it', async () => {
  const seen = storageOf(4 * 1024 * 1024)
  const file = await writeZip({ keptAs: 'p.zip', parts: [part] }, how)
  expect(Buffer.from(await file.slice(0, 4).arrayBuffer()).toString()).toBe('PK\x03\x04')
  expect(file.size).toBeGreaterThan(bytes.length)
  expect(seen.isClosed).toBe(true)
})

test.each([
  ['says so', {}],
  ['keeps it to itself', { isLying: true }],
])('a disk that gets full while it is written and %s ends it, and its owner hears why', async (_, lying) => {
  const seen = storageOf(2 * 1024 * 1024, lying)
  await expect(writeZip({ keptAs: 'p.zip', parts: [part] }, how)).rejects.toMatchObject({
    ...{ message: ourZipTexts.storageFull, fault: 'final' },
  })
  expect(seen.isClosed).toBe(true)
})
