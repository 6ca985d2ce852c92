import type { Range } from '#domain/files/range.ts'
import type { FileToGet, Surroundings } from '#web/site/downloads/engine/types.ts'

/**
 * Which chunks are not what the server has, by the SHA-256 of each piece of the file; null where the browser cannot
 * tell. Only one piece is in memory at a time.
 */
export async function damagedChunks(
  whole: Blob,
  { bytes, pieces, pieceBytes }: Pick<FileToGet, 'bytes' | 'pieces' | 'pieceBytes'>,
  chunks: readonly Range[],
  digest: Surroundings['digest'],
): Promise<number[] | null> {
  const damaged = new Set<number>()
  for (const [at, expected] of pieces.entries()) {
    const [from, end] = [at * pieceBytes, Math.min(bytes, (at + 1) * pieceBytes)]
    const found = await digest(whole.slice(from, end))
    if (found === null) return null
    if (found === expected) continue
    for (const [index, chunk] of chunks.entries()) if (chunk.from < end && chunk.to >= from) damaged.add(index)
  }
  return [...damaged]
}
