import type { AlbumAnswer } from '#api/admin/albums.ts'
import { albumZipTexts } from '#domain/texts/own-admin-words.ts'
import { megabytesText, transferProgressText } from '#domain/ui/transfer-speed.ts'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'
import type { AlbumZipJob } from '#web/admin/uploads/zip/album-zips.ts'

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** `12 recordings and the cover, 640.2 MB`. */
export function zipContentText(entries: AlbumAnswer['entries']): string {
  const tracks = entries.filter(({ type }) => type.startsWith('audio/')).length
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  const cover = tracks < entries.length ? ' and the cover' : ''
  return `${counted(tracks, 'track')}${cover}, ${megabytesText(bytes)}`
}

/** The progress of an archive. */
export function zipStageText({ stage, samples, totalBytes }: AlbumZipJob): string {
  if (stage === 'initializing') return 'Preparing…'
  return stage === 'processing' ? transferProgressText(samples, totalBytes) : 'Finishing…'
}

export type AlbumArchiveStatus = 'sending' | 'paused' | 'unsent' | 'incomplete' | 'none' | 'current' | 'outdated'

/** The state of an album whose archive is not being made. */
export function zipStatusOf({ archive }: AlbumAnswer, uploads: readonly UploadView[]): AlbumArchiveStatus {
  const open = uploads.filter(({ state }) => state !== 'completed')
  const archives = open.filter(({ options }) => options.madeFrom)
  if (archives.some(({ state }) => state === 'waiting' || state === 'uploading')) return 'sending'
  if (archives.some(({ state }) => state === 'paused')) return 'paused'
  if (archives.length) return 'unsent'
  if (open.some(({ options }) => options.fileType !== 'album')) return 'incomplete'
  if (!archive) return 'none'
  return archive.isCurrent ? 'current' : 'outdated'
}

export function zipStatusText(status: AlbumArchiveStatus, { entries, archive }: AlbumAnswer): string {
  switch (status) {
    case 'sending':
      return 'The zip is ready and is being uploaded. See the list above.'
    case 'paused':
      return albumZipTexts.uploadPaused
    case 'unsent':
      return albumZipTexts.notUploaded
    case 'incomplete':
      return 'You can make it when all files in the list above are uploaded.'
    case 'none':
      return `Everything in one download: ${zipContentText(entries)}.`
    case 'current':
      return `${archive?.name}, ${megabytesText(archive?.bytes ?? 0)}, contains ${zipContentText(entries).replace(/,.*/, '')}.`
    case 'outdated':
      return `The files have changed since ${archive?.name} was made. Until you make it again, buyers download the files one by one.`
  }
}
