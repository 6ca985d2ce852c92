import type { ChunkAnswer, SessionAnswer } from '#api/admin/uploads.ts'
import { longestPingMs } from '#domain/uploads/network.ts'
import type { UploadSession } from '#domain/uploads/session.ts'
import { stallMs } from '#web/admin/uploads/engine/ask-by-xhr.ts'
import type { ChunkReply, Transport } from '#web/admin/uploads/engine/types.ts'

type How = { onProgress?: (bytes: number) => void; signal?: AbortSignal }
export type Answer = { status: number; body: unknown }

/** One request; the status is 0 when nobody answered. It throws only when it is aborted. */
export type Ask = (
  asked: { method: 'GET' | 'POST' | 'DELETE'; path: string; headers?: Record<string, string>; body?: FormData | Blob },
  how?: How,
) => Promise<Answer>

type Tokens = { token: () => Promise<string>; drop: () => void }

/** One that does not come is not waited for any longer; the next who needs one asks anew. */
function inTime(coming: Promise<string>, drop: () => void): Promise<string> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      drop()
      reject(new Error('no token came'))
    }, stallMs)
  })
  return Promise.race([coming, late]).finally(() => clearTimeout(timer))
}

/** The upload service as the specification names it, with a token that is renewed when it is refused. */
export function httpTransport(ask: Ask, { token, drop }: Tokens): Transport {
  let lastDropped: string | null = null

  async function askWithToken(asked: Parameters<Ask>[0], how?: How): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const shown = await inTime(token(), drop).catch((error: { status?: number }) => ({ status: error.status ?? 0 }))
      if (typeof shown !== 'string') return { status: shown.status, body: null }
      // It may have been stopped while the token was on its way.
      how?.signal?.throwIfAborted()
      const answer = await ask({ ...asked, headers: { ...asked.headers, authorization: `Bearer ${shown}` } }, how)
      if (answer.status !== 401 || attempt === 2) return answer
      // Whoever was refused beside it has dropped it already.
      if (lastDropped !== shown) drop()
      lastDropped = shown
    }
  }

  return {
    async send({ session, index, chunk, sha256, onProgress, signal }) {
      const { madeFrom } = session.uploadOptions
      const headers = {
        'upload-file-bytes': String(session.totalBytes),
        ...(sha256 && { 'upload-chunk-sha256': sha256 }),
        ...(madeFrom && { 'upload-made-from': madeFrom }),
      }
      const body = formOf(session, index, chunk)
      const answer = await askWithToken(
        { method: 'POST', path: '/api/upload/chunked', headers, body },
        { onProgress, signal },
      )
      const said = (answer.body ?? {}) as Partial<ChunkAnswer> & { error?: string; reason?: string }
      const { path, filename, fileId, received, error, reason } = said
      return { status: answer.status, path, filename, fileId, received, error, reason } satisfies ChunkReply
    },

    async stored(sessionId) {
      const { status, body } = await askWithToken({ method: 'GET', path: `/api/upload/sessions/${sessionId}` })
      if (status === 404) return null
      if (status !== 200) throw new Error('the server could not be asked')
      return body as SessionAnswer
    },

    async cancel(sessionId) {
      const { status } = await askWithToken({ method: 'DELETE', path: `/api/upload/sessions/${sessionId}` })
      return status === 409 ? 'is-a-file' : 'given-up'
    },

    async ping(bytes) {
      const body = new Blob([new Uint8Array(bytes)])
      const signal = AbortSignal.timeout(longestPingMs)
      const asked = askWithToken({ method: 'POST', path: '/api/upload/ping', body }, { signal })
      return asked.then(
        ({ status }) => status === 200,
        () => false,
      )
    },
  }
}

/** The fields first: a chunk that is not wanted is then known as such before it comes. */
function formOf(
  { sessionId, totalChunks, fileName, uploadOptions }: UploadSession,
  index: number,
  chunk: Blob,
): FormData {
  const { websiteId, productId, fileType, productName, artist, trackTitle, trackNumber, isAlbum } = uploadOptions
  const fields = {
    ...{ sessionId, chunkIndex: index, totalChunks, fileName, websiteId, productId, fileType },
    ...{ productName, artist, trackTitle, trackNumber, isAlbum },
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value))
  form.append('chunk', chunk, 'chunk')
  return form
}
