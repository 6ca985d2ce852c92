import { expect, test } from 'vitest'
import {
  addUploadedChunk,
  assertFileOfSession,
  assertFileSize,
  chunkBytesAt,
  createUploadSession,
  isFileOfSession,
  isSessionResumable,
  missingChunks,
  setSessionStatus,
  setUploadedChunks,
} from '#domain/uploads/session.ts'

const day = 24 * 3_600_000
const file = { name: 'Low Water.flac', type: 'audio/flac', size: 25, lastModified: 5_000 }
const options = { websiteId: 'w', productId: 'p', fileType: 'tracks' } as const
const session = createUploadSession({ sessionId: 's', file, chunkSize: 10, options, now: 1_000 })

test('an upload session starts active with the data of its file', () => {
  expect(session).toEqual({
    sessionId: 's',
    fileName: 'Low Water.flac',
    totalChunks: 3,
    chunkSize: 10,
    uploadedChunks: [],
    totalBytes: 25,
    uploadedBytes: 0,
    createdAt: 1_000,
    lastActivity: 1_000,
    fileMetadata: { type: 'audio/flac', size: 25, lastModified: 5_000 },
    uploadOptions: options,
    status: 'active',
  })
  const named = { ...options, targetFilename: '01 Low Water.flac' }
  expect(createUploadSession({ sessionId: 's', file, chunkSize: 10, options: named, now: 0 }).fileName).toBe(
    '01 Low Water.flac',
  )
})

test('counts each uploaded chunk once, in any order, with the size of the last chunk', () => {
  const two = addUploadedChunk(addUploadedChunk(addUploadedChunk(session, 2, 2_000), 0, 3_000), 2, 4_000)
  expect(two).toMatchObject({ uploadedChunks: [0, 2], uploadedBytes: 15, lastActivity: 4_000 })
  expect(missingChunks(two)).toEqual([1])
  expect(chunkBytesAt(session, 2)).toBe(5)
  expect(setUploadedChunks(two, [1, 9, -1], 5_000).uploadedChunks).toEqual([1])
})

test('accepts one gigabyte and rejects one byte more with the specified text', () => {
  const gigabyte = 1_073_741_824
  expect(() => assertFileSize(gigabyte)).not.toThrow()
  expect(() => assertFileSize(gigabyte + 1)).toThrow('File size (1025 MB) exceeds maximum allowed size (1GB)')
  expect(() => assertFileSize(0)).toThrow('This file is empty. Please choose another one.')
})

test('an active or failed session with a chunk can be resumed within a day', () => {
  const begun = addUploadedChunk(session, 0, 1_000)
  expect(isSessionResumable(begun, 1_000 + day)).toBe(true)
  expect(isSessionResumable(begun, 1_001 + day)).toBe(false)
  expect(isSessionResumable(setSessionStatus(begun, 'failed', 1_000), 2_000)).toBe(true)
  expect(isSessionResumable(setSessionStatus(begun, 'completed', 1_000), 2_000)).toBe(false)
  expect(isSessionResumable(session, 2_000)).toBe(false)
})

test.each([
  ['the same', {}, true],
  ['saved within the same second', { lastModified: 5_999 }, true],
  ['saved a second later', { lastModified: 6_000 }, false],
  ['of another size', { size: 26 }, false],
  ['of another name', { name: 'High Water.flac' }, false],
])('recognises the file of an upload session that is %s', (_, changes, isIt) =>
  expect(isFileOfSession(session, { ...file, ...changes })).toBe(isIt),
)

test('does not resume with a changed file', () => {
  const changed = 'File has changed since upload started'
  expect(() => assertFileOfSession(session, { ...file, lastModified: 4_001 })).not.toThrow()
  expect(() => assertFileOfSession(session, { ...file, size: 24 })).toThrow(changed)
  expect(() => assertFileOfSession(session, { ...file, lastModified: 4_000 })).toThrow(changed)
  expect(() => assertFileOfSession(session, { ...file, name: 'High Water.flac' })).toThrow(changed)
})

test('resumes a renamed upload by its given name, and no other file of the same size', () => {
  const named = { ...options, targetFilename: 'low_water.zip' }
  const archive = createUploadSession({ sessionId: 's', file, chunkSize: 10, options: named, now: 0 })
  expect(() => assertFileOfSession(archive, { ...file, name: 'p.zip' })).not.toThrow()
  expect(isFileOfSession(archive, file, named)).toBe(true)
  expect(isFileOfSession(archive, file, { ...options, targetFilename: 'high_water.zip' })).toBe(false)
  expect(isFileOfSession(archive, file, options)).toBe(false)
})
