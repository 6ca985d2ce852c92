import { fileUploadTexts } from '#domain/texts/own-admin-words.ts'
import { uploadSessionTexts, uploadTexts } from '#domain/texts/uploads.ts'
import { cleanupEveryMs, connectionProbeIntervalMs } from '#domain/uploads/limits.ts'
import { flowCheckMs } from '#domain/uploads/network.ts'
import type { UploadOptions } from '#domain/uploads/session.ts'
import { isSessionExpired } from '#domain/uploads/session.ts'
import { createUploadEntryList, type UploadEntry, type UploadEntryList } from '#web/admin/uploads/engine/entries.ts'
import { createMemoryMonitor } from '#web/admin/uploads/engine/memory-monitor.ts'
import { createNetworkMonitor } from '#web/admin/uploads/engine/network-monitor.ts'
import { createUploadResumer } from '#web/admin/uploads/engine/resume.ts'
import { type ChunkSender, createChunkSender } from '#web/admin/uploads/engine/sender.ts'
import type { EngineDeps } from '#web/admin/uploads/engine/types.ts'

/**
 * Uploads files in concurrent chunks, as many as the connection allows. Resumes after a pause, a lost connection or a
 * reload. Independent of React.
 */
export function createUploadEngine(deps: EngineDeps) {
  const entries = createUploadEntryList(deps.now)
  const memory = createMemoryMonitor(deps)
  const network = createNetworkMonitor(deps, memory)
  const sender = createChunkSender(deps, entries, network)
  const { add, resume, restore } = createUploadResumer(deps, entries, network, sender)
  entries.subscribe(() => (entries.isBusy() ? memory.start() : memory.stop()))
  const cancel = createCancel({ deps, entries, sender, entryOf })
  let stopLooking: (() => void) | null = null
  entries.subscribe(() => {
    if (entries.isBusy()) stopLooking ??= deps.every(flowCheckMs, sender.watchSpeed)
    else endLooking()
  })

  function endLooking(): void {
    stopLooking?.()
    stopLooking = null
  }

  function entryOf(sessionId: string): UploadEntry {
    const entry = entries.of(sessionId)
    if (!entry) throw new Error(uploadSessionTexts.notFound)
    return entry
  }

  function pauseAll(reason: string): void {
    for (const entry of entries.all()) sender.pause(entry, reason)
  }

  function resumeAll(): void {
    for (const entry of entries.all())
      if ((entry.file && entry.state === 'paused') || isLostHere(entry))
        void resume(entry.session.sessionId).catch(() => {})
  }

  const endings = [
    deps.onOnlineChange((isOnline) => (isOnline ? resumeAll() : pauseAll(fileUploadTexts.networkDisconnected))),
    deps.every(cleanupEveryMs, () => void forgetExpired(deps, entries)),
    deps.every(connectionProbeIntervalMs, createProbe({ deps, entries, resume })),
    memory.stop,
    endLooking,
  ]

  return {
    list: entries.views,
    subscribe: entries.subscribe,
    /** Called for every file that is complete. */
    whenComplete: sender.whenComplete,
    /** Notifies of uploads that continue under another session, with both ids. */
    whenRenewed: sender.whenRenewed,
    async add(files: Iterable<File>, optionsOf: (file: File, at: number) => UploadOptions): Promise<void> {
      let at = 0
      for (const file of files) await add(file, optionsOf(file, at++))
    },
    pause: (sessionId: string, reason: string = uploadTexts.manuallyPaused) => sender.pause(entryOf(sessionId), reason),
    pauseAll: () => pauseAll(uploadTexts.manuallyPaused),
    resume,
    resumeAll,
    cancel,
    clearCompleted: () => entries.keep(({ state }) => state !== 'completed'),
    restore,
    isBusy: entries.isBusy,
    hasUnsentFile: entries.hasUnsentFile,
    /** The local file of an uploaded file, while its upload is in the list. */
    fileOf: (fileId: string): File | null => entries.all().find((entry) => entry.fileId === fileId)?.file ?? null,
    metrics: sender.metrics,
    memory,
    /** Stops all uploads; they can be resumed. */
    close(): void {
      for (const end of endings) end()
      for (const { stop, release } of entries.all()) {
        stop.abort()
        void release?.()
      }
    },
  }
}

export type UploadEngine = ReturnType<typeof createUploadEngine>

type CancelDeps = {
  deps: EngineDeps
  entries: UploadEntryList
  sender: ChunkSender
  entryOf: (sessionId: string) => UploadEntry
}

function createCancel({ deps, entries, sender, entryOf }: CancelDeps) {
  const { store, transport } = deps

  /** The upload had become a file before it was cancelled: it is shown again, unless the file is deleted. */
  async function showCompleted(entry: UploadEntry): Promise<void> {
    const stored = await transport.stored(entry.session.sessionId).catch(() => undefined)
    if (stored === null) return
    entry.state = 'completed'
    entries.add(entry)
    await sender.complete(entry, stored?.fileId ?? null)
    entries.change(entry, { sentence: fileUploadTexts.cancelledTooLate })
  }

  /** Cancels an upload here and on the server. A complete one only leaves the list. */
  return async function cancel(sessionId: string): Promise<void> {
    const entry = entryOf(sessionId)
    entry.stop.abort()
    entry.sending.clear()
    entries.keep((each) => each !== entry)
    sender.pump()
    await entry.release?.()
    // Another tab continues it.
    if (await deps.isHeld(sessionId)) return
    await store.remove(sessionId).catch(() => {})
    if (entry.state === 'completed') return
    if ((await transport.cancel(sessionId).catch(() => null)) === 'is-a-file') await showCompleted(entry)
  }
}

async function forgetExpired({ store, now }: EngineDeps, entries: UploadEntryList): Promise<void> {
  for (const session of await store.all().catch(() => []))
    if (isSessionExpired(session, now())) await store.remove(session.sessionId).catch(() => {})
  entries.keep(({ state, session }) => state !== 'needs-file' || !isSessionExpired(session, now()))
}

const isLostHere = ({ state, isLost, file }: UploadEntry) => state === 'failed' && isLost && file !== null

type ProbeDeps = { deps: EngineDeps; entries: UploadEntryList; resume: (sessionId: string) => Promise<void> }

/** Not every browser fires `online`, and a lost connection is not always noticed. */
function createProbe({ deps, entries, resume }: ProbeDeps) {
  let isProbing = false
  async function probe(): Promise<void> {
    if (isProbing || !deps.isOnline() || !entries.all().some(isLostHere)) return
    isProbing = true
    const isBack = await deps.transport.ping(1).catch(() => false)
    isProbing = false
    if (!isBack) return
    for (const { session } of entries.all().filter(isLostHere)) void resume(session.sessionId).catch(() => {})
  }
  return () => void probe()
}
