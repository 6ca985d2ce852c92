import { fileUploadTexts } from '#domain/texts/own-admin-words.ts'
import { uiTexts } from '#domain/texts/ui.ts'
import { uploadTexts } from '#domain/texts/uploads.ts'
import { chunkRange } from '#domain/uploads/chunk-size.ts'
import { chunkRetries, chunkRetryDelayMs, isTemporaryStatus } from '#domain/uploads/limits.ts'
import type { NetworkMonitor } from '#web/admin/uploads/engine/network-monitor.ts'
import type { ChunkReply, ChunkToSend, EngineDeps } from '#web/admin/uploads/engine/types.ts'

/** A chunk that did not arrive; the status is the server's, or 0. */
export class ChunkSendError extends Error {
  readonly status: number
  /** How often it was sent. */
  readonly tries: number
  readonly reason: string | undefined

  constructor(message: string, { status, reason }: Pick<ChunkReply, 'status' | 'reason'>, tries: number) {
    super(message)
    this.status = status
    this.tries = tries
    this.reason = reason
  }
}

type Outcome = {
  reply: ChunkReply
  tries: number
  /** How long the successful try took on the connection. */
  lineMs: number
}
type Deps = Pick<EngineDeps, 'transport' | 'wait' | 'isOnline'> & Pick<NetworkMonitor, 'beginChunk'>

/** Sends a chunk with retries. */
export async function sendChunk({ transport, wait, isOnline, beginChunk }: Deps, chunk: ChunkToSend): Promise<Outcome> {
  const { from, to } = chunkRange(chunk.index, chunk.session.chunkSize, chunk.session.totalBytes)
  for (let retry = 0; ; retry++) {
    const sending = beginChunk(to - from)
    const onProgress = (bytes: number) => {
      sending.moved(bytes)
      chunk.onProgress(bytes)
    }
    let lineMs = 0
    const reply = await transport.send({ ...chunk, onProgress }).finally(() => {
      lineMs = sending.end()
    })
    chunk.signal.throwIfAborted()
    if (reply.status >= 200 && reply.status < 300) return { reply, tries: retry + 1, lineMs }
    const isLost = reply.status === 0 && !isOnline()
    if (isLost || !isTemporaryStatus(reply.status) || retry === chunkRetries)
      throw new ChunkSendError(sentenceOf(reply, isOnline()), reply, retry + 1)
    chunk.onProgress(0)
    await wait(chunkRetryDelayMs(retry + 1), chunk.signal)
    chunk.signal.throwIfAborted()
  }
}

function sentenceOf({ status, error }: ChunkReply, isOnline: boolean): string {
  if (status === 0) return isOnline ? fileUploadTexts.connectionLost : uiTexts.offline
  return error || uploadTexts.failed({ status })
}
