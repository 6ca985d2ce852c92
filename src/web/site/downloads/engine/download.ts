import { browserFailureReasons, type FailureReason } from '#domain/downloads/events.ts'
import { downloadSaveIntervalMs } from '#domain/downloads/limits.ts'
import {
  type DownloadSession,
  type DownloadSessionState,
  downloadChunks,
  isSessionOfFileVersion,
} from '#domain/downloads/session.ts'
import type { ByteRange } from '#domain/files/conditional-requests.ts'
import { downloadManagerTexts as texts } from '#domain/texts/own-download-words.ts'
import { DownloadError } from '#web/site/downloads/engine/failure.ts'
import { type ChunkFetcher, createChunkFetcher, withRetries } from '#web/site/downloads/engine/fetch-chunks.ts'
import type { DownloadDeps, FileToGet } from '#web/site/downloads/engine/types.ts'
import { createDownloadViewStore, type DownloadView, type DownloadViewStore } from '#web/site/downloads/engine/view.ts'

/** Chunks of one file that are fetched at once. */
const atOnce = 3

type DownloadOptions = { file: FileToGet; key: string; address: () => string }

type DownloadRun = {
  file: FileToGet
  key: string
  chunks: readonly ByteRange[]
  /** Indexes of the chunks in the store of the browser. */
  stored: Set<number>
  fetcher: ChunkFetcher
  view: DownloadViewStore
  deps: DownloadDeps
  /** Null while the download is not running. */
  controller: AbortController | null
  /** How long the download has run before `startedAt`, without pauses. */
  receivingMs: number
  startedAt: number
}

export type Download = ReturnType<typeof createDownload>

/** Downloads one file into the browser chunk by chunk, so that it can pause anywhere and resume there. */
export function createDownload({ file, key, address }: DownloadOptions, deps: DownloadDeps) {
  const chunks = downloadChunks(file)
  const run: DownloadRun = {
    file,
    key,
    chunks,
    stored: new Set(),
    fetcher: createChunkFetcher({ file, chunks, address, onBytes: () => show(run) }, deps),
    view: createDownloadViewStore(file.bytes, deps.elapsed),
    deps,
    controller: null,
    receivingMs: 0,
    startedAt: 0,
  }
  return {
    restore: () => restore(run),
    start: () => start(run),
    pause: () => pause(run),
    resume: () => resume(run),
    /** The buyer has saved the file: the next visit need not keep it. */
    markAsSaved: () => save(run, 'complete', { isTaken: true }).catch(() => {}),
    saveProgress: () => saveProgress(run),
    view: run.view.current,
    subscribe: run.view.subscribe,
  }
}

function show(run: DownloadRun, changes: Partial<DownloadView> = {}): void {
  const { stored, fetcher, view, controller } = run
  const bytes = [...stored].reduce((sum, index) => sum + fetcher.sizeOf(index), fetcher.partialBytes())
  view.update({ bytes, isRunning: controller !== null, changes })
}

function spentMs({ receivingMs, startedAt, controller, view, deps }: DownloadRun): number {
  return receivingMs + (controller && !view.current().isChecking ? deps.elapsed() - startedAt : 0)
}

async function save(
  run: DownloadRun,
  state: DownloadSessionState,
  changes: Pick<DownloadSession, 'isVerified' | 'isTaken'> = {},
): Promise<void> {
  const { key, file, deps } = run
  const { etag, bytes } = file
  await deps.store.save({ key, etag, bytes, state, receivingMs: spentMs(run), savedAt: deps.now(), ...changes })
}

/** The page may be closed before the next chunk is complete. */
async function saveProgress(run: DownloadRun): Promise<void> {
  if (run.controller) await save(run, 'in progress').catch(() => {})
}

/** Loads what an earlier visit has stored. */
async function restore(run: DownloadRun): Promise<void> {
  const { key, file, chunks, stored, deps } = run
  const session = await deps.store.session(key)
  if (!session) return
  if (!isSessionOfFileVersion(session, file, deps.now())) return deps.store.delete(key)
  if (session.state === 'complete') return restoreComplete(run, session)
  run.receivingMs = session.receivingMs
  for (const index of await deps.store.indexes(key)) if (index < chunks.length) stored.add(index)
  if (stored.size) show(run, { state: 'paused', sentence: texts.goOn })
}

/** A browser may have blocked the automatic save, so the file stays until the buyer has saved it. */
async function restoreComplete(run: DownloadRun, { isTaken, isVerified = false }: DownloadSession): Promise<void> {
  const { key, file, deps } = run
  if (isTaken) await deps.store.clear(key)
  const whole = new Blob(isTaken ? [] : await deps.store.chunks(key), { type: file.type })
  const isHere = whole.size === file.bytes
  show(run, { state: 'complete', bytes: file.bytes, ...(isHere && { file: whole, isVerified }) })
}

