import { z } from 'zod'
import { mostChunkBytes, mostFileBytes } from '#domain/uploads/limits.ts'
import { fileTypes } from '#domain/uploads/options.ts'

const number = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.int().min(least).max(most))
const words = z.string().trim().max(300)
/** Cut to at least a megabyte each, but for the last. */
export const mostChunks = 1024

/** The fields that go with a chunk, each a text, as forms have them. */
export const ChunkFields = z.object({
  sessionId: z.string().regex(/^[\w-]{8,64}$/),
  chunkIndex: number(0, mostChunks - 1),
  totalChunks: number(1, mostChunks),
  fileName: z.string().min(1).max(1000),
  websiteId: z.uuid(),
  productId: z.uuid(),
  fileType: z.enum(fileTypes),
  productName: words.optional(),
  artist: words.optional(),
  trackTitle: words.optional(),
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

/** What a browser may say beside the form, to be held to it. */
export const ChunkHeaders = z.object({
  'upload-chunk-sha256': Sha256.optional(),
  'upload-file-sha256': Sha256.optional(),
  'upload-file-bytes': number(1, Number.MAX_SAFE_INTEGER).optional(),
  /** Of an archive: the state of the album that it was made from. */
  'upload-made-from': Sha256.optional(),
})
export type ChunkHeaders = z.output<typeof ChunkHeaders>

/** What is known of how a file is cut. */
export type Cut = { totalChunks: number; chunkBytes: number | null; lastBytes: number | null }

/**
 * How it is cut, with one chunk more; null when that chunk cannot belong to it. All chunks are of one size but the last,
 * which is at most as large.
 */
export function cutWith({ totalChunks, chunkBytes, lastBytes }: Cut, index: number, bytes: number): Cut | null {
  if (index < 0 || index >= totalChunks || bytes < 1 || bytes > mostChunkBytes) return null
  const isLast = index === totalChunks - 1
  const known = isLast ? lastBytes : chunkBytes
  if (known !== null && known !== bytes) return null
  const cut = isLast ? { totalChunks, chunkBytes, lastBytes: bytes } : { totalChunks, chunkBytes: bytes, lastBytes }
  return cut.chunkBytes !== null && cut.lastBytes !== null && cut.lastBytes > cut.chunkBytes ? null : cut
}

/** How large the file is at least, as far as its cut is known. */
export const leastBytes = ({ totalChunks, chunkBytes, lastBytes }: Cut): number =>
  (chunkBytes ?? lastBytes ?? 1) * (totalChunks - 1) + (lastBytes ?? 1)

export const isTooLarge = (bytes: number): boolean => bytes > mostFileBytes
