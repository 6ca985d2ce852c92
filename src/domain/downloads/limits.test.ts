import { expect, test } from 'vitest'
import { downloadChunkBytes, downloadRetries, downloadRetryDelayMs } from '#domain/downloads/limits.ts'

const KB = 1024
const MB = 1024 * KB

test.each([
  [1, 256 * KB],
  [10 * MB - 1, 256 * KB],
  [10 * MB, MB],
  [100 * MB - 1, MB],
  [100 * MB, 2 * MB],
  [500 * MB - 1, 2 * MB],
  [500 * MB, 4 * MB],
  [1024 * MB, 4 * MB],
])('fetches a file of %i bytes in chunks of %i', (size, chunk) => expect(downloadChunkBytes(size)).toBe(chunk))

test('a download waits one, two and four seconds before its three retries', () => {
  const delays = Array.from({ length: downloadRetries }, (_, at) => downloadRetryDelayMs(at + 1))
  expect(delays).toEqual([1_000, 2_000, 4_000])
})
