import { ourUploadTexts } from '#domain/texts/our-admin-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { uploadSessionTexts, uploadTexts } from '#domain/texts/uploads.ts'
import { chunkRange } from '#domain/uploads/chunk-size.ts'
import { appendLimited, chunkedAboveBytes, chunkRetries, metricsKept, retryDelay } from '#domain/uploads/limits.ts'
import {
  isSessionLost,
  isWrongKind,
  missingChunks,
  renewSession,
  withChunk,
  withChunks,
  withStatus,
} from '#domain/uploads/session.ts'
import { type Entries, isGoing, slotsUsed, type UploadEntry, viewOf } from '#web/admin/uploads/engine/entries.ts'
import type { NetworkMonitor } from '#web/admin/uploads/engine/network-monitor.ts'
import { ChunkFailed, sendChunk } from '#web/admin/uploads/engine/send-chunk.ts'
import type { ChunkMetric, EngineDeps, StoredProgress, UploadView } from '#web/admin/uploads/engine/types.ts'

/** Sends the chunks that are missing, as many at a time as the line bears, and sees each upload to its end. */
export function createSender(deps: EngineDeps, entries: Entries, network: NetworkMonitor) {
  const { store, transport, now } = deps
  let metrics: ChunkMetric[] = []
  const endings = new Set<(file: UploadView) => void>()
  const { renew, whenRenewed } = createRenewal(deps, entries, remember)

  /** Nothing that is only remembered may stop an upload. */
  async function remember({ session }: UploadEntry): Promise<void> {
    if (session.uploadOptions.enablePersistence !== false) await store.put(session).catch(() => {})
  }

  function pump(): void {
    let free = network.concurrency() - entries.all().reduce((sum, each) => sum + slotsUsed(each), 0)
    for (const entry of entries.all().filter((each) => each.isReady && isGoing(each))) {
      for (const index of missingChunks(entry.session)) {
        if (free <= 0) return
        if (entry.sending.has(index)) continue
        if (entry.session.uploadOptions.sequentialMode && slotsUsed(entry) > 0) break
        free--
        entry.sending.set(index, 0)
        void sendOne(entry, index, entry.stop.signal)
      }
    }
  }

  async function sendOne(entry: UploadEntry, index: number, signal: AbortSignal): Promise<void> {
    if (entry.state === 'waiting') entries.change(entry, { state: 'uploading', sentence: null })
    const { session, file } = entry
    const { from, to } = chunkRange(index, session.chunkSize, session.totalBytes)
    const began = now()
    const note = (status: number, tries: number) => {
      const { sessionId } = session
      const metric = { at: now(), sessionId, index, bytes: to - from, ms: now() - began, tries, status }
      metrics = appendLimited(metrics, metric, metricsKept)
    }
    try {
      const chunk = file!.slice(from, to)
      const sha256 = await deps.sha256(chunk)
      signal.throwIfAborted()
      const onProgress = (bytes: number) => {
        if (signal.aborted || !entry.sending.has(index)) return
        entry.sending.set(index, Math.min(bytes, to - from))
        entries.noteProgress(entry)
      }
      const sent = { session, index, chunk, sha256, onProgress, signal }
      const { reply, tries, lineMs } = await sendChunk({ ...deps, setOut: network.setOut }, sent)
      note(reply.status, tries)
      network.noteChunk(to - from, lineMs)
      const { delayBetweenChunks } = session.uploadOptions
      entry.sending.delete(index)
      if (delayBetweenChunks) entry.resting.add(index)
      entry.session = withChunk(entry.session, index, now())
      entries.noteProgress(entry)
      if (reply.fileId) await complete(entry, reply.fileId, reply.filename)
      // A server that has lost the session starts a new one silently: then fewer chunks are there than before.
      else if ((reply.received ?? Number.POSITIVE_INFINITY) <= session.uploadedChunks.length || isAllSent(entry))
        await askWhatIsThere(entry, signal)
      else await remember(entry)
      if (delayBetweenChunks && entry.state === 'uploading') await deps.wait(delayBetweenChunks, signal)
      // An abort has cleared `resting` already.
      if (!signal.aborted) entry.resting.delete(index)
      if (network.isTooSlow() && entry.state === 'uploading') pause(entry, ourUploadTexts.connectionTooSlow)
    } catch (error) {
      if (signal.aborted) return
      note(...(error instanceof ChunkFailed ? ([error.status, error.tries] as const) : ([0, 1] as const)))
      await stumble(entry, error)
    }
    pump()
  }

  const isAllSent = ({ session, sending }: UploadEntry) => sending.size === 0 && missingChunks(session).length === 0

  /** The server is right about what it has, whatever was answered before. */
  async function askWhatIsThere(entry: UploadEntry, signal: AbortSignal): Promise<void> {
    const known = new Set(entry.session.uploadedChunks)
    for (let retry = 1; ; retry++) {
      const there = await transport.stored(entry.session.sessionId).catch(() => undefined)
      signal.throwIfAborted()
      if (there !== undefined) {
        // Chunks may have arrived since the request.
        const since = entry.session.uploadedChunks.filter((index) => !known.has(index))
        return accept(entry, there && { ...there, uploadedChunks: [...there.uploadedChunks, ...since] })
      }
      if (retry > chunkRetries) throw new ChunkFailed(ourUploadTexts.connectionLost, { status: 0 }, retry)
      await deps.wait(retryDelay(retry), signal)
      signal.throwIfAborted()
    }
  }

  /** Continues with the chunks that the server has. If it does not know the session (null), all chunks are sent again. */
  async function accept(entry: UploadEntry, there: StoredProgress | null): Promise<void> {
    if (there?.fileId) return complete(entry, there.fileId)
    if (!there && entry.session.uploadedChunks.length > 0) return leaveSession(entry, uploadSessionTexts.notFound)
    let session = withChunks(entry.session, there?.uploadedChunks ?? [], now())
    const isAllThere = missingChunks(session).length === 0
    if (isAllThere && entry.isRepeated) return fail(entry, errorPanelTexts.unexpected)
    // All chunks are stored but there is no file: the server stopped in between. The next chunk completes it.
    if (isAllThere) session = withChunks(session, session.uploadedChunks.slice(0, -1), now())
    entries.change(entry, { session: { ...session, status: 'active' }, isRepeated: isAllThere })
    await remember(entry)
  }

  /** The next session may do; when it does not either, the upload has failed. */
  const leaveSession = (entry: UploadEntry, sentence: string) =>
    entry.isRenewed ? fail(entry, sentence) : renew(entry)

  async function stumble(entry: UploadEntry, error: unknown): Promise<void> {
    if (!(error instanceof ChunkFailed)) {
      // The file was moved or changed after it was chosen.
      const isGone = error instanceof DOMException && error.name !== 'AbortError'
      return fail(entry, isGone ? uploadTexts.fileChanged : errorPanelTexts.unexpected)
    }
    if (isSessionLost(error)) return leaveSession(entry, error.message)
    if (error.status === 401) return pause(entry, ourUploadTexts.signedOut)
    if (error.status === 0 && !deps.isOnline()) return pause(entry, ourUploadTexts.networkDisconnected)
    await fail(entry, error.message, { isLost: error.status === 0, isRefused: isWrongKind(error) })
  }

  async function fail(
    entry: UploadEntry,
    sentence: string,
    { isLost = false, isRefused = false }: { isLost?: boolean; isRefused?: boolean } = {},
  ): Promise<void> {
    const session = { ...withStatus(entry.session, 'failed', now()), failure: isLost ? null : sentence, isRefused }
    entries.halt(entry, { state: 'failed', sentence, isLost, session })
    await remember(entry)
    pump()
  }

  function pause(entry: UploadEntry, reason: string): void {
    if (!isGoing(entry)) return
    entries.halt(entry, { state: 'paused', sentence: uploadTexts.paused({ reason }) })
    void remember(entry)
    pump()
  }

  /** While chunks are sent: one may take an hour on a slow connection. Small files continue. */
  function watchSpeed(): void {
    if (!network.hasBecomeTooSlow()) return
    for (const entry of entries.all())
      if (entry.state === 'uploading' && entry.session.totalBytes > chunkedAboveBytes)
        pause(entry, ourUploadTexts.connectionTooSlow)
  }

  async function complete(entry: UploadEntry, fileId: string | null, filename = entry.session.fileName): Promise<void> {
    const session = { ...withStatus(entry.session, 'completed', now()), fileName: filename }
    entries.halt(entry, { state: 'completed', fileId, sentence: null, session })
    network.adapt()
    void entry.release?.()
    await store.remove(session.sessionId).catch(() => {})
    for (const ended of endings) ended(viewOf(entry))
  }

  return {
    pump,
    pause,
    fail,
    accept,
    complete,
    remember,
    watchSpeed,
    whenRenewed,
    metrics: (): readonly ChunkMetric[] => metrics,
    whenComplete(ended: (file: UploadView) => void) {
      endings.add(ended)
      return () => void endings.delete(ended)
    },
  }
}

export type ChunkSender = ReturnType<typeof createSender>

type Follower = (former: string, sessionId: string) => void

/** Moves an upload to a new session when the server refuses the old one. */
export function createRenewal(deps: EngineDeps, entries: Entries, remember: (entry: UploadEntry) => Promise<void>) {
  const { store, now } = deps
  const followers = new Set<Follower>()

  /** Sends the file again under a new session. Only once per resume: else it might never end. */
  async function renew(entry: UploadEntry): Promise<void> {
    const { session: former, release } = entry
    const sessionId = deps.newId()
    const session = renewSession(former, sessionId, now())
    const renewed = { isRenewed: true, isRepeated: false, release: deps.hold(sessionId) }
    entries.halt(entry, { session, state: 'waiting', ...renewed })
    for (const follow of followers) follow(former.sessionId, sessionId)
    await remember(entry)
    await release?.()
    // Another tab continues it.
    if (await deps.isHeld(former.sessionId)) return
    await store.remove(former.sessionId).catch(() => {})
  }

  return {
    renew,
    whenRenewed(follow: Follower) {
      followers.add(follow)
      return () => void followers.delete(follow)
    },
  }
}
