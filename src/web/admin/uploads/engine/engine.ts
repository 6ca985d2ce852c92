import { ourUploadTexts } from '#domain/texts/our-upload-words.ts'
import { errorPanelTexts, uiTexts } from '#domain/texts/ui.ts'
import { uploadSessionTexts, uploadTexts } from '#domain/texts/uploads.ts'
import { pace, type Sample, sampled } from '#domain/ui/pace.ts'
import { adaptedChunk, chunkBytesFor, chunkRange } from '#domain/uploads/chunk-size.ts'
import { chunkedAboveBytes, cleanupEveryMs, kept, metricsKept, standardChunkBytes } from '#domain/uploads/limits.ts'
import { bearableChunk, hasRoomFor } from '#domain/uploads/memory.ts'
import { concurrencyOf, isSuitable, qualityOf } from '#domain/uploads/network.ts'
import type { UploadOptions } from '#domain/uploads/options.ts'
import {
  begunSession,
  checkSize,
  checkUnchanged,
  isExpired,
  isFileOf,
  isRecoverable,
  missingChunks,
  type UploadSession,
  withChunk,
  withChunks,
  withStatus,
} from '#domain/uploads/session.ts'
import { expectedSpeed, fewestSpeeds, type SpeedHistory, withSpeed } from '#domain/uploads/speed.ts'
import { memoryMonitor } from '#web/admin/uploads/engine/memory-monitor.ts'
import { ChunkFailed, sendChunk } from '#web/admin/uploads/engine/send-chunk.ts'
import type { ChunkMetric, Surroundings, UploadState, UploadView } from '#web/admin/uploads/engine/types.ts'

type Entry = {
  session: UploadSession
  file: File | null
  state: UploadState
  sentence: string | null
  /** Whether it failed for want of a connection, and goes on with one. */
  isLost: boolean
  fileId: string | null
  /** Chunks on their way, with how much of each has gone. */
  sending: Map<number, number>
  stop: AbortController
  samples: Sample[]
}

const pingBytes = 256 * 1024

/**
 * Sends files in chunks, several at a time, as many as the line bears; remembers how far it came; goes on after a pause,
 * a lost connection, or on another day. It knows nothing of screens.
 */
