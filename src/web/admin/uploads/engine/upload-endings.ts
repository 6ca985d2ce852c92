import { fileUploadTexts } from '#domain/texts/own-admin-words.ts'
import { uploadTexts } from '#domain/texts/uploads.ts'
import { chunkedAboveBytes } from '#domain/uploads/limits.ts'
import { setSessionStatus } from '#domain/uploads/session.ts'
import {
  isInProgress,
  type UploadEntry,
  type UploadEntryList,
  uploadViewOf,
} from '#web/admin/uploads/engine/entries.ts'
import type { NetworkMonitor } from '#web/admin/uploads/engine/network-monitor.ts'
import type { EngineDeps, UploadView } from '#web/admin/uploads/engine/types.ts'

/** `pump` sends more chunks, where there is room again. */
type UploadEndingDeps = { deps: EngineDeps; entries: UploadEntryList; network: NetworkMonitor; pump: () => void }

/** How an upload stops: paused, failed or complete; each is stored for the next visit. */
export function createUploadEndings({ deps: { store, now }, entries, network, pump }: UploadEndingDeps) {
  const endings = new Set<(file: UploadView) => void>()

  /** Nothing that is only remembered may stop an upload. */
  async function storeSession({ session }: UploadEntry): Promise<void> {
    if (session.uploadOptions.enablePersistence !== false) await store.put(session).catch(() => {})
  }

  async function fail(
    entry: UploadEntry,
    sentence: string,
    { isLost = false, isRefused = false }: { isLost?: boolean; isRefused?: boolean } = {},
  ): Promise<void> {
    const session = {
      ...setSessionStatus(entry.session, 'failed', now()),
      failure: isLost ? null : sentence,
      isRefused,
    }
    entries.halt(entry, { state: 'failed', sentence, isLost, session })
    await storeSession(entry)
    pump()
  }

  function pause(entry: UploadEntry, reason: string): void {
    if (!isInProgress(entry)) return
    entries.halt(entry, { state: 'paused', sentence: uploadTexts.paused({ reason }) })
    void storeSession(entry)
    pump()
  }

  async function complete(entry: UploadEntry, fileId: string | null, filename = entry.session.fileName): Promise<void> {
    const session = { ...setSessionStatus(entry.session, 'completed', now()), fileName: filename }
    entries.halt(entry, { state: 'completed', fileId, sentence: null, session })
    network.adapt()
    void entry.release?.()
    await store.remove(session.sessionId).catch(() => {})
    for (const ended of endings) ended(uploadViewOf(entry))
  }

  /** While chunks are sent: one may take an hour on a slow connection. Small files continue. */
  function watchSpeed(): void {
    if (!network.hasBecomeTooSlow()) return
    for (const entry of entries.all())
      if (entry.state === 'uploading' && entry.session.totalBytes > chunkedAboveBytes)
        pause(entry, fileUploadTexts.connectionTooSlow)
  }

  return {
    remember: storeSession,
    fail,
    pause,
    complete,
    watchSpeed,
    whenComplete(ended: (file: UploadView) => void) {
      endings.add(ended)
      return () => void endings.delete(ended)
    },
  }
}

export type UploadEndings = ReturnType<typeof createUploadEndings>
