import type { UploadChunkAnswer, UploadSessionAnswer } from '#api/admin/uploads.ts'
import { maxSpeedTestMs } from '#domain/uploads/network.ts'
import type { UploadSession } from '#domain/uploads/session.ts'
import type { ChunkReply, Transport } from '#web/admin/uploads/engine/types.ts'

type RequestOptions = { onProgress?: (bytes: number) => void; signal?: AbortSignal }
export type TransportResponse = { status: number; body: unknown }

/** Sends one request. The status is 0 without an answer. Throws only when it is aborted. */
export type SendRequest = (
  request: {
    method: 'GET' | 'POST' | 'DELETE'
    path: string
    headers?: Record<string, string>
    body?: FormData | Blob
  },
  options?: RequestOptions,
) => Promise<TransportResponse>

type Tokens = { token: () => Promise<string>; drop: () => void }

/** Gives up on a token that does not arrive in time. The next request fetches a new one. */
function inTime(coming: Promise<string>, drop: () => void): Promise<string> {
  let timer: ReturnType<typeof setTimeout>
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      drop()
      reject(new Error('no token arrived'))
    }, stallTimeoutMs)
  })
  return Promise.race([coming, late]).finally(() => clearTimeout(timer))
}

/** The specified upload API, with a token that is renewed after a 401. */
export function createHttpTransport(sendRequest: SendRequest, { token, drop }: Tokens): Transport {
  let lastDropped: string | null = null

  async function sendWithToken(
    request: Parameters<SendRequest>[0],
    options?: RequestOptions,
  ): Promise<TransportResponse> {
    for (let attempt = 1; ; attempt++) {
      const shown = await inTime(token(), drop).catch((error: { status?: number }) => ({ status: error.status ?? 0 }))
      if (typeof shown !== 'string') return { status: shown.status, body: null }
      // The upload may have been stopped while the token was fetched.
      options?.signal?.throwIfAborted()
      const answer = await sendRequest(
        { ...request, headers: { ...request.headers, authorization: `Bearer ${shown}` } },
        options,
      )
      if (answer.status !== 401 || attempt === 2) return answer
      // A parallel request may have dropped the refused token already.
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
      const answer = await sendWithToken(
        { method: 'POST', path: '/api/upload/chunked', headers, body },
        { onProgress, signal },
      )
      const reply = (answer.body ?? {}) as Partial<UploadChunkAnswer> & { error?: string; reason?: string }
      const { path, filename, fileId, received, error, reason } = reply
      return { status: answer.status, path, filename, fileId, received, error, reason } satisfies ChunkReply
    },

    async stored(sessionId) {
      const { status, body } = await sendWithToken({ method: 'GET', path: `/api/upload/sessions/${sessionId}` })
      if (status === 404) return null
      if (status !== 200) throw new Error('the server did not answer')
      return body as UploadSessionAnswer
    },

    async cancel(sessionId) {
      const { status } = await sendWithToken({ method: 'DELETE', path: `/api/upload/sessions/${sessionId}` })
      return status === 409 ? 'is-a-file' : 'given-up'
    },

    async ping(bytes) {
      const body = new Blob([new Uint8Array(bytes)])
      const signal = AbortSignal.timeout(maxSpeedTestMs)
      const answer = sendWithToken({ method: 'POST', path: '/api/upload/ping', body }, { signal })
      return answer.then(
        ({ status }) => status === 200,
        () => false,
      )
    },
  }
}

/** The fields come first, so that the server can reject a chunk before it arrives. */
function formOf(
  { sessionId, totalChunks, fileName, uploadOptions }: UploadSession,
  index: number,
  chunk: Blob,
): FormData {
  const { websiteId, productId, fileType, productName, artist, trackTitle, trackNumber, isAlbum } = uploadOptions
  const fields = {
    sessionId,
    chunkIndex: index,
    totalChunks,
    fileName,
    websiteId,
    productId,
    fileType,
    productName,
    artist,
    trackTitle,
    trackNumber,
    isAlbum,
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, String(value))
  form.append('chunk', chunk, 'chunk')
  return form
}

/** A connection without progress for this long is dead, even if the browser keeps it open. */
export const stallTimeoutMs = 60_000

/** XMLHttpRequest, because `fetch` does not report upload progress. */
export const requestByXhr: SendRequest = ({ method, path, headers = {}, body }, { onProgress, signal } = {}) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    let isStalled = false
    let timer: ReturnType<typeof setTimeout>
    const restartStallTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isStalled = true
        stop()
      }, stallTimeoutMs)
    }
    request.open(method, path)
    request.responseType = 'json'
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => {
      restartStallTimer()
      onProgress?.(loaded)
    }
    request.onreadystatechange = restartStallTimer
    request.onload = () => resolve({ status: request.status, body: request.response })
    request.onerror = () => resolve({ status: 0, body: null })
    request.onabort = () =>
      isStalled ? resolve({ status: 0, body: null }) : reject(new DOMException('The upload was stopped.', 'AbortError'))
    request.onloadend = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', stop)
    }
    signal?.addEventListener('abort', stop)
    restartStallTimer()
    request.send(body ?? null)
  })
