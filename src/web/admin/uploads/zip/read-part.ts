import { ourZipTexts } from '#domain/texts/our-zip-words.ts'
import { chunkRetries, isPassing, retryDelay } from '#domain/uploads/retry.ts'
import { ZipFailed, type ZipFault, type ZipPart } from '#web/admin/uploads/zip/types.ts'

/** What is read at once, and held. */
const pieceBytes = 4 * 1024 * 1024

type Needs = {
  /** So many bytes of the server's file. */
  fetch: (path: string, init: RequestInit) => Promise<Response>
  wait: (ms: number) => Promise<void>
}
const browser: Needs = {
  fetch: (path, init) => fetch(path, init),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
}

/**
 * A file from its first byte to its last, piece by piece as they are taken: the owner's own as long as it can be read,
 * else the server's. It ends when all of it has come, or throws.
 */
export function readPart(part: ZipPart, signal: AbortSignal, needs = browser): ReadableStream<Uint8Array<ArrayBuffer>> {
  let own = part.file?.size === part.bytes ? part.file : null
  let at = 0
  return new ReadableStream(
    {
      async pull(into) {
        signal.throwIfAborted()
        const to = Math.min(part.bytes, at + pieceBytes)
        // It may have been moved, or written to, since it was chosen.
        const mine = await own
          ?.slice(at, to)
          .arrayBuffer()
          .catch(() => null)
        const isMine = mine?.byteLength === to - at
        if (!isMine) own = null
        into.enqueue(new Uint8Array(isMine ? mine : await fetched(part, at, to, signal, needs)))
        at = to
        if (at === part.bytes) into.close()
      },
    },
    { highWaterMark: 0 },
  )
}

async function fetched({ path, name }: ZipPart, from: number, to: number, signal: AbortSignal, { fetch, wait }: Needs) {
  for (let retry = 1; ; retry++) {
    const asked = { headers: { range: `bytes=${from}-${to - 1}` }, signal }
    const answer = await fetch(path, asked).catch(() => null)
    const bytes = answer?.status === 206 ? await answer.arrayBuffer().catch(() => null) : null
    signal.throwIfAborted()
    if (bytes?.byteLength === to - from) return bytes
    const status = bytes ? 0 : (answer?.status ?? 0)
    if (status !== 206 && !isPassing(status)) throw new ZipFailed(...refusal(status, name))
    if (retry > chunkRetries) throw new ZipFailed(ourZipTexts.trackUnreachable({ name }), 'passing')
    await wait(retryDelay(retry))
    signal.throwIfAborted()
  }
}

const refusal = (status: number, name: string): [string, ZipFault] =>
  status === 401 || status === 403 ? [ourZipTexts.signedOut, 'final'] : [ourZipTexts.trackMissing({ name }), 'final']
