import { ourUploadTexts } from '#domain/texts/our-admin-words.ts'
import { uploadSessionTexts, uploadTexts } from '#domain/texts/uploads.ts'
import { cleanupEveryMs, probeEveryMs } from '#domain/uploads/limits.ts'
import { flowCheckMs } from '#domain/uploads/network.ts'
import type { UploadOptions } from '#domain/uploads/session.ts'
import { isExpired } from '#domain/uploads/session.ts'
import { entryList, type UploadEntry } from '#web/admin/uploads/engine/entries.ts'
import { memoryMonitor } from '#web/admin/uploads/engine/memory-monitor.ts'
import { monitorNetwork } from '#web/admin/uploads/engine/network-monitor.ts'
import { createResume } from '#web/admin/uploads/engine/resume.ts'
import { createSender } from '#web/admin/uploads/engine/sender.ts'
import type { EngineDeps } from '#web/admin/uploads/engine/types.ts'

/**
 * Sends files in chunks, several at a time, as many as the line bears; remembers how far it came; goes on after a pause,
 * a lost connection, or on another day. It knows nothing of screens.
 */
export function createUploads(deps: EngineDeps) {
  const { transport, store, now } = deps
  const entries = entryList(now)
  const memory = memoryMonitor(deps)
  const network = monitorNetwork(deps, memory)
  const sender = createSender(deps, entries, network)
  const { add, resume, restore } = createResume(deps, entries, network, sender)
  entries.subscribe(() => (entries.isBusy() ? memory.start() : memory.stop()))
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

  /** Gives it up, here and on the server. One that has come to its end only goes from the list. */
  async function cancel(sessionId: string): Promise<void> {
    const entry = entryOf(sessionId)
    entry.stop.abort()
    entry.sending.clear()
    entries.keep((each) => each !== entry)
    sender.pump()
    await entry.release?.()
    // Another tab goes on with it.
    if (await deps.isHeld(sessionId)) return
    await store.remove(sessionId).catch(() => {})
    if (entry.state === 'completed') return
    if ((await transport.cancel(sessionId).catch(() => null)) === 'is-a-file') await bringBack(entry)
  }

  /** It was a file before it was given up, and belongs to the product: its owner sees so, unless it is deleted again. */
  async function bringBack(entry: UploadEntry): Promise<void> {
    const there = await transport.stored(entry.session.sessionId).catch(() => undefined)
    if (there === null) return
    entry.state = 'completed'
    entries.add(entry)
    await sender.complete(entry, there?.fileId ?? null)
    entries.change(entry, { sentence: ourUploadTexts.cancelledTooLate })
  }

  async function forgetExpired(): Promise<void> {
    for (const session of await store.all().catch(() => []))
      if (isExpired(session, now())) await store.remove(session.sessionId).catch(() => {})
    entries.keep(({ state, session }) => state !== 'needs-file' || !isExpired(session, now()))
  }

  const isLostHere = ({ state, isLost, file }: UploadEntry) => state === 'failed' && isLost && file !== null
  let isProbing = false

  /** Not every browser hears that the connection is back, and not every one that was away was ever told so. */
  async function probe(): Promise<void> {
    if (isProbing || !deps.isOnline() || !entries.all().some(isLostHere)) return
    isProbing = true
    const isBack = await transport.ping(1).catch(() => false)
    isProbing = false
    if (!isBack) return
    for (const { session } of entries.all().filter(isLostHere)) void resume(session.sessionId).catch(() => {})
  }

  const endings = [
    deps.onOnlineChange((isOnline) => (isOnline ? resumeAll() : pauseAll(ourUploadTexts.networkDisconnected))),
    deps.every(cleanupEveryMs, () => void forgetExpired()),
    deps.every(probeEveryMs, () => void probe()),
    memory.stop,
    endLooking,
  ]

  return {
    list: entries.views,
    subscribe: entries.subscribe,
    /** Hears of every file that is complete. */
    whenComplete: sender.whenComplete,
    /** Hears of every upload that goes on under another session, by the ids of both. */
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
    /** What was sent from here as this file of the server's, as long as it is in the list. */
    fileOf: (fileId: string): File | null => entries.all().find((entry) => entry.fileId === fileId)?.file ?? null,
    metrics: sender.metrics,
    memory,
    /** Stops everything; what has arrived can be gone on with. */
    close(): void {
      for (const end of endings) end()
      for (const { stop, release } of entries.all()) {
        stop.abort()
        void release?.()
      }
    },
  }
}

export type Uploads = ReturnType<typeof createUploads>
