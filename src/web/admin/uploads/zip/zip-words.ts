import type { AlbumAnswer } from '#api/admin/albums.ts'
import { ourZipTexts } from '#domain/texts/our-admin-words.ts'
import { megabytes, progressWords } from '#domain/ui/pace.ts'
import type { UploadView } from '#web/admin/uploads/engine/types.ts'
import type { AlbumZip } from '#web/admin/uploads/zip/album-zips.ts'

const counted = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

/** `12 recordings and the cover, 640.2 MB`. */
export function contentWords(entries: AlbumAnswer['entries']): string {
  const tracks = entries.filter(({ type }) => type.startsWith('audio/')).length
  const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  const cover = tracks < entries.length ? ' and the cover' : ''
  return `${counted(tracks, 'recording')}${cover}, ${megabytes(bytes)}`
}

/** The progress of an archive. */
export function stageWords({ stage, samples, totalBytes }: AlbumZip): string {
  if (stage === 'initializing') return 'Getting ready…'
  return stage === 'processing' ? progressWords(samples, totalBytes) : 'Closing the zip…'
}

export type ZipStatus = 'sending' | 'paused' | 'unsent' | 'incomplete' | 'none' | 'current' | 'outdated'

/** The state of an album whose archive is not being made. */
export function zipStatusOf({ archive }: AlbumAnswer, uploads: readonly UploadView[]): ZipStatus {
  const open = uploads.filter(({ state }) => state !== 'completed')
  const archives = open.filter(({ options }) => options.madeFrom)
  if (archives.some(({ state }) => state === 'waiting' || state === 'uploading')) return 'sending'
  if (archives.some(({ state }) => state === 'paused')) return 'paused'
  if (archives.length) return 'unsent'
  if (open.some(({ options }) => options.fileType !== 'album')) return 'incomplete'
  if (!archive) return 'none'
  return archive.isCurrent ? 'current' : 'outdated'
}

export function zipStatusWords(status: ZipStatus, { entries, archive }: AlbumAnswer): string {
  switch (status) {
    case 'sending':
      return 'The zip is made and on its way: it is in the list above.'
    case 'paused':
      return ourZipTexts.uploadPaused
    case 'unsent':
      return ourZipTexts.notUploaded
    case 'incomplete':
      return 'It can be made once every file in the list above has arrived.'
    case 'none':
      return `Everything in one download: ${contentWords(entries)}.`
    case 'current':
      return `${archive?.name}, ${megabytes(archive?.bytes ?? 0)}, holds ${contentWords(entries).replace(/,.*/, '')}.`
    case 'outdated':
      return `The files have changed since ${archive?.name} was made. Until it is made again, buyers get them one by one.`
  }
}
