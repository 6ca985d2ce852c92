import { fileUploadTexts } from '#domain/texts/own-admin-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { uploadSessionTexts } from '#domain/texts/uploads.ts'
import type { UploadOptions } from '#domain/uploads/session.ts'
import {
  assertFileOfSession,
  assertFileSize,
  createUploadSession,
  isFileOfSession,
  isSessionExpired,
  isSessionResumable,
  sessionFailure,
  type UploadSession,
} from '#domain/uploads/session.ts'
import {
  createUploadEntry,
  isInProgress,
  type UploadEntry,
  type UploadEntryList,
} from '#web/admin/uploads/engine/entries.ts'
import type { NetworkMonitor } from '#web/admin/uploads/engine/network-monitor.ts'
import type { ChunkSender } from '#web/admin/uploads/engine/sender.ts'
import type { EngineDeps } from '#web/admin/uploads/engine/types.ts'

const isFor = (session: UploadSession, file: File, options: UploadOptions): boolean =>
  session.uploadOptions.productId === options.productId &&
  session.uploadOptions.fileType === options.fileType &&
  isFileOfSession(session, file, options)

const turnOf = ({ name, size, lastModified }: File, { productId, fileType, targetFilename }: UploadOptions): string =>
  JSON.stringify([productId, fileType, targetFilename || name, size, lastModified])

const releaseTries = 3
const releaseWaitMs = 200
const neverAborted = new AbortController().signal

/** Starts uploads: new ones, paused ones, and those that the browser has stored. */
export function createUploadResumer(
  deps: EngineDeps,
  entries: UploadEntryList,
  network: NetworkMonitor,
  sender: ChunkSender,
) {
  const { now } = deps
  const { ofThisPage, ofAnotherTab } = createSameFileSearch(deps, entries)
  const { hold, canStart, continueUpload } = createContinuation({ deps, entries, network, sender })

  /** Tabs that are given the same file look for it and begin it one after the other: the second finds the first one's. */
  async function add(file: File, options: UploadOptions): Promise<void> {
    const known = await deps.inTurn(turnOf(file, options), async () => {
      const here = ofThisPage(file, options)
      // Dropped once more while it is on its way.
      if (here) return isInProgress(here) ? null : here
      const elsewhere = await ofAnotherTab(file, options)
      if (!elsewhere) await begin(file, options)
      return elsewhere
    })
    if (known) await continueUpload(known, file)
    else sender.pump()
  }

  async function begin(file: File, options: UploadOptions): Promise<void> {
    const sessionId = deps.newId()
    const newSession = () =>
      createUploadSession({ sessionId, file, chunkSize: network.chunkFor(file, options), options, now: now() })
    try {
      const entry = { ...createUploadEntry(newSession(), file, 'waiting'), isReady: false }
      entries.add(entry)
      hold(entry)
      await network.measure(file)
      if (entries.of(sessionId) !== entry) return
      // How it is cut follows from how fast the line is.
      entries.change(entry, { session: newSession(), isReady: true })
      // Also when it was paused meanwhile: another tab that resumes it needs the same chunk size.
      if ((await canStart(entry)) || entry.state === 'paused') await sender.remember(entry)
    } catch (error) {
      const sentence = error instanceof Error ? error.message : errorPanelTexts.unexpected
      entries.add({ ...createUploadEntry(failedSession(sessionId, file, options, now()), null, 'failed'), sentence })
    }
  }

  /** Resumes where it stopped; with the file, if it was lost by a reload. */
  async function resume(sessionId: string, file?: File): Promise<void> {
    const entry = entries.of(sessionId)
    if (!entry) throw new Error(uploadSessionTexts.notInStorage({ id: sessionId }))
    if (entry.state === 'completed') throw new Error(uploadSessionTexts.alreadyCompleted({ id: sessionId }))
    if (isInProgress(entry)) throw new Error(uploadSessionTexts.alreadyActive({ id: sessionId }))
    const known = file ?? entry.file
    if (!known) throw new Error(uploadSessionTexts.fileMissing)
    assertFileSize(known.size)
    assertFileOfSession(entry.session, known)
    await continueUpload(entry, known)
  }

  return { add, resume, restore: () => restoreSessions(deps, entries) }
}

