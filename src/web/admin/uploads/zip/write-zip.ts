import { configure, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js'
import { ourZipTexts } from '#domain/texts/our-zip-words.ts'
import { zipLevelFor } from '#domain/uploads/zip.ts'
import { openArchive } from '#web/admin/uploads/zip/archives.ts'
import { readPart } from '#web/admin/uploads/zip/read-part.ts'
import { ZipFailed, type ZipOrder, type ZipRun } from '#web/admin/uploads/zip/types.ts'

configure({ useWebWorkers: false, chunkSize: 512 * 1024 })

/** Makes an archive where it is called, piece by piece: nothing is ever held as a whole. */
export const writeZip: ZipRun = async (order, { onProgress, signal }) => {
  onProgress({ stage: 'initializing', doneBytes: 0 })
  const { writable, file } = await openArchive(order.keptAs)
  try {
    await write(order, writable, { onProgress, signal })
    return await file()
  } catch (error) {
    await writable.abort(error).catch(() => {})
    throw isFull(error) ? new ZipFailed(ourZipTexts.storageFull, 'final') : error
  }
}

async function write({ parts }: ZipOrder, writable: WritableStream, { onProgress, signal }: Parameters<ZipRun>[1]) {
  const zip = new ZipWriter(writable, { zip64: false, keepOrder: true })
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0)
  let before = 0
  for (const part of parts) {
    const counted = counting((bytes) => onProgress({ stage: 'processing', doneBytes: before + bytes }))
    const readable = readPart(part, signal).pipeThrough(counted)
    await zip.add(part.name, readable, { level: zipLevelFor(part.type), lastModDate: new Date(part.modified), signal })
    before += part.bytes
  }
  signal.throwIfAborted()
  onProgress({ stage: 'generating', doneBytes: total })
  await zip.close()
  onProgress({ stage: 'complete', doneBytes: total })
}

function counting(count: (bytes: number) => void) {
  let bytes = 0
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, into) {
      bytes += piece.length
      count(bytes)
      into.enqueue(piece)
    },
  })
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'