export function createUploads(around: Surroundings) {
  const { transport, store, now } = around
  let entries: Entry[] = []
  let views: readonly UploadView[] = []
  let speeds: SpeedHistory = []
  let nextChunk: number | undefined
  let metrics: ChunkMetric[] = []
  let isPinged = false
  const readers = new Set<() => void>()
  const endings = new Set<(file: UploadView) => void>()
  const memory = memoryMonitor(around)

  function tell(): void {
    views = entries.map(viewOf)
    if (isBusy()) memory.start()
    else memory.stop()
    for (const read of readers) read()
  }

  function viewOf({ session, state, sentence, sending, samples, fileId }: Entry): UploadView {
    const sentBytes = sentOf(session, sending)
    const going = state === 'uploading' ? pace(samples, session.totalBytes) : null
    return {
      ...{ sessionId: session.sessionId, fileName: session.fileName, totalBytes: session.totalBytes, sentBytes },
      ...{ state, sentence, fileId, options: session.uploadOptions },
      bytesPerSecond: going?.perSecond ?? null,
      secondsLeft: going?.secondsLeft ?? null,
    }
  }

  const isBusy = () => entries.some(({ state }) => state === 'waiting' || state === 'uploading')
  const entryOf = (sessionId: string) => entries.find(({ session }) => session.sessionId === sessionId)

  /** Nothing that is only remembered may stop an upload. */
  async function remember({ session }: Entry): Promise<void> {
    if (session.uploadOptions.enablePersistence !== false) await store.put(session).catch(() => {})
  }

  function change(entry: Entry, changes: Partial<Entry>): void {
    Object.assign(entry, changes)
    tell()
  }

  /** Ends what is on its way; what has arrived stays. */
  function halt(entry: Entry, changes: Partial<Entry>): void {
    entry.stop.abort()
    entry.sending.clear()
    change(entry, { stop: new AbortController(), samples: [], ...changes })
  }

  async function fail(entry: Entry, sentence: string, isLost = false): Promise<void> {
    halt(entry, { state: 'failed', sentence, isLost, session: withStatus(entry.session, 'failed', now()) })
    await remember(entry)
    pump()
  }

  const speed = () => expectedSpeed(speeds)
  function concurrency(): number {
    const status = memory.status()
    if (status === 'critical' || status === 'danger') return 1
    const known = speed()
    return concurrencyOf[known === null ? 'good' : qualityOf(known)]
  }

  function pump(): void {
    let free = concurrency() - entries.reduce((sum, { sending }) => sum + sending.size, 0)
    for (const entry of entries) {
      if (entry.state !== 'waiting' && entry.state !== 'uploading') continue
      for (const index of missingChunks(entry.session)) {
        if (free <= 0) return
        if (entry.sending.has(index)) continue
        if (entry.session.uploadOptions.sequentialMode && entry.sending.size > 0) break
        free--
        entry.sending.set(index, 0)
        void sendOne(entry, index, entry.stop.signal)
      }
    }
  }

  async function sendOne(entry: Entry, index: number, signal: AbortSignal): Promise<void> {
    if (entry.state === 'waiting') change(entry, { state: 'uploading', sentence: null })
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
        noteProgress(entry)
      }
      const { reply, tries } = await sendChunk(around, { session, index, chunk, sha256, onProgress, signal })
      note(reply.status, tries)
      speeds = withSpeed(speeds, to - from, (now() - began) / Math.max(1, entry.sending.size))
      entry.sending.delete(index)
      entry.session = withChunk(entry.session, index, now())
      noteProgress(entry)
      await (reply.fileId ? complete(entry, reply.fileId, reply.filename) : remember(entry))
      const { delayBetweenChunks } = entry.session.uploadOptions
      if (delayBetweenChunks && entry.state === 'uploading') await around.wait(delayBetweenChunks, signal)
      if (tooSlow() && entry.state === 'uploading') pause(entry.session.sessionId, ourUploadTexts.connectionTooSlow)
    } catch (error) {
      if (signal.aborted) return
      note(error instanceof ChunkFailed ? error.status : 0, 1)
      await stumble(entry, error)
    }
    pump()
  }

  function noteProgress(entry: Entry): void {
    entry.samples = sampled(entry.samples, { ms: now(), bytes: sentOf(entry.session, entry.sending) })
    tell()
  }

  async function stumble(entry: Entry, error: unknown): Promise<void> {
    const { sessionId } = entry.session
    if (!(error instanceof ChunkFailed)) {
      // The file was there when it was chosen: it has been moved, or written to.
      const isGone = error instanceof DOMException && error.name !== 'AbortError'
      return fail(entry, isGone ? uploadTexts.fileChanged : errorPanelTexts.unexpected)
    }
    if (error.status === 401) return pause(sessionId, ourUploadTexts.signedOut)
    if (error.status === 0 && !around.isOnline()) return pause(sessionId, ourUploadTexts.networkDisconnected)
    await fail(entry, error.message, error.status === 0)
  }

  const tooSlow = () => speeds.length >= fewestSpeeds && !isSuitable(speed()!)

  async function complete(entry: Entry, fileId: string, filename = entry.session.fileName): Promise<void> {
    const session = { ...withStatus(entry.session, 'completed', now()), fileName: filename }
    halt(entry, { state: 'completed', fileId, sentence: null, session })
    nextChunk = adaptedChunk(nextChunk ?? standardChunkBytes, speeds)
    await store.remove(session.sessionId).catch(() => {})
    for (const ended of endings) ended(viewOf(entry))
    if (!isBusy()) tell()
  }

  /** Throws for what cannot be begun now. Small files are worth a try on any line. */
  async function checkLine(file: File, chunkSize: number): Promise<void> {
    if (!around.isOnline()) throw new Error(uiTexts.offline)
    if (memory.status() === 'danger' || !hasRoomFor(memory.used(), chunkSize)) throw new Error(uploadTexts.memoryShort)
    if (file.size <= chunkedAboveBytes) return
    if (!isPinged && !speeds.length) {
      const began = now()
      if (await transport.ping(pingBytes)) speeds = withSpeed(speeds, pingBytes, Math.max(1, now() - began))
      isPinged = true
    }
    const known = speed()
    if (known !== null && !isSuitable(known)) throw new Error(uploadTexts.networkUnsuitable)
  }

  function newEntry(session: UploadSession, file: File | null, state: UploadState): Entry {
    const fresh = { isLost: false, fileId: null, sending: new Map(), stop: new AbortController(), samples: [] }
    return { session, file, state, sentence: null, ...fresh }
  }

  /** A file of this kind that was begun on this device, and can be gone on with. */
  function resumable(file: File, options: UploadOptions): Entry | undefined {
    return entries.find(
      ({ state, session }) =>
        (state === 'needs-file' || (state === 'failed' && isRecoverable(session, now()))) &&
        session.uploadOptions.productId === options.productId &&
        session.uploadOptions.fileType === options.fileType &&
        isFileOf(session, file),
    )
  }

  async function addOne(file: File, options: UploadOptions): Promise<void> {
    const known = resumable(file, options)
    if (known) return goOn(known, file)
    const bearable = bearableChunk(memory.status())
    const quality = speed() === null ? undefined : qualityOf(speed()!)
    const asked = { fileBytes: file.size, asked: options.chunkSize, quality, adapted: nextChunk, bearable }
    const chunkSize = chunkBytesFor(asked)
    const sessionId = around.newId()
    try {
      const entry = newEntry(begunSession({ sessionId, file, chunkSize, options, now: now() }), file, 'waiting')
      entries = [...entries, entry]
      tell()
      await checkLine(file, chunkSize).catch((error) => fail(entry, error.message))
      if (entry.state === 'waiting') await remember(entry)
    } catch (error) {
      // Nothing that could ever be sent; it stays in the list with its reason.
      const facts = { type: file.type, size: file.size, lastModified: file.lastModified }
      const session: UploadSession = {
        ...{ sessionId, fileName: options.targetFilename || file.name, totalChunks: 1, chunkSize: 1 },
        ...{ uploadedChunks: [], totalBytes: file.size, uploadedBytes: 0, createdAt: now(), lastActivity: now() },
        ...{ fileMetadata: facts, uploadOptions: options, status: 'failed' },
      }
      const sentence = error instanceof Error ? error.message : errorPanelTexts.unexpected
      entries = [...entries, { ...newEntry(session, null, 'failed'), sentence }]
      tell()
    }
    pump()
  }

  /** Asks the server what it has: it may be more than is known here, or nothing any more. */
  async function goOn(entry: Entry, file: File): Promise<void> {
    change(entry, { file, state: 'waiting', sentence: null, isLost: false, stop: new AbortController() })
    const { signal } = entry.stop
    try {
      // Of a session without a chunk it has most likely never heard.
      const isBegun = entry.session.uploadedChunks.length > 0
      const there = isBegun ? await transport.stored(entry.session.sessionId) : null
      if (signal.aborted) return
      if (there?.fileId) return await complete(entry, there.fileId)
      // All there and yet no file: the server died in between. Whatever comes next makes it one.
      const stored = there?.uploadedChunks ?? []
      const session = withChunks(entry.session, stored.slice(0, entry.session.totalChunks - 1), now())
      change(entry, { session: { ...session, status: 'active' } })
      await remember(entry)
    } catch {
      // It cannot be asked just now: what is known here will do, and a chunk that is there already is answered as such.
      change(entry, { session: { ...entry.session, status: 'active' } })
    }
    pump()
  }

  function pause(sessionId: string, reason: string = uploadTexts.manuallyPaused): void {
    const entry = entryOf(sessionId)
    if (!entry) throw new Error(uploadSessionTexts.notFound)
    if (entry.state !== 'waiting' && entry.state !== 'uploading') return
    halt(entry, { state: 'paused', sentence: uploadTexts.paused({ reason }) })
    void remember(entry)
    pump()
  }

  /** Goes on where it stopped; with the file, if it was lost with the page. */
  async function resume(sessionId: string, file?: File): Promise<void> {
    const entry = entryOf(sessionId)
    if (!entry) throw new Error(uploadSessionTexts.notInStorage({ id: sessionId }))
    if (entry.state === 'completed') throw new Error(uploadSessionTexts.alreadyCompleted({ id: sessionId }))
    if (entry.state === 'waiting' || entry.state === 'uploading')
      throw new Error(uploadSessionTexts.alreadyActive({ id: sessionId }))
    const known = file ?? entry.file
    if (!known) throw new Error(uploadSessionTexts.fileMissing)
    checkSize(known.size)
    checkUnchanged(entry.session, known)
    await goOn(entry, known)
  }

  function resumeAll(): void {
    for (const { state, isLost, session, file } of entries)
      if (file && (state === 'paused' || (state === 'failed' && isLost))) void resume(session.sessionId).catch(() => {})
  }

  /** Gives it up, here and on the server. One that has come to its end only goes from the list. */
  async function cancel(sessionId: string): Promise<void> {
    const entry = entryOf(sessionId)
    if (!entry) throw new Error(uploadSessionTexts.notFound)
    entry.stop.abort()
    entry.sending.clear()
    entries = entries.filter((each) => each !== entry)
    tell()
    pump()
    await store.remove(sessionId).catch(() => {})
    if (entry.state !== 'completed') await transport.cancel(sessionId).catch(() => {})
  }

  /** What this device remembers from before; those that are too old are forgotten. */
  async function restore(): Promise<void> {
    const remembered = await store.all().catch(() => [])
    for (const session of remembered) {
      if (entryOf(session.sessionId)) continue
      if (!isRecoverable(session, now())) {
        if (isExpired(session, now()) || session.status === 'completed')
          await store.remove(session.sessionId).catch(() => {})
        continue
      }
      entries = [...entries, { ...newEntry(session, null, 'needs-file'), sentence: ourUploadTexts.needsFile }]
    }
    tell()
  }

  const stopListening = around.onOnlineChange((isOnline) => {
    if (isOnline) return resumeAll()
    for (const { state, session } of entries)
      if (state === 'waiting' || state === 'uploading') pause(session.sessionId, ourUploadTexts.networkDisconnected)
  })
  const stopCleaning = around.every(cleanupEveryMs, async () => {
    for (const session of await store.all().catch(() => []))
      if (isExpired(session, now())) await store.remove(session.sessionId).catch(() => {})
    entries = entries.filter(({ state, session }) => state !== 'needs-file' || !isExpired(session, now()))
    tell()
  })

  return {
    list: () => views,
    subscribe(read: () => void) {
      readers.add(read)
      return () => void readers.delete(read)
    },
    /** Hears of every file that is complete. */
    whenComplete(ended: (file: UploadView) => void) {
      endings.add(ended)
      return () => void endings.delete(ended)
    },
    async add(files: Iterable<File>, optionsOf: (file: File, at: number) => UploadOptions): Promise<void> {
      let at = 0
      for (const file of files) await addOne(file, optionsOf(file, at++))
    },
    pause,
    pauseAll: () => {
      for (const { state, session } of entries)
        if (state === 'waiting' || state === 'uploading') pause(session.sessionId)
    },
    resume,
    resumeAll,
    retry: (sessionId: string) => resume(sessionId),
    cancel,
    clearCompleted(): void {
      entries = entries.filter(({ state }) => state !== 'completed')
      tell()
    },
    restore,
    isBusy,
    metrics: (): readonly ChunkMetric[] => metrics,
    memory,
    /** Stops everything; what has arrived can be gone on with. */
    close(): void {
      stopListening()
      stopCleaning()
      memory.stop()
      for (const entry of entries) entry.stop.abort()
    },
  }
}

export type Uploads = ReturnType<typeof createUploads>

const sentOf = (session: UploadSession, sending: ReadonlyMap<number, number>): number =>
  session.uploadedBytes + [...sending.values()].reduce((sum, bytes) => sum + bytes, 0)