/** Finds an upload of the same file, so that it goes on instead of beginning a second time. */
function createSameFileSearch({ store, now }: EngineDeps, entries: UploadEntryList) {
  /** The running or resumable upload of the same file, if there is one. */
  const ofThisPage = (file: File, options: UploadOptions): UploadEntry | undefined =>
    entries.all().find((entry) => isUnderway(entry) && isFor(entry.session, file, options))

  function isUnderway({ state, file, session }: UploadEntry): boolean {
    if (state === 'failed') return file !== null && !isSessionExpired(session, now())
    return state !== 'completed'
  }

  /** The upload of the same file in another tab: both use one session, so that it becomes one file. */
  async function ofAnotherTab(file: File, options: UploadOptions): Promise<UploadEntry | undefined> {
    const session = (await store.all().catch(() => [])).find(
      (each) =>
        !entries.of(each.sessionId) &&
        each.status === 'active' &&
        !isSessionExpired(each, now()) &&
        isFor(each, file, options),
    )
    if (!session) return undefined
    const entry = { ...createUploadEntry(session, file, 'waiting'), isReady: false }
    entries.add(entry)
    return entry
  }

  return { ofThisPage, ofAnotherTab }
}

type ContinuationDeps = { deps: EngineDeps; entries: UploadEntryList; network: NetworkMonitor; sender: ChunkSender }

/** Holds a session for this tab and continues its upload. */
function createContinuation({ deps, entries, network, sender }: ContinuationDeps) {
  function hold(entry: UploadEntry): void {
    entry.release ??= deps.hold(entry.session.sessionId)
  }

  /** Whether it can be sent now; otherwise it has failed. */
  async function canStart(entry: UploadEntry): Promise<boolean> {
    if (entry.state !== 'waiting') return false
    try {
      network.check(entry.file!, entry.session.chunkSize)
      return true
    } catch (error) {
      await sender.fail(entry, error instanceof Error ? error.message : errorPanelTexts.unexpected, {
        isLost: !deps.isOnline(),
      })
      return false
    }
  }

  /** Asks the server which chunks it has: perhaps more than are known here, or none. */
  async function continueUpload(entry: UploadEntry, file: File): Promise<void> {
    const stop = new AbortController()
    hold(entry)
    const fresh = { sentence: null, isLost: false, isReady: false, isRepeated: false, isRenewed: false }
    entries.change(entry, { file, state: 'waiting', stop, session: { ...entry.session, isRefused: false }, ...fresh })
    await network.measure(file)
    if (stop.signal.aborted || !(await canStart(entry))) return
    try {
      // The server most likely does not know a session without a chunk.
      const isBegun = entry.session.uploadedChunks.length > 0
      const stored = isBegun ? await deps.transport.stored(entry.session.sessionId) : null
      if (stop.signal.aborted) return
      await sender.accept(entry, stored)
    } catch {
      // The server does not answer: the local state is used, and repeated chunks are harmless.
      entries.change(entry, { session: { ...entry.session, status: 'active' } })
    }
    entry.isReady = true
    sender.pump()
  }

  return { hold, canStart, continueUpload }
}

/** A file that can never be sent; it stays in the list with its reason. */
function failedSession(sessionId: string, file: File, options: UploadOptions, now: number): UploadSession {
  const facts = { type: file.type, size: file.size, lastModified: file.lastModified }
  return {
    sessionId,
    fileName: options.targetFilename || file.name,
    totalChunks: 1,
    chunkSize: 1,
    uploadedChunks: [],
    totalBytes: file.size,
    uploadedBytes: 0,
    createdAt: now,
    lastActivity: now,
    fileMetadata: facts,
    uploadOptions: options,
    status: 'failed',
    isRefused: true,
  }
}

/** The stored sessions of this device; expired ones are deleted. */
async function restoreSessions(deps: EngineDeps, entries: UploadEntryList): Promise<void> {
  const { store, now } = deps
  const sessions = await store.all().catch(() => [])
  const elsewhere = await heldElsewhere(deps, sessions)
  for (const session of sessions) {
    if (entries.of(session.sessionId) || elsewhere.has(session)) continue
    if (isSessionExpired(session, now()) || session.status === 'completed') {
      await store.remove(session.sessionId).catch(() => {})
      continue
    }
    const sentence =
      sessionFailure(session) ??
      (isSessionResumable(session, now()) ? fileUploadTexts.needsFile : fileUploadTexts.notSent)
    entries.add({ ...createUploadEntry(session, null, 'needs-file'), sentence })
  }
}

/** The sessions of other tabs. The previous page may take a moment to release its own. */
async function heldElsewhere(deps: EngineDeps, sessions: UploadSession[]): Promise<Set<UploadSession>> {
  const held = new Set<UploadSession>()
  for (let turn = 0; ; turn++) {
    held.clear()
    for (const session of sessions) if (await deps.isHeld(session.sessionId)) held.add(session)
    if (held.size === 0 || turn === releaseTries) return held
    await deps.wait(releaseWaitMs, neverAborted)
  }
}
