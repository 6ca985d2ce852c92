import { openAside, saidIfFull } from '#web/admin/uploads/zip/archives.ts'
import { readPart } from '#web/admin/uploads/zip/read-part.ts'
import type { PressOrder, ZipRun } from '#web/admin/uploads/zip/types.ts'

/** Makes one part of an archive smaller, as a gzip file: its end has the checksum, for which nobody else need read it. */
export const pressPart: ZipRun<PressOrder> = async ({ archive, name, part }, { onProgress, signal }) => {
  const { writable, file } = await openAside(archive, name)
  const counted = counting((doneBytes) => {
    onProgress({ stage: 'processing', doneBytes })
    remindToTidy()
  })
  try {
    await readPart(part, signal).pipeThrough(counted).pipeThrough(new CompressionStream('gzip')).pipeTo(writable)
    return await file()
  } catch (error) {
    throw saidIfFull(error)
  }
}

/**
 * Browsers look for memory that nobody needs any more when some sixty megabytes more are in use than at the last look,
 * and each worker counts by itself. This counts like as many, takes none as long as nobody writes to it, and is gone
 * at once: so with each piece they look.
 */
function remindToTidy(): void {
  try {
    void new ArrayBuffer(64 * 1024 * 1024)
  } catch {
    // Where even that is too much, they have just looked.
  }
}

export function counting(count: (bytes: number) => void) {
  let bytes = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, into) {
      bytes += piece.length
      count(bytes)
      into.enqueue(piece)
    },
  })
}

const header = 10
const trailer = 8

/** What an archive takes of it. */
export async function ofPressed(gzip: File): Promise<{ deflated: Blob; crc32: number }> {
  const end = new DataView(await gzip.slice(-trailer).arrayBuffer())
  return { deflated: gzip.slice(header, -trailer), crc32: end.getUint32(0, true) }
}
