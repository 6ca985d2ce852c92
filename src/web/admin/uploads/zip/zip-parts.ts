import { albumZipTexts } from '#domain/texts/own-admin-words.ts'
import { chunkRetries, chunkRetryDelayMs, isTemporaryStatus } from '#domain/uploads/limits.ts'
import { openTemporaryFile, toStorageFullError } from '#web/admin/uploads/zip/archives.ts'
import {
  type CompressTask,
  ZipError,
  type ZipFault,
  type ZipRun,
  type ZipSourceFile,
} from '#web/admin/uploads/zip/types.ts'

/** The size of one read. */
const pieceBytes = 4 * 1024 * 1024

type Deps = {
  /** So many bytes of the server's file. */
  fetch: (path: string, init: RequestInit) => Promise<Response>
  wait: (ms: number) => Promise<void>
}
const browserDeps: Deps = {
  fetch: (path, init) => fetch(path, init),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/**
 * Streams a file on demand: the owner's local file while it can be read, else the server's. Throws when bytes are
 * missing.
 */
export function streamZipPart(
  part: ZipSourceFile,
  signal: AbortSignal,
  deps = browserDeps,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let own = part.file?.size === part.bytes ? part.file : null
  let at = 0
  return new ReadableStream(
    {
      async pull(into) {
        signal.throwIfAborted()
        const to = Math.min(part.bytes, at + pieceBytes)
        // The file may have been moved or changed since it was chosen.
        const mine = await own
          ?.slice(at, to)
          .arrayBuffer()
          .catch(() => null)
        const isMine = mine?.byteLength === to - at
        if (!isMine) own = null
        into.enqueue(new Uint8Array(isMine ? mine : await fetchPart(part, at, to, signal, deps)))
        at = to
        if (at === part.bytes) into.close()
      },
    },
    { highWaterMark: 0 },
  )
}

async function fetchPart(
  { path, name }: ZipSourceFile,
  from: number,
  to: number,
  signal: AbortSignal,
  { fetch, wait }: Deps,
) {
  for (let retry = 1; ; retry++) {
    const request = { headers: { range: `bytes=${from}-${to - 1}` }, signal }
    const answer = await fetch(path, request).catch(() => null)
    const bytes = answer?.status === 206 ? await answer.arrayBuffer().catch(() => null) : null
    signal.throwIfAborted()
    if (bytes?.byteLength === to - from) return bytes
    const status = bytes ? 0 : (answer?.status ?? 0)
    if (status !== 206 && !isTemporaryStatus(status)) throw new ZipError(...refusal(status, name))
    if (retry > chunkRetries) throw new ZipError(albumZipTexts.trackUnreachable({ name }), 'passing')
    await wait(chunkRetryDelayMs(retry))
    signal.throwIfAborted()
  }
}

const refusal = (status: number, name: string): [string, ZipFault] =>
  status === 401 || status === 403
    ? [albumZipTexts.signedOut, 'final']
    : [albumZipTexts.trackMissing({ name }), 'final']

/** Compresses one part as a gzip file, whose trailer holds the checksum that the archive needs. */
export const compressPart: ZipRun<CompressTask> = async ({ archive, name, part }, { onProgress, signal }) => {
  const { writable, file } = await openTemporaryFile(archive, name)
  const counted = createByteCounter((doneBytes) => onProgress({ stage: 'processing', doneBytes }))
  try {
    await streamZipPart(part, signal).pipeThrough(counted).pipeThrough(new CompressionStream('gzip')).pipeTo(writable)
    return await file()
  } catch (error) {
    throw toStorageFullError(error)
  }
}

const header = 10
const trailer = 8

/** The part of the gzip file that the archive uses. */
export async function parseGzip(gzip: File): Promise<{ deflated: Blob; crc32: number }> {
  const end = new DataView(await gzip.slice(-trailer).arrayBuffer())
  return { deflated: gzip.slice(header, -trailer), crc32: end.getUint32(0, true) }
}

const megabyte = 1024 * 1024
const tidiedAfter = 8 * megabyte

/** Says how many bytes have come by. */
export function createByteCounter(count: (bytes: number) => void) {
  let [bytes, tidied] = [0, 0]
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, into) {
      bytes += piece.length
      count(bytes)
      into.enqueue(piece)
      if (bytes - tidied < tidiedAfter) return
      tidied = bytes
      remindToTidy()
    },
  })
}

/**
 * Browsers collect garbage when about sixty megabytes more are in use than after the last collection, counted for each
 * worker. This buffer counts as so many, but takes no memory because it is never written to, and is garbage at once.
 */
function remindToTidy(): void {
  try {
    // Not by `new`: a bundler leaves out what seems to have no effect.
    Reflect.construct(ArrayBuffer, [64 * megabyte])
  } catch {
    // Where even that is too much, they have just looked.
  }
}
