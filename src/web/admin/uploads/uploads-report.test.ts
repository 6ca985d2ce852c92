import { describe, expect, test } from 'vitest'
import { ourUploadTexts } from '#domain/texts/our-upload-words.ts'
import { uploadTexts } from '#domain/texts/uploads.ts'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'
import { reportOf } from '#web/admin/uploads/uploads-report.ts'

const upload = (state: UploadView['state'], sentence: string | null = null, productId = 'p'): UploadView => ({
  ...{ sessionId: 's', fileName: 'a.mp3', totalBytes: 9, sentBytes: 0, state, sentence, fileId: null },
  ...{ bytesPerSecond: null, secondsLeft: null, hasFailed: state === 'failed', isRefused: false },
  options: { websiteId: 'w', productId, fileType: 'tracks' },
})
const paused = (reason: string) => upload('paused', uploadTexts.paused({ reason }))
const slow = paused(ourUploadTexts.connectionTooSlow)
const signedOut = paused(ourUploadTexts.signedOut)
const offline = paused(ourUploadTexts.networkDisconnected)
const byHand = paused(uploadTexts.manuallyPaused)
const [done, failed] = [upload('completed'), upload('failed')]

describe('whoever is at another screen hears', () => {
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
      ...['what failed and what has stopped', [signedOut, failed, signedOut, byHand], 'error'],
      'One file was not uploaded. 2 files have stopped. Upload paused: Signed out.',
    ],
    [
      ...['every reason', [slow, signedOut], 'error'],
      'One file has stopped. Upload paused: Connection too slow. One file has stopped. Upload paused: Signed out.',
    ],
    [
      'that nothing is to be done',
      [offline, done],
      'info',
      'The connection is lost. Uploading goes on when it is back.',
    ],
  ] as [string, UploadView[], string, string][])('%s', (_, uploads, kind, text) =>
    expect(reportOf(uploads, '/admin/orders')).toEqual({ kind, text }),
  )

  test('nothing of what they have paused themselves', () => {
    expect(reportOf([byHand, done], '/admin/orders')).toBeNull()
    expect(reportOf([upload('needs-file'), done], '/admin/orders')).toBeNull()
  })
})

test('what is in sight is not said besides, and what is not is said in the shop too', () => {
  const [here, elsewhere] = [upload('failed', null, 'p'), upload('failed', null, 'other')]
  expect(reportOf([here, elsewhere], '/admin/shop/uploads')).toBeNull()
  expect(reportOf([here], '/admin/shop/p')).toBeNull()
  expect(reportOf([done], '/admin/shop/p')).toBeNull()
  expect(reportOf([here, elsewhere], '/admin/shop/p')?.text).toBe('One file was not uploaded.')
  expect(reportOf([here, elsewhere], '/admin/shop')?.text).toBe('2 files were not uploaded.')
  expect(reportOf([here, elsewhere], '/admin/shop/inventory')?.text).toBe('2 files were not uploaded.')
  // Not all are there, although all of those that are out of sight.
  expect(reportOf([here, upload('completed', null, 'other')], '/admin/shop/p')).toBeNull()
})
