import { configure, ZipWriter, type ZipWriterAddDataOptions } from '@zip.js/zip.js/lib/zip-core-native.js'
import { compressionLevelFor, maxParallelCompressions } from '#domain/uploads/zip.ts'
import { openArchiveFile, removeTemporary, toStorageFullError } from '#web/admin/uploads/zip/archives.ts'
import type { CompressTask, ZipRun, ZipRunOptions, ZipSourceFile, ZipTask } from '#web/admin/uploads/zip/types.ts'
import { createByteCounter, parseGzip, streamZipPart } from '#web/admin/uploads/zip/zip-parts.ts'

configure({ useWebWorkers: false, chunkSize: 512 * 1024 })

type WriteZipOptions = ZipRunOptions & {
  /** Compresses parts in other workers, several at once. Without it they are compressed here. */
  compress?: ZipRun<CompressTask> | null
}

/** Writes an archive piece by piece, so that it is never in memory as a whole. */
export async function writeZip(order: ZipTask, options: WriteZipOptions): Promise<File> {
  options.onProgress({ stage: 'initializing', doneBytes: 0 })
  const { writable, file, isHeld } = await openArchiveFile(order.keptAs)
  try {
    // Parts in memory need no temporary copy while they wait.
    await write(order, writable, isHeld ? { ...options, compress: null } : options)
    return await file()
  } catch (error) {
    await writable.abort(error).catch(() => {})
    throw toStorageFullError(error)
  }
}

async function write(
  { keptAs, parts }: ZipTask,
  writable: WritableStream,
  { onProgress, signal, compress }: WriteZipOptions,
) {
  const zip = new ZipWriter(writable, { zip64: false, signal })
  const done = parts.map(() => 0)
  const total = () => done.reduce((sum, bytes) => sum + bytes, 0)
  let last = Promise.resolve()

  /** Pressed now, and put into the archive when those in front of it are there. */
  function add(part: ZipSourceFile, at: number): Promise<void> {
    const reached = (bytes: number) => {
      done[at] = bytes
      onProgress({ stage: 'processing', doneBytes: total() })
    }
    const order = { archive: keptAs, name: String(at), part }
    const isPressed = compress && compressionLevelFor(part.type) > 0
    const content = isPressed
      ? compressedContent(order, compress, reached, signal)
      : storedContent(part, reached, signal)
    last = last.then(async () => {
      const { readable, options } = await content()
      await zip.add(part.name, readable, { ...options, lastModDate: new Date(part.modified) })
      if (isPressed) await removeTemporary(order.archive, order.name)
    })
    return last
  }

  const next = parts.entries()
  const runner = async () => {
    for (const [at, part] of next) await add(part, at)
  }
  await Promise.all(Array.from({ length: maxParallelCompressions }, runner))
  signal.throwIfAborted()
  onProgress({ stage: 'generating', doneBytes: total() })
  await zip.close()
  onProgress({ stage: 'complete', doneBytes: total() })
}

type Content = { readable: ReadableStream; options: ZipWriterAddDataOptions }
type OnBytesDone = (bytes: number) => void

/** Read when it is its turn, and made smaller on its way into the archive. */
const storedContent =
  (part: ZipSourceFile, reached: OnBytesDone, signal: AbortSignal) => async (): Promise<Content> => ({
    readable: streamZipPart(part, signal).pipeThrough(createByteCounter(reached)),
    options: { level: compressionLevelFor(part.type) },
  })

/** Begun at once, and already small when it is its turn. */
function compressedContent(
  order: CompressTask,
  compress: ZipRun<CompressTask>,
  reached: OnBytesDone,
  signal: AbortSignal,
) {
  const making = compress(order, { onProgress: ({ doneBytes }) => reached(doneBytes), signal })
  // Its error is handled when it is its turn, which may never come.
  making.catch(() => {})
  return async (): Promise<Content> => {
    const { deflated, crc32 } = await parseGzip(await making)
    const options = { passThrough: true, compressionMethod: 8, crc32, uncompressedSize: order.part.bytes }
    return { readable: deflated.stream().pipeThrough(createByteCounter(() => {})), options }
  }
}
