import { fileUploadTexts } from '#domain/texts/own-admin-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { uploadSessionTexts, uploadTexts } from '#domain/texts/uploads.ts'
import { chunkRetries, chunkRetryDelayMs } from '#domain/uploads/limits.ts'
import {
  isSessionLost,
  isTypeRefused,
  missingChunks,
  renewSession,
  setUploadedChunks,
} from '#domain/uploads/session.ts'
import type { UploadEntry, UploadEntryList } from '#web/admin/uploads/engine/entries.ts'
import { ChunkSendError } from '#web/admin/uploads/engine/send-chunk.ts'
import type { EngineDeps, StoredProgress } from '#web/admin/uploads/engine/types.ts'
import type { UploadEndings } from '#web/admin/uploads/engine/upload-endings.ts'

type RecoveryDeps = {
  deps: EngineDeps
  entries: UploadEntryList
  endings: Pick<UploadEndings, 'remember' | 'fail' | 'pause' | 'complete'>
  renew: (entry: UploadEntry) => Promise<void>
}

/** Brings an upload in line with what the server has, and decides after an error how it goes on. */
export function createUploadRecovery({ deps, entries, endings, renew }: RecoveryDeps) {
  const { transport, now } = deps
  const { remember, fail, pause, complete } = endings

  /** The server is right about what it has, whatever was answered before. */
  async function readStored(entry: UploadEntry, signal: AbortSignal): Promise<void> {
    const known = new Set(entry.session.uploadedChunks)
    for (let retry = 1; ; retry++) {
      const stored = await transport.stored(entry.session.sessionId).catch(() => undefined)
      signal.throwIfAborted()
      if (stored !== undefined) {
        // Chunks may have arrived since the request.
        const since = entry.session.uploadedChunks.filter((index) => !known.has(index))
        return accept(entry, stored && { ...stored, uploadedChunks: [...stored.uploadedChunks, ...since] })
      }
      if (retry > chunkRetries) throw new ChunkSendError(fileUploadTexts.connectionLost, { status: 0 }, retry)
      await deps.wait(chunkRetryDelayMs(retry), signal)
      signal.throwIfAborted()
    }
  }

  /** Continues with the chunks that the server has. If it does not know the session (null), all chunks are sent again. */
  async function accept(entry: UploadEntry, stored: StoredProgress | null): Promise<void> {
    if (stored?.fileId) return complete(entry, stored.fileId)
    if (!stored && entry.session.uploadedChunks.length > 0) return leaveSession(entry, uploadSessionTexts.notFound)
    let session = setUploadedChunks(entry.session, stored?.uploadedChunks ?? [], now())
    const isAllStored = missingChunks(session).length === 0
    if (isAllStored && entry.isRepeated) return fail(entry, errorPanelTexts.unexpected)
    // All chunks are stored but there is no file: the server stopped in between. The next chunk completes it.
    if (isAllStored) session = setUploadedChunks(session, session.uploadedChunks.slice(0, -1), now())
    entries.change(entry, { session: { ...session, status: 'active' }, isRepeated: isAllStored })
    await remember(entry)
  }

  /** Tries another session; when that one is refused too, the upload has failed. */
  const leaveSession = (entry: UploadEntry, sentence: string) =>
    entry.isRenewed ? fail(entry, sentence) : renew(entry)

  /** After an error: another session, a pause, or the end. */
  async function recover(entry: UploadEntry, error: unknown): Promise<void> {
    if (!(error instanceof ChunkSendError)) {
      // The file was moved or changed after it was chosen.
      const isGone = error instanceof DOMException && error.name !== 'AbortError'
      return fail(entry, isGone ? uploadTexts.fileChanged : errorPanelTexts.unexpected)
    }
    if (isSessionLost(error)) return leaveSession(entry, error.message)
    if (error.status === 401) return pause(entry, fileUploadTexts.signedOut)
    if (error.status === 0 && !deps.isOnline()) return pause(entry, fileUploadTexts.networkDisconnected)
    await fail(entry, error.message, { isLost: error.status === 0, isRefused: isTypeRefused(error) })
  }

  return { accept, readStored, recover }
}

type OnSessionReplaced = (former: string, sessionId: string) => void

/** Moves an upload to a new session when the server refuses the old one. */
export function createSessionRenewal(
  deps: EngineDeps,
  entries: UploadEntryList,
  remember: (entry: UploadEntry) => Promise<void>,
) {
  const { store, now } = deps
  const followers = new Set<OnSessionReplaced>()

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
    whenRenewed(follow: OnSessionReplaced) {
      followers.add(follow)
      return () => void followers.delete(follow)
    },
  }
}
