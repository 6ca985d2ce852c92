import { expect, test } from 'vitest'
import {
  addChunkToLayout,
  ChunkFields,
  type ChunkLayout,
  isFileTooLarge,
  smallestFileSizeOf,
} from '#domain/uploads/chunk.ts'

const MB = 1024 * 1024
const three: ChunkLayout = { totalChunks: 3, chunkBytes: null, lastBytes: null }

test('all chunks but the last have the same size, whichever arrives first', () => {
  const first = addChunkToLayout(three, 1, 10)!
  expect(first).toEqual({ totalChunks: 3, chunkBytes: 10, lastBytes: null })
  expect(addChunkToLayout(first, 0, 10)).toEqual(first)
  expect(addChunkToLayout(first, 2, 4)).toEqual({ ...first, lastBytes: 4 })
  expect(addChunkToLayout(first, 2, 10)).toEqual({ ...first, lastBytes: 10 })
  expect(addChunkToLayout(addChunkToLayout(three, 2, 4)!, 0, 10)).toEqual({
    totalChunks: 3,
    chunkBytes: 10,
    lastBytes: 4,
  })
  expect(addChunkToLayout({ ...three, totalChunks: 1 }, 0, 7)).toEqual({
    totalChunks: 1,
    chunkBytes: null,
    lastBytes: 7,
  })
})

test.each([
  ['one of another size', { chunkBytes: 10 }, 0, 9],
  ['a last one that is larger', { chunkBytes: 10 }, 2, 11],
  ['one that is smaller than the last', { lastBytes: 10 }, 0, 9],
  ['another last one', { lastBytes: 4 }, 2, 5],
  ['one beyond the end', {}, 3, 10],
  ['one before the beginning', {}, -1, 10],
  ['an empty one', {}, 0, 0],
  ['one of more than 50 MB', {}, 0, 50 * MB + 1],
])('rejects a chunk: %s', (_, known, index, bytes) => {
  expect(addChunkToLayout({ ...three, ...known }, index, bytes)).toBeNull()
})

test('rejects a file that is too large with its first chunk', () => {
  const cut = { totalChunks: 103, chunkBytes: 10 * MB, lastBytes: null }
  expect(smallestFileSizeOf(cut)).toBe(1020 * MB + 1)
  expect(isFileTooLarge(smallestFileSizeOf({ ...cut, lastBytes: 4 * MB }))).toBe(false)
  expect(isFileTooLarge(smallestFileSizeOf({ ...cut, lastBytes: 4 * MB + 1 }))).toBe(true)
})

const fields = {
  sessionId: 'session-1',
  chunkIndex: '0',
  totalChunks: '3',
  fileName: 'a.mp3',
  fileType: 'tracks',
  websiteId: '0198c5b2-7a1e-7000-8000-000000000001',
  productId: '0198c5b2-7a1e-7000-8000-000000000002',
}

test('parses the fields of a chunk from strings', () => {
  const more = { productName: 'Low Water', artist: 'Marlow', trackTitle: 'Tide', trackNumber: '7', isAlbum: 'false' }
  expect(ChunkFields.parse({ ...fields, ...more })).toEqual({
    ...fields,
    ...more,
    chunkIndex: 0,
    totalChunks: 3,
    trackNumber: 7,
    isAlbum: false,
  })
})

test.each([
  { chunkIndex: '-1' },
  { chunkIndex: 'NaN' },
  { chunkIndex: '1e3' },
  { chunkIndex: '0x1' },
  { chunkIndex: '1.5' },
  { chunkIndex: '' },
  { totalChunks: '0' },
  { totalChunks: '1025' },
  { sessionId: '../../../etc' },
  { sessionId: 'x\0xxxxxxx' },
  { sessionId: 'x'.repeat(65) },
  { productId: 'x' },
  { fileType: 'programs' },
  { trackNumber: '0' },
  { isAlbum: 'yes' },
])('rejects the chunk fields %j', (wrong) => expect(ChunkFields.safeParse({ ...fields, ...wrong }).success).toBe(false))
