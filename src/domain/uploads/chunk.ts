import { z } from 'zod'
import { fileTypes } from '#domain/uploads/file-types.ts'
import { maxChunkBytes, maxFileBytes } from '#domain/uploads/limits.ts'

const number = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.int().min(min).max(max))
const textField = z.string().trim().max(300)
/** Chunks have at least one megabyte, except the last. */
export const maxChunks = 1024

/** The form fields of a chunk, as strings. */
export const ChunkFields = z.object({
  sessionId: z.string().regex(/^[\w-]{8,64}$/),
  chunkIndex: number(0, maxChunks - 1),
  totalChunks: number(1, maxChunks),
  fileName: z.string().min(1).max(1000),
  websiteId: z.uuid(),
  productId: z.uuid(),
  fileType: z.enum(fileTypes),
  productName: textField.optional(),
  artist: textField.optional(),
  trackTitle: textField.optional(),
  trackNumber: number(1, 999).optional(),
  isAlbum: z
    .enum(['true', 'false'])
    .transform((word) => word === 'true')
    .optional(),
})
export type ChunkFields = z.output<typeof ChunkFields>

const Sha256 = z
  .string()
  .toLowerCase()
  .regex(/^[0-9a-f]{64}$/)

/** Optional headers with which the server checks the chunk and the file. */
export const ChunkHeaders = z.object({
  'upload-chunk-sha256': Sha256.optional(),
  'upload-file-sha256': Sha256.optional(),
  'upload-file-bytes': number(1, Number.MAX_SAFE_INTEGER).optional(),
  /** Only with an archive: the state of the album that it was made from. */
  'upload-made-from': Sha256.optional(),
})
export type ChunkHeaders = z.output<typeof ChunkHeaders>

/** How a file is divided into chunks, as far as it is known. */
export type ChunkLayout = { totalChunks: number; chunkBytes: number | null; lastBytes: number | null }

/**
 * The layout with one more chunk; null if that chunk does not fit. All chunks have one size except the last, which is at
 * most as large.
 */
export function addChunkToLayout(
  { totalChunks, chunkBytes, lastBytes }: ChunkLayout,
  index: number,
  bytes: number,
): ChunkLayout | null {
  if (index < 0 || index >= totalChunks || bytes < 1 || bytes > maxChunkBytes) return null
  const isLast = index === totalChunks - 1
  const known = isLast ? lastBytes : chunkBytes
  if (known !== null && known !== bytes) return null
  const cut = isLast ? { totalChunks, chunkBytes, lastBytes: bytes } : { totalChunks, chunkBytes: bytes, lastBytes }
  return cut.chunkBytes !== null && cut.lastBytes !== null && cut.lastBytes > cut.chunkBytes ? null : cut
}

/** The smallest size of the file with this layout. */
export const smallestFileSizeOf = ({ totalChunks, chunkBytes, lastBytes }: ChunkLayout): number =>
  (chunkBytes ?? lastBytes ?? 1) * (totalChunks - 1) + (lastBytes ?? 1)

export const isFileTooLarge = (bytes: number): boolean => bytes > maxFileBytes
