import { describe, expect, test } from 'vitest'
import { fileUploadTexts } from '#domain/texts/own-admin-words.ts'
import { uploadTexts } from '#domain/texts/uploads.ts'
import { fileSizeText } from '#domain/ui/transfer-speed.ts'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'
import { uploadCountText, uploadStateText, uploadsToast, uploadTotalText } from '#web/admin/uploads/upload-texts.ts'

const upload = (changes: Partial<UploadView>): UploadView => ({
  sessionId: 's',
  fileName: 'a.mp3',
  totalBytes: 100_000_000,
  sentBytes: 0,
  state: 'waiting',
  sentence: null,
  bytesPerSecond: null,
  secondsLeft: null,
  fileId: null,
  hasFailed: changes.state === 'failed',
  isRefused: false,
  options: { websiteId: 'w', productId: 'p', fileType: 'tracks' },
  ...changes,
})
const sending = upload({ state: 'uploading', sentBytes: 40_000_000, bytesPerSecond: 2_000_000, secondsLeft: 30 })

test('the upload toast sums up files, bytes, speed and time', () => {
  const all = [sending, upload({ state: 'completed', sentBytes: 100_000_000 }), upload({ state: 'failed' })]
  expect(uploadCountText(all)).toBe('1 of 3 uploaded, 1 failed')
  expect(uploadCountText([upload({ state: 'needs-file', hasFailed: true })])).toBe('0 of 1 uploaded, 1 failed')
  expect(uploadTotalText([upload({ totalBytes: 17_040 })])).toBe('0 of 17 KB')
  expect(uploadTotalText(all)).toBe('140.0 MB of 300.0 MB, 2.0 MB a second, 30 seconds left')
  expect(uploadTotalText([upload({ state: 'paused', sentBytes: 5_000_000 })])).toBe('5.0 MB of 100.0 MB')
})

test.each([
  [1, '1 KB'],
  [20_400, '20 KB'],
  [100_000, '0.1 MB'],
  [12_600_000, '12.6 MB'],
])('formats %i bytes as %s', (bytes, words) => expect(fileSizeText(bytes)).toBe(words))

test.each([
  [upload({}), 'waiting'],
  [sending, '40.0 MB of 100.0 MB, 2.0 MB a second, 30 seconds left'],
  [upload({ state: 'uploading', sentBytes: 100_000_000 }), 'being checked…'],
  [upload({ state: 'paused', sentBytes: 1_000_000 }), '1.0 MB of 100.0 MB'],
  [upload({ state: 'failed', sentBytes: 1_000_000 }), 'failed at 1.0 MB of 100.0 MB'],
  [upload({ state: 'needs-file', totalBytes: 17_040, sentBytes: 5_000 }), '5 of 17 KB'],
  [upload({ state: 'completed' }), '100.0 MB, uploaded'],
])('the state of an upload is described in words: case %#', (view, words) => expect(uploadStateText(view)).toBe(words))

const uploadIn = (state: UploadView['state'], sentence: string | null = null, productId = 'p'): UploadView => ({
  sessionId: 's',
  fileName: 'a.mp3',
  totalBytes: 9,
  sentBytes: 0,
  state,
  sentence,
  fileId: null,
  bytesPerSecond: null,
  secondsLeft: null,
  hasFailed: state === 'failed',
  isRefused: false,
  options: { websiteId: 'w', productId, fileType: 'tracks' },
})
const paused = (reason: string) => uploadIn('paused', uploadTexts.paused({ reason }))
const slow = paused(fileUploadTexts.connectionTooSlow)
const signedOut = paused(fileUploadTexts.signedOut)
const offline = paused(fileUploadTexts.networkDisconnected)
const byHand = paused(uploadTexts.manuallyPaused)
const [done, failed] = [uploadIn('completed'), uploadIn('failed')]

describe('a toast on another screen says', () => {
  test.each([
    ['that all is there', [done, done], 'success', 'All files are uploaded.'],
    ['that one failed', [done, failed], 'error', 'One file was not uploaded.'],
    ['how many failed', [failed, failed, byHand], 'error', '2 files were not uploaded.'],
    [
      'that one has stopped and why',
      [slow, done],
      'error',
      'One file has stopped. Upload paused: Connection too slow.',
    ],
    [
      'what failed and what has stopped',
      [signedOut, failed, signedOut, byHand],
      'error',
      'One file was not uploaded. 2 files have stopped. Upload paused: Signed out.',
    ],
    [
      'every reason',
      [slow, signedOut],
      'error',
      'One file has stopped. Upload paused: Connection too slow. One file has stopped. Upload paused: Signed out.',
    ],
    [
      'that nothing is to be done',
      [offline, done],
      'info',
      'The connection was lost. Uploads continue when it is back.',
    ],
  ] as [string, UploadView[], string, string][])('%s', (_, uploads, kind, text) =>
    expect(uploadsToast(uploads, '/admin/orders')).toEqual({ kind, text }),
  )

  test('nothing about uploads that the owner has paused', () => {
    expect(uploadsToast([byHand, done], '/admin/orders')).toBeNull()
    expect(uploadsToast([uploadIn('needs-file'), done], '/admin/orders')).toBeNull()
  })
})

test('there is no upload toast on the screen that lists the uploads', () => {
  const [here, elsewhere] = [uploadIn('failed', null, 'p'), uploadIn('failed', null, 'other')]
  expect(uploadsToast([here, elsewhere], '/admin/shop/uploads')).toBeNull()
  expect(uploadsToast([here], '/admin/shop/p')).toBeNull()
  expect(uploadsToast([done], '/admin/shop/p')).toBeNull()
  expect(uploadsToast([here, elsewhere], '/admin/shop/p')?.text).toBe('One file was not uploaded.')
  expect(uploadsToast([here, elsewhere], '/admin/shop')?.text).toBe('2 files were not uploaded.')
  expect(uploadsToast([here, elsewhere], '/admin/shop/inventory')?.text).toBe('2 files were not uploaded.')
  // Not all are there, although all of those that are out of sight.
  expect(uploadsToast([here, uploadIn('completed', null, 'other')], '/admin/shop/p')).toBeNull()
})
