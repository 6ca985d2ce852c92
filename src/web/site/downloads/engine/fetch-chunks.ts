import { downloadRetries, downloadRetryDelayMs, downloadStallTimeoutMs } from '#domain/downloads/limits.ts'
import type { ByteRange } from '#domain/files/conditional-requests.ts'
import { downloadRefusalTexts, downloadManagerTexts as texts } from '#domain/texts/own-download-words.ts'
import { downloadTexts } from '#domain/texts/shop.ts'
import { DownloadError, downloadErrorOf, fileInformationFailure } from '#web/site/downloads/engine/failure.ts'
import type { DownloadDeps, FileToGet } from '#web/site/downloads/engine/types.ts'

type StallWatch = {
  /** Aborted when no byte arrives for a while, or when the download is paused. */
  signal: AbortSignal
  noteBytes: () => void
  end: () => void
}

/** Watches one request, and aborts it when it stalls. */
function watchStall(paused: AbortSignal, every: DownloadDeps['every']): StallWatch {
  const request = new AbortController()
  const abort = () => request.abort(paused.reason)
  const watch = () => every(downloadStallTimeoutMs, () => request.abort())
  let unwatch = watch()
  paused.addEventListener('abort', abort)
  if (paused.aborted) abort()
  return {
    signal: request.signal,
    noteBytes: () => {
      unwatch()
      unwatch = watch()
    },
    end: () => {
      unwatch()
      paused.removeEventListener('abort', abort)
    },
  }
}

/** Runs so many tasks at once. The others wait in the order in which they came. */
export function limitConcurrency(atOnce: number) {
  let free = atOnce
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

type RetryOptions = { work: () => Promise<void>; received?: () => number }

/** Retries what may pass. A try that has received bytes resets the count of retries. */
export async function withRetries(
  signal: AbortSignal,
  { work, received = () => 0 }: RetryOptions,
  { wait, isOnline }: Pick<DownloadDeps, 'wait' | 'isOnline'>,
): Promise<void> {
  for (let [retry, before] = [1, received()]; ; retry++) {
    try {
      return await work()
    } catch (error) {
      const mayPass = !(error instanceof DownloadError) || error.mayPass
      if (received() > before) retry = 1
      if (signal.aborted || !mayPass || retry > downloadRetries || !isOnline()) throw error
      before = received()
      await wait(downloadRetryDelayMs(retry), signal)
    }
  }
}

type PartialChunk = { parts: Uint8Array<ArrayBuffer>[]; bytes: number }
type FetcherOptions = { file: FileToGet; chunks: readonly ByteRange[]; address: () => string; onBytes: () => void }
export type ChunkFetcher = ReturnType<typeof createChunkFetcher>

/**
 * Fetches the chunks of one file by range requests. What has arrived of a chunk is kept when the connection breaks or the
 * buyer pauses; the next request asks for the rest.
 */
export function createChunkFetcher(
  { file, chunks, address, onBytes }: FetcherOptions,
  { fetch, every }: Pick<DownloadDeps, 'fetch' | 'every'>,
) {
  const partial = new Map<number, PartialChunk>()
  const sizeOf = (index: number) => chunks[index]!.to - chunks[index]!.from + 1
  const receivedOf = (index: number) => partial.get(index)?.bytes ?? 0
  const request = (init: RequestInit): Promise<Response> => fetch(address(), { cache: 'no-store', ...init })

  async function fetchRest(index: number, signal: AbortSignal): Promise<void> {
    const stall = watchStall(signal, every)
    try {
      await receive(index, await requestRest(index, stall.signal), stall)
    } finally {
      stall.end()
    }
  }

  async function requestRest(index: number, signal: AbortSignal) {
    const { from, to } = chunks[index]!
    const headers = { range: `bytes=${from + receivedOf(index)}-${to}`, 'if-range': file.etag }
    const response = await request({ headers, signal })
    const isSame = response.status !== 206 || (response.headers.get('etag') ?? file.etag) === file.etag
    if (response.status === 200 || !isSame) {
      partial.clear()
      await response.body?.cancel()
      throw new DownloadError('refused', downloadRefusalTexts.fileGone)
    }
    if (response.status !== 206 || !response.body) throw await downloadErrorOf(response)
    return response.body
  }

  async function receive(index: number, body: ReadableStream<Uint8Array<ArrayBuffer>>, stall: StallWatch) {
    const received = partial.get(index) ?? { parts: [], bytes: 0 }
    partial.set(index, received)
    try {
      const reader = body.getReader()
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        stall.signal.throwIfAborted()
        stall.noteBytes()
        received.parts.push(next.value)
        received.bytes += next.value.length
        onBytes()
      }
    } catch {
      // Whatever ended it, the next request asks for the missing bytes.
    }
    if (receivedOf(index) === sizeOf(index)) return
    if (receivedOf(index) > sizeOf(index)) partial.delete(index)
    throw new DownloadError('connection', texts.connectionLost, { mayPass: true })
  }

  return {
    sizeOf,
    receivedOf,
    /** The bytes of all chunks that are not complete yet. */
    partialBytes: () => [...partial.values()].reduce((sum, { bytes }) => sum + bytes, 0),

    async fetchChunk(index: number, signal: AbortSignal): Promise<Blob> {
      signal.throwIfAborted()
      if (receivedOf(index) < sizeOf(index)) await fetchRest(index, signal)
      return new Blob(partial.get(index)!.parts)
    },

    /** For a chunk that is stored. */
    release: (index: number) => void partial.delete(index),

    /** Checks with HEAD that the server still has this very file and serves ranges of it. */
    async checkFile(signal: AbortSignal): Promise<void> {
      const stall = watchStall(signal, every)
      const response = await requestHead((init) => request({ ...init, signal: stall.signal })).finally(stall.end)
      await assertSameFile(response, file)
    },
  }
}

async function requestHead(request: (init: RequestInit) => Promise<Response>): Promise<Response> {
  const response = await request({ method: 'HEAD' })
  // The server refuses the whole of a file that is used up, but serves lost ranges of it for an hour.
  const mayFinish = response.status === 403 && response.headers.get('x-reason') === 'download-used-up'
  return mayFinish ? request({ method: 'HEAD', headers: { range: 'bytes=0-0' } }) : response
}

async function assertSameFile(response: Response, file: FileToGet): Promise<void> {
  if (!response.ok) throw await fileInformationFailure(response)
  const { headers } = response
  const size = headers.get('content-range')?.split('/')[1] ?? headers.get('content-length')
  const isSame = Number(size) === file.bytes && headers.get('etag') === file.etag
  if (headers.get('accept-ranges') !== 'bytes') throw new DownloadError('refused', downloadTexts.noFileInformation)
  if (!isSame) throw new DownloadError('refused', downloadRefusalTexts.fileGone)
}
