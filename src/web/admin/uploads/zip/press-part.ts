import { openAside, saidIfFull } from '#web/admin/uploads/zip/archives.ts'
import { counting } from '#web/admin/uploads/zip/counting.ts'
import { readPart } from '#web/admin/uploads/zip/read-part.ts'
import type { PressOrder, ZipRun } from '#web/admin/uploads/zip/types.ts'

/** Makes one part of an archive smaller, as a gzip file: its end has the checksum, for which nobody else need read it. */
export const pressPart: ZipRun<PressOrder> = async ({ archive, name, part }, { onProgress, signal }) => {
  const { writable, file } = await openAside(archive, name)
  const counted = counting((doneBytes) => onProgress({ stage: 'processing', doneBytes }))
  try {
    await readPart(part, signal).pipeThrough(counted).pipeThrough(new CompressionStream('gzip')).pipeTo(writable)
    return await file()
  } catch (error) {
    throw saidIfFull(error)
  }
}

const header = 10
const trailer = 8

/** What an archive takes of it. */
export async function ofPressed(gzip: File): Promise<{ deflated: Blob; crc32: number }> {
  const end = new DataView(await gzip.slice(-trailer).arrayBuffer())
  return { deflated: gzip.slice(header, -trailer), crc32: end.getUint32(0, true) }
}
