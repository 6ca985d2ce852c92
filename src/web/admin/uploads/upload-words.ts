import { megabytes, roughly } from '#domain/ui/pace.ts'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'

const sumOf = (uploads: readonly UploadView[], of: (upload: UploadView) => number | null) =>
  uploads.reduce((sum, upload) => sum + (of(upload) ?? 0), 0)

const fewBytes = 100_000

/** `12 KB`, `0.4 MB`. */
export const sizeWords = (bytes: number): string =>
  bytes < fewBytes ? `${Math.max(1, Math.round(bytes / 1_000))} KB` : megabytes(bytes)

/** `5 of 17 KB`, `1.0 MB of 9.0 MB`. */
const goneWords = (sent: number, all: number): string =>
  all < fewBytes ? `${Math.round(sent / 1_000)} of ${sizeWords(all)}` : `${megabytes(sent)} of ${megabytes(all)}`

/** `2 of 5 uploaded, 1 failed`. */
export function countWords(uploads: readonly UploadView[]): string {
  const counted = (state: UploadView['state']) => uploads.filter((upload) => upload.state === state).length
  const [done, paused] = [counted('completed'), counted('paused')]
  const failed = uploads.filter(({ hasFailed }) => hasFailed).length
  return `${done} of ${uploads.length} uploaded${failed ? `, ${failed} failed` : ''}${paused ? `, ${paused} paused` : ''}`
}

/** `120.0 MB of 900.0 MB, 3.1 MB a second, 4 minutes left`. */
export function totalWords(uploads: readonly UploadView[]): string {
  const [sent, all] = [sumOf(uploads, ({ sentBytes }) => sentBytes), sumOf(uploads, ({ totalBytes }) => totalBytes)]
  const speed = sumOf(uploads, ({ bytesPerSecond }) => bytesPerSecond)
  const left = sumOf(
    uploads.filter(({ state }) => state === 'waiting' || state === 'uploading'),
    ({ totalBytes, sentBytes }) => totalBytes - sentBytes,
  )
  const gone = goneWords(sent, all)
  return speed > 0 && left > 0 ? `${gone}, ${megabytes(speed)} a second, ${roughly(left / speed)} left` : gone
}

export function stateWords({ state, sentBytes, totalBytes, bytesPerSecond, secondsLeft }: UploadView): string {
  const gone = goneWords(sentBytes, totalBytes)
  switch (state) {
    case 'waiting':
      return 'waiting'
    case 'uploading':
      if (sentBytes >= totalBytes) return 'being checked…'
      return bytesPerSecond && secondsLeft
        ? `${gone}, ${megabytes(bytesPerSecond)} a second, ${roughly(secondsLeft)} left`
        : gone
    case 'paused':
    case 'needs-file':
      return gone
    case 'failed':
      return sentBytes ? `failed at ${gone}` : 'failed'
    case 'completed':
      return `${sizeWords(totalBytes)}, uploaded`
  }
}
