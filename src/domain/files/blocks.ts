const blockBytes = 128 * 1024
const blocksKept = 8

/** Some bytes of a file: from the first to just before the last. */
export type ReadBytes = (from: number, to: number) => Promise<Uint8Array<ArrayBuffer>>

/**
 * Any part of a file, which is read block by block, a few of which are kept: those who look for tags ask for a few bytes
 * at a time, most often beside those that they had before.
 */
export function inBlocks(size: number, load: ReadBytes): ReadBytes {
  const kept = new Map<number, Promise<Uint8Array>>()

  function blockAt(index: number): Promise<Uint8Array> {
    const known = kept.get(index)
    if (known) return known
    const coming = load(index * blockBytes, Math.min(size, (index + 1) * blockBytes))
    kept.set(index, coming)
    for (const oldest of kept.keys()) if (kept.size > blocksKept) kept.delete(oldest)
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

/** Tags with a large picture take some; a file that wants more read for its tags is not worth it. */
const mostForTags = 32 * 1024 * 1024

/**
 * What readers of tags need of a `Blob`: its size, its type (none: they are to look for themselves), its slices. A whole
 * one cannot be made of bytes that are only read when they are asked for, hence the word for its type.
 */
export function blobLike(size: number, read: ReadBytes): Blob {
  let left = mostForTags
  const slice = (from: number, to: number) => ({
    arrayBuffer: async () => {
      left -= to - from
      if (left < 0) throw new Error('the tags are too large')
      return (await read(from, to)).buffer
    },
  })
  return { size, type: '', slice } as unknown as Blob
}
