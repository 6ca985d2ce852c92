import { ourUploadTexts } from '#domain/texts/our-upload-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { uploadSessionTexts, uploadTexts } from '#domain/texts/uploads.ts'
import { chunkRange } from '#domain/uploads/chunk-size.ts'
import { chunkedAboveBytes, kept, metricsKept } from '#domain/uploads/limits.ts'
import { chunkRetries, retryDelay } from '#domain/uploads/retry.ts'
import {
  isNoSuchFile,
  isWithoutSession,
  missingChunks,
  withChunk,
  withChunks,
  withStatus,
} from '#domain/uploads/session.ts'
import { type Entries, type Entry, isGoing, placesOf, viewOf } from '#web/admin/uploads/engine/entries.ts'
import type { Line } from '#web/admin/uploads/engine/line.ts'
import { createRenewal } from '#web/admin/uploads/engine/renewal.ts'
import { ChunkFailed, sendChunk } from '#web/admin/uploads/engine/send-chunk.ts'
import type { ChunkMetric, Stored, Surroundings, UploadView } from '#web/admin/uploads/engine/types.ts'

/** Sends the chunks that are missing, as many at a time as the line bears, and sees each upload to its end. */
export function createSender(around: Surroundings, entries: Entries, line: Line) {
  const { store, transport, now } = around
  let metrics: ChunkMetric[] = []
  const endings = new Set<(file: UploadView) => void>()
  const { renew, whenRenewed } = createRenewal(around, entries, remember)

  /** Nothing that is only remembered may stop an upload. */
  async function remember({ session }: Entry): Promise<void> {
    if (session.uploadOptions.enablePersistence !== false) await store.put(session).catch(() => {})
  }

  function pump(): void {
    let free = line.concurrency() - entries.all().reduce((sum, each) => sum + placesOf(each), 0)
    for (const entry of entries.all().filter((each) => each.isReady && isGoing(each))) {
      for (const index of missingChunks(entry.session)) {
        if (free <= 0) return
        if (entry.sending.has(index)) continue
        if (entry.session.uploadOptions.sequentialMode && placesOf(entry) > 0) break
        free--
        entry.sending.set(index, 0)
        void sendOne(entry, index, entry.stop.signal)
      }
    }
  }

  async function sendOne(entry: Entry, index: number, signal: AbortSignal): Promise<void> {
    if (entry.state === 'waiting') entries.change(entry, { state: 'uploading', sentence: null })
    const { session, file } = entry
    const { from, to } = chunkRange(index, session.chunkSize, session.totalBytes)
    const began = now()
    const note = (status: number, tries: number) => {
      const { sessionId } = session
      const metric = { at: now(), sessionId, index, bytes: to - from, ms: now() - began, tries, status }
      metrics = kept(metrics, metric, metricsKept)
    }
    try {
      const chunk = file!.slice(from, to)
      const sha256 = await around.sha256(chunk)
      signal.throwIfAborted()
      const onProgress = (bytes: number) => {
        if (signal.aborted || !entry.sending.has(index)) return
        entry.sending.set(index, Math.min(bytes, to - from))
        entries.noteProgress(entry)
      }
      const sent = { session, index, chunk, sha256, onProgress, signal }
      const { reply, tries, lineMs } = await sendChunk({ ...around, setOut: line.setOut }, sent)
      note(reply.status, tries)
      line.noteChunk(to - from, lineMs)
      const { delayBetweenChunks } = session.uploadOptions
      entry.sending.delete(index)
      if (delayBetweenChunks) entry.resting.add(index)
      entry.session = withChunk(entry.session, index, now())
      entries.noteProgress(entry)
      if (reply.fileId) await complete(entry, reply.fileId, reply.filename)
      // What was there when this one set out must still be: a server that has forgotten it begins anew without a word.
      else if ((reply.received ?? Number.POSITIVE_INFINITY) <= session.uploadedChunks.length || isAllSent(entry))
        await askWhatIsThere(entry, signal)
      else await remember(entry)
      if (delayBetweenChunks && entry.state === 'uploading') await around.wait(delayBetweenChunks, signal)
      // Whoever stopped it has given its places away.
      if (!signal.aborted) entry.resting.delete(index)
      if (line.isTooSlow() && entry.state === 'uploading') pause(entry, ourUploadTexts.connectionTooSlow)
    } catch (error) {
      if (signal.aborted) return
      note(...(error instanceof ChunkFailed ? ([error.status, error.tries] as const) : ([0, 1] as const)))
      await stumble(entry, error)
    }
    pump()
  }

  const isAllSent = ({ session, sending }: Entry) => sending.size === 0 && missingChunks(session).length === 0

  /** The server is right about what it has, whatever was answered before. */
  async function askWhatIsThere(entry: Entry, signal: AbortSignal): Promise<void> {
    const known = new Set(entry.session.uploadedChunks)
    for (let retry = 1; ; retry++) {
      const there = await transport.stored(entry.session.sessionId).catch(() => undefined)
      signal.throwIfAborted()
      if (there !== undefined) {
        // What has arrived since it was asked is there too.
        const since = entry.session.uploadedChunks.filter((index) => !known.has(index))
        return accept(entry, there && { ...there, uploadedChunks: [...there.uploadedChunks, ...since] })
      }
      if (retry > chunkRetries) throw new ChunkFailed(ourUploadTexts.connectionLost, { status: 0 }, retry)
      await around.wait(retryDelay(retry), signal)
      signal.throwIfAborted()
    }
  }

  /** Goes on from what the server has. Where it knows nothing (null) of what it was sent, all is sent anew. */
  async function accept(entry: Entry, there: Stored | null): Promise<void> {
    if (there?.fileId) return complete(entry, there.fileId)
    if (!there && entry.session.uploadedChunks.length > 0) return leaveSession(entry, uploadSessionTexts.notFound)
    let session = withChunks(entry.session, there?.uploadedChunks ?? [], now())
    const isAllThere = missingChunks(session).length === 0
    if (isAllThere && entry.isRepeated) return fail(entry, errorPanelTexts.unexpected)
    // All there and yet no file: the server died in between. Whatever comes next makes it one.
    if (isAllThere) session = withChunks(session, session.uploadedChunks.slice(0, -1), now())
    entries.change(entry, { session: { ...session, status: 'active' }, isRepeated: isAllThere })
    await remember(entry)
  }

  /** The next session may do; when it does not either, the upload has failed. */
  const leaveSession = (entry: Entry, sentence: string) => (entry.isRenewed ? fail(entry, sentence) : renew(entry))

  async function stumble(entry: Entry, error: unknown): Promise<void> {
    if (!(error instanceof ChunkFailed)) {
      // The file was there when it was chosen: it has been moved, or written to.
      const isGone = error instanceof DOMException && error.name !== 'AbortError'
      return fail(entry, isGone ? uploadTexts.fileChanged : errorPanelTexts.unexpected)
    }
    if (isWithoutSession(error)) return leaveSession(entry, error.message)
    if (error.status === 401) return pause(entry, ourUploadTexts.signedOut)
    if (error.status === 0 && !around.isOnline()) return pause(entry, ourUploadTexts.networkDisconnected)
    await fail(entry, error.message, { isLost: error.status === 0, isRefused: isNoSuchFile(error) })
  }

  async function fail(
    entry: Entry,
    sentence: string,
    { isLost = false, isRefused = false }: { isLost?: boolean; isRefused?: boolean } = {},
  ): Promise<void> {
    const session = { ...withStatus(entry.session, 'failed', now()), failure: isLost ? null : sentence, isRefused }
    entries.halt(entry, { state: 'failed', sentence, isLost, session })
    await remember(entry)
    pump()
  }

  function pause(entry: Entry, reason: string): void {
    if (!isGoing(entry)) return
    entries.halt(entry, { state: 'paused', sentence: uploadTexts.paused({ reason }) })
    void remember(entry)
    pump()
  }

  /** While chunks are on their way: a chunk may take an hour on a line that has become slow. Small files go on. */
  function watchSpeed(): void {
    if (!line.hasBecomeTooSlow()) return
    for (const entry of entries.all())
      if (entry.state === 'uploading' && entry.session.totalBytes > chunkedAboveBytes)
        pause(entry, ourUploadTexts.connectionTooSlow)
  }

  async function complete(entry: Entry, fileId: string | null, filename = entry.session.fileName): Promise<void> {
    const session = { ...withStatus(entry.session, 'completed', now()), fileName: filename }
    entries.halt(entry, { state: 'completed', fileId, sentence: null, session })
    line.adapt()
    void entry.release?.()
    await store.remove(session.sessionId).catch(() => {})
    for (const ended of endings) ended(viewOf(entry))
  }

  return {
    ...{
      pump,
      pause,
      fail,
      accept,
      complete,
      remember,
      watchSpeed,
      whenRenewed,
      metrics: (): readonly ChunkMetric[] => metrics,
    },
    whenComplete(ended: (file: UploadView) => void) {
      endings.add(ended)
      return () => void endings.delete(ended)
    },
  }
}

export type Sender = ReturnType<typeof createSender>
