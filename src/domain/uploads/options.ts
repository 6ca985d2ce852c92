/** What a file is for; each takes its own kinds of files. */
export const fileTypes = ['tracks', 'album', 'cover'] as const
export type FileType = (typeof fileTypes)[number]

export type UploadOptions = {
  websiteId: string
  productId: string
  fileType: FileType
  productName?: string
  artist?: string
  trackTitle?: string
  trackNumber?: number
  isAlbum?: boolean
  /** Of an archive that was made here: of which tracks, as the server called that state of them. */
  madeFrom?: string
  /** What it is to be called; its own name when left out. */
  targetFilename?: string
  chunkSize?: number
  /** One chunk after the other, whatever the line bears. */
  sequentialMode?: boolean
  delayBetweenChunks?: number
  /** Kept on this device, so that it can be taken up again; it is unless this is false. */
  enablePersistence?: boolean
}
