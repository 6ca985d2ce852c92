import { describe, expect, test } from 'vitest'
import type { AlbumAnswer } from '#api/admin/albums.ts'
import { albumZipTexts } from '#domain/texts/own-admin-words.ts'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'
import { zipContentText, zipStageText, zipStatusOf, zipStatusText } from '#web/admin/uploads/zip/zip-words.ts'

const createdAt = '2026-05-01T12:00:00Z'
const entry = (name: string, type: string) => ({ fileId: name, name, type, bytes: 3_000_000, createdAt })
const archive = { id: 'a', name: 'low_water.zip', bytes: 6_100_000, createdAt, isCurrent: true }
const album = (changes: Partial<AlbumAnswer> = {}): AlbumAnswer => ({
  entries: [entry('01_a.mp3', 'audio/mpeg'), entry('cover.jpg', 'image/jpeg')],
  state: 's',
  isRead: true,
  archive: null,
  ...changes,
})
const upload = (state: UploadView['state'], options: Partial<UploadView['options']>): UploadView => ({
  sessionId: 's',
  fileName: 'a.mp3',
  totalBytes: 1,
  sentBytes: 0,
  state,
  sentence: null,
  fileId: null,
  bytesPerSecond: null,
  secondsLeft: null,
  hasFailed: false,
  isRefused: false,
  options: { websiteId: 'w', productId: 'p', fileType: 'tracks', ...options },
})

const archiveAs = (state: UploadView['state']) => upload(state, { fileType: 'album', madeFrom: 's' })

test('counts the content of an archive', () => {
  expect(zipContentText(album().entries)).toBe('1 track and the cover, 6.0 MB')
  expect(zipContentText([entry('1', 'audio/wav'), entry('2', 'audio/mpeg')])).toBe('2 tracks, 6.0 MB')
})

test('has a text for each stage of an archive', () => {
  const zip = { productId: 'p', samples: [{ ms: 0, bytes: 1_000_000 }], totalBytes: 6_000_000, sentence: null }
  expect(zipStageText({ ...zip, stage: 'initializing' })).toBe('Preparing…')
  expect(zipStageText({ ...zip, stage: 'processing' })).toBe('1.0 MB of 6.0 MB')
  expect(zipStageText({ ...zip, stage: 'generating' })).toBe('Finishing…')
})

describe('an album', () => {
  test.each([
    [
      'without an archive can have one',
      album(),
      [],
      'none',
      'Everything in one download: 1 track and the cover, 6.0 MB.',
    ],
    [
      'whose tracks are not all there cannot',
      album(),
      [upload('failed', {})],
      'incomplete',
      'You can make it when all files in the list above are uploaded.',
    ],
    [
      'whose archive is on its way waits for it',
      album(),
      [archiveAs('uploading')],
      'sending',
      'The zip is ready and is being uploaded. See the list above.',
    ],
    [
      'whose archive is paused on its way says so',
      album(),
      [archiveAs('paused')],
      'paused',
      albumZipTexts.uploadPaused,
    ],
    ['whose archive did not arrive says so', album(), [archiveAs('failed')], 'unsent', albumZipTexts.notUploaded],
    [
      'whose archive waits to be taken up after a reload says so',
      album(),
      [archiveAs('needs-file')],
      'unsent',
      albumZipTexts.notUploaded,
    ],
    [
      'one of whose archives is on its way waits for it',
      album(),
      [archiveAs('failed'), archiveAs('waiting')],
      'sending',
      'The zip is ready and is being uploaded. See the list above.',
    ],
    [
      'with its archive has all it needs',
      album({ archive }),
      [upload('completed', {})],
      'current',
      'low_water.zip, 6.1 MB, contains 1 track and the cover.',
    ],
    [
      'that has changed says so',
      album({ archive: { ...archive, isCurrent: false } }),
      [],
      'outdated',
      'The files have changed since low_water.zip was made. Until you make it again, buyers download the files one by one.',
    ],
  ] as [string, AlbumAnswer, UploadView[], ReturnType<typeof zipStatusOf>, string][])(
    '%s',
    (_, given, uploads, status, words) => {
      expect(zipStatusOf(given, uploads)).toBe(status)
      expect(zipStatusText(status, given)).toBe(words)
    },
  )
})
