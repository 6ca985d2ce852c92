import { expect, test } from 'vitest'
import { type DownloadSession, downloadChunks, isSessionOfFileVersion } from '#domain/downloads/session.ts'

const KB = 1024
const day = 86_400_000

test('the chunks of a download cover the file without gaps up to its last byte', () => {
  expect(downloadChunks({ bytes: 600 * KB })).toEqual([
    { from: 0, to: 256 * KB - 1 },
    { from: 256 * KB, to: 512 * KB - 1 },
    { from: 512 * KB, to: 600 * KB - 1 },
  ])
  expect(downloadChunks({ bytes: 1 })).toEqual([{ from: 0, to: 0 }])
  expect(downloadChunks({ bytes: 1024 * 1024 * KB })).toHaveLength(256)
})

test('a stored download is valid for seven days and for the same file only', () => {
  const session: DownloadSession = {
    key: 'x',
    etag: '"a"',
    bytes: 10,
    state: 'paused',
    receivingMs: 0,
    savedAt: 100 * day,
  }
  const file = { bytes: 10, etag: '"a"' }
  expect(isSessionOfFileVersion(session, file, 107 * day - 1)).toBe(true)
  expect(isSessionOfFileVersion(session, file, 107 * day)).toBe(false)
  expect(isSessionOfFileVersion(session, file, 100 * day - 3_600_000)).toBe(true)
  expect(isSessionOfFileVersion(session, file, 93 * day)).toBe(false)
  expect(isSessionOfFileVersion(session, { ...file, etag: '"b"' }, 100 * day)).toBe(false)
  expect(isSessionOfFileVersion(session, { ...file, bytes: 11 }, 100 * day)).toBe(false)
})
