const blockBytes = 128 * 1024
const maxCachedBlocks = 8

/** Reads bytes of a file; `to` is exclusive. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Reads a file in blocks and caches a few of them: tag readers ask for a few bytes at a time, mostly next to the previous
 * ones.
 */
export function createBlockReader(size: number, load: ReadBytes): ReadBytes {
  const kept = new Map<number, Promise<Uint8Array>>()

  function blockAt(index: number): Promise<Uint8Array> {
    const known = kept.get(index)
    if (known) return known
    const coming = load(index * blockBytes, Math.min(size, (index + 1) * blockBytes))
    kept.set(index, coming)
    for (const oldest of kept.keys()) if (kept.size > maxCachedBlocks) kept.delete(oldest)
    return coming
  }

  return async (from, to) => {
    const wanted = new Uint8Array(Math.max(0, Math.min(to, size) - from))
    for (let at = 0; at < wanted.length; ) {
      const index = Math.floor((from + at) / blockBytes)
      const begin = from + at - index * blockBytes
      const piece = (await blockAt(index)).subarray(begin, begin + wanted.length - at)
      if (!piece.length) throw new Error('the file is shorter than it was')
      wanted.set(piece, at)
      at += piece.length
    }
    return wanted
  }
}

/** Enough for tags with a large picture. */
const maxTagBytes = 32 * 1024 * 1024

/**
 * The parts of `Blob` that tag readers use: size, type (empty, so that they detect it) and slices. A real `Blob` cannot
 * read its bytes on demand, hence the cast.
 */
export function createRangeBlob(size: number, read: ReadBytes): Blob {
  let left = maxTagBytes
  const slice = (from: number, to: number) => ({
    arrayBuffer: async () => {
      left -= to - from
      if (left < 0) throw new Error('the tags are too large')
      return (await read(from, to)).buffer
    },
  })
  return { size, type: '', slice } as unknown as Blob
}