async function start(run: DownloadRun): Promise<void> {
  if (run.controller) return
  const { deps, stored, chunks, fetcher, view } = run
  run.controller = new AbortController()
  const { signal } = run.controller
  run.startedAt = deps.elapsed()
  view.resetSpeed()
  show(run, { state: 'in progress', sentence: null, waitsForNetwork: false, isChecking: false })
  const stopSaving = deps.every(downloadSaveIntervalMs, () => void saveProgress(run))
  try {
    await asStoreFailure(save(run, 'in progress'))
    // With all chunks stored, the server need not be asked: the link may have expired.
    if (stored.size < chunks.length) {
      await withRetries(signal, { work: () => fetcher.checkFile(signal) }, deps)
      await fetchMissing(run, signal)
    }
    await finish(run, signal)
  } catch (error) {
    await fail(run, error, signal)
  } finally {
    stopSaving()
  }
}

async function fail(run: DownloadRun, error: unknown, signal: AbortSignal): Promise<void> {
  // `pause` has updated the view already.
  if (signal.aborted) return
  const { deps } = run
  run.receivingMs = spentMs(run)
  run.controller?.abort()
  run.controller = null
  const failure = error instanceof DownloadError ? error : new DownloadError('connection', texts.connectionLost)
  if (failure.kind === 'connection' && !deps.isOnline()) {
    show(run, { state: 'paused', sentence: texts.offline, waitsForNetwork: true })
    return save(run, 'paused').catch(() => {})
  }
  if (isBrowserFailure(failure.kind)) deps.reportEvent({ type: 'failed', reason: failure.kind })
  show(run, { state: 'error', sentence: failure.message, isChecking: false })
  await save(run, 'error').catch(() => {})
}

async function pause(run: DownloadRun): Promise<void> {
  if (!run.controller || run.view.current().isChecking) return
  run.receivingMs = spentMs(run)
  run.controller.abort()
  run.controller = null
  show(run, { state: 'paused', sentence: null })
  run.deps.reportEvent({ type: 'paused' })
  await save(run, 'paused').catch(() => {})
}

async function resume(run: DownloadRun): Promise<void> {
  if (run.controller) return
  if (run.view.current().bytes) run.deps.reportEvent({ type: 'resumed' })
  await start(run)
}

async function fetchMissing(run: DownloadRun, signal: AbortSignal): Promise<void> {
  const { chunks, stored, fetcher, deps } = run
  const missing = chunks.flatMap((_, index) => (stored.has(index) ? [] : index))
  const worker = async () => {
    for (let next = missing.shift(); next !== undefined; next = missing.shift()) {
      const index = next
      const work = () => deps.inTurn(() => fetchAndStore(run, index, signal))
      await withRetries(signal, { work, received: () => fetcher.receivedOf(index) }, deps)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, missing.length) }, worker))
}

async function fetchAndStore(run: DownloadRun, index: number, signal: AbortSignal): Promise<void> {
  const { key, stored, fetcher, deps } = run
  const chunk = await fetcher.fetchChunk(index, signal)
  await asStoreFailure(deps.store.put(key, index, chunk))
  if (signal.aborted) return
  stored.add(index)
  fetcher.release(index)
  show(run)
}

/** Verifies the file. Damaged chunks are deleted, so that the next try fetches them again. */
async function finish(run: DownloadRun, signal: AbortSignal): Promise<void> {
  const { key, file, chunks, stored, deps } = run
  run.receivingMs = spentMs(run)
  show(run, { isChecking: true })
  const whole = new Blob(await asStoreFailure(deps.store.chunks(key)), { type: file.type })
  const damaged = await findDamagedChunks(whole, file, chunks, deps.digest)
  if (signal.aborted) return
  if (damaged?.length) {
    for (const index of damaged) {
      await asStoreFailure(deps.store.drop(key, index))
      stored.delete(index)
    }
    throw new DownloadError('damaged', texts.damaged)
  }
  run.controller = null
  const isVerified = damaged !== null
  await save(run, 'complete', { isVerified }).catch(() => {})
  if (isVerified) deps.reportEvent({ type: 'verified', durationMs: Math.max(1, Math.round(run.receivingMs)) })
  show(run, { state: 'complete', isChecking: false, file: whole, isVerified, isNew: true })
}

/**
 * Compares the SHA-256 of each piece with that of the server; null where the browser cannot compute it. Only one piece is
 * in memory at a time.
 */
async function findDamagedChunks(
  whole: Blob,
  { bytes, pieces, pieceBytes }: FileToGet,
  chunks: readonly ByteRange[],
  digest: DownloadDeps['digest'],
): Promise<number[] | null> {
  const damaged = new Set<number>()
  for (const [at, expected] of pieces.entries()) {
    const [from, end] = [at * pieceBytes, Math.min(bytes, (at + 1) * pieceBytes)]
    const found = await digest(whole.slice(from, end))
    if (found === null) return null
    if (found === expected) continue
    for (const [index, chunk] of chunks.entries()) if (chunk.from < end && chunk.to >= from) damaged.add(index)
  }
  return [...damaged]
}

const isFull = (error: unknown) => error instanceof DOMException && error.name === 'QuotaExceededError'

/** An error of the browser's store is not one of the connection. */
const asStoreFailure = <T>(storing: Promise<T>): Promise<T> =>
  storing.catch((error: unknown) => {
    throw new DownloadError('no-room', isFull(error) ? texts.noRoom : texts.notKept)
  })

const isBrowserFailure = (kind: FailureReason): kind is (typeof browserFailureReasons)[number] =>
  (browserFailureReasons as readonly FailureReason[]).includes(kind)
