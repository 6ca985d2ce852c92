import type { Bought } from '#api/site/downloads.ts'
import { endingOf } from '#domain/files/names.ts'
import { megabytes, roughly, sizeWords } from '#domain/ui/pace.ts'
import type { DownloadView } from '#web/site/downloads/engine/view.ts'

type File = Bought['files'][number]

export const fileTitle = ({ kind, title, name }: File): string =>
  kind === 'album' ? 'Everything in one archive' : (title ?? name.replace(/\.[^.]+$/, ''))

/** `FLAC, 31.4 MB, 4:05`. */
export function formatOf({ type, bytes, duration }: File): string {
  return [endingOf(type).toUpperCase(), sizeWords(bytes), duration].filter(Boolean).join(', ')
}

export function progressOf({ state, isChecking, bytes, bytesPerSecond, secondsLeft }: DownloadView, whole: number) {
  const gone = `${megabytes(bytes)} of ${megabytes(whole)}`
  if (isChecking) return `${megabytes(whole)} here, being checked…`
  if (state === 'in progress' && bytesPerSecond && secondsLeft)
    return `${gone}, ${megabytes(bytesPerSecond)} a second, ${roughly(secondsLeft)} left`
  return gone
}

/** The message for a complete file. */
export function doneWords({ file, isVerified }: Pick<DownloadView, 'file' | 'isVerified'>): string {
  if (!file) return 'Downloaded on this device.'
  return isVerified
    ? 'Downloaded and checked: every byte is as the artist uploaded it (SHA-256).'
    : 'Downloaded. This browser cannot check it.'
}

export const downloadsLeftWords = (left: number): string =>
  left === 0 ? 'Downloaded as often as it may be.' : left === 1 ? 'Once more.' : `${left} more times.`

export const timesWords = (allowed: number): string => (allowed === 1 ? 'once' : `up to ${allowed} times`)
