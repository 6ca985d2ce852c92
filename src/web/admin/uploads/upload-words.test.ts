import { expect, test } from 'vitest'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'
import { countWords, sizeWords, stateWords, totalWords } from '#web/admin/uploads/upload-words.ts'

const upload = (changes: Partial<UploadView>): UploadView => ({
  ...{ sessionId: 's', fileName: 'a.mp3', totalBytes: 100_000_000, sentBytes: 0, state: 'waiting', sentence: null },
  ...{ bytesPerSecond: null, secondsLeft: null, fileId: null, hasFailed: changes.state === 'failed', isRefused: false },
  options: { websiteId: 'w', productId: 'p', fileType: 'tracks' },
  ...changes,
})
const sending = upload({ state: 'uploading', sentBytes: 40_000_000, bytesPerSecond: 2_000_000, secondsLeft: 30 })

test('the whole is told in files, in bytes, in speed and in time', () => {
  const all = [sending, upload({ state: 'completed', sentBytes: 100_000_000 }), upload({ state: 'failed' })]
  expect(countWords(all)).toBe('1 of 3 uploaded, 1 failed')
  expect(countWords([upload({ state: 'needs-file', hasFailed: true })])).toBe('0 of 1 uploaded, 1 failed')
  expect(totalWords([upload({ totalBytes: 17_040 })])).toBe('0 of 17 KB')
  expect(totalWords(all)).toBe('140.0 MB of 300.0 MB, 2.0 MB a second, 30 seconds left')
  expect(totalWords([upload({ state: 'paused', sentBytes: 5_000_000 })])).toBe('5.0 MB of 100.0 MB')
})

test.each([
  [1, '1 KB'],
  [20_400, '20 KB'],
  [100_000, '0.1 MB'],
  [12_600_000, '12.6 MB'],
])('%i bytes are %s', (bytes, words) => expect(sizeWords(bytes)).toBe(words))

test.each([
  [upload({}), 'waiting'],
  [sending, '40.0 MB of 100.0 MB, 2.0 MB a second, 30 seconds left'],
  [upload({ state: 'uploading', sentBytes: 100_000_000 }), 'being checked…'],
  [upload({ state: 'paused', sentBytes: 1_000_000 }), '1.0 MB of 100.0 MB'],
  [upload({ state: 'failed', sentBytes: 1_000_000 }), 'failed at 1.0 MB of 100.0 MB'],
  [upload({ state: 'needs-file', totalBytes: 17_040, sentBytes: 5_000 }), '5 of 17 KB'],
  [upload({ state: 'completed' }), '100.0 MB, uploaded'],
])('a line says how it stands (%#)', (view, words) => expect(stateWords(view)).toBe(words))
