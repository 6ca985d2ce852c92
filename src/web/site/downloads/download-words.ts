import type { DownloadPurchase } from '#api/site/downloads.ts'
import { fileExtensionOf } from '#domain/files/file-names.ts'
import { fileSizeText, megabytesText, roughDuration } from '#domain/ui/transfer-speed.ts'
import type { DownloadView } from '#web/site/downloads/engine/view.ts'

type File = DownloadPurchase['files'][number]

export const fileTitle = ({ kind, title, name }: File): string =>
  kind === 'album' ? 'Everything in one archive' : (title ?? name.replace(/\.[^.]+$/, ''))

/** `FLAC, 31.4 MB, 4:05`. */
export function fileFormatText({ type, bytes, duration }: File): string {
  return [fileExtensionOf(type).toUpperCase(), fileSizeText(bytes), duration].filter(Boolean).join(', ')
}

export function downloadProgressText(
  { state, isChecking, bytes, bytesPerSecond, secondsLeft }: DownloadView,
  whole: number,
) {
  const amount = `${megabytesText(bytes)} of ${megabytesText(whole)}`
  if (isChecking) return `${megabytesText(whole)} here, being checked…`
  if (state === 'in progress' && bytesPerSecond && secondsLeft)
    return `${amount}, ${megabytesText(bytesPerSecond)} a second, ${roughDuration(secondsLeft)} left`
  return amount
}

/** The message for a complete file. */
export function downloadedText({ file, isVerified }: Pick<DownloadView, 'file' | 'isVerified'>): string {
  if (!file) return 'Downloaded on this device.'
  return isVerified
    ? 'Downloaded and checked: every byte is as the artist uploaded it (SHA-256).'
    : 'Downloaded. This browser cannot check it.'
}

export const downloadsLeftText = (left: number): string =>
  left === 0 ? 'Downloaded as often as it may be.' : left === 1 ? 'Once more.' : `${left} more times.`

export const allowedDownloadsText = (allowed: number): string => (allowed === 1 ? 'once' : `up to ${allowed} times`)
