import { addSpeedSample, type SpeedSample, transferSpeed } from '#domain/ui/transfer-speed.ts'
import { sessionFailure, type UploadSession } from '#domain/uploads/session.ts'
import type { UploadState, UploadView } from '#web/admin/uploads/engine/types.ts'

/** An upload as the engine works on it. */
export type UploadEntry = {
  session: UploadSession
  file: File | null
  state: UploadState
  sentence: string | null
  /** Whether it failed for lack of a connection and resumes with one. */
  isLost: boolean
  /** False while the engine is asking the server how to resume. */
  isReady: boolean
  /** Whether a chunk was sent again because all were stored but there was no file. */
  isRepeated: boolean
  /** Whether the server has refused its session, so that it continues under another. */
  isRenewed: boolean
  /** Releases the session, so that other tabs can continue it. */
  release: (() => Promise<void>) | null
  fileId: string | null
  /** The chunks being sent, and how many bytes of each were sent. */
  sending: Map<number, number>
  /** Received chunks that count as being sent until the pause after them is over. */
  resting: Set<number>
  stop: AbortController
  samples: SpeedSample[]
}

export function createUploadEntry(session: UploadSession, file: File | null, state: UploadState): UploadEntry {
  const onTheLine = { sending: new Map(), resting: new Set<number>(), stop: new AbortController(), samples: [] }
  const fresh = { isLost: false, isReady: true, isRepeated: false, isRenewed: false }
  return { session, file, state, sentence: null, fileId: null, release: null, ...fresh, ...onTheLine }
}

/** How many of the concurrent requests it uses. */
export const connectionsUsed = ({ sending, resting }: UploadEntry): number => sending.size + resting.size

export const isInProgress = ({ state }: Pick<UploadEntry, 'state'>): boolean =>
  state === 'waiting' || state === 'uploading'

/** Whether leaving the page would stop it, or lose the file that is needed to resume. */
const hasUnsentFile = (entry: UploadEntry): boolean =>
  isInProgress(entry) || (entry.file !== null && (entry.state === 'paused' || entry.state === 'failed'))

/** The last answer may be the first that confirms some chunks. */
const sentBytesOf = ({ session, sending, state }: UploadEntry): number =>
  state === 'completed'
    ? session.totalBytes
    : session.uploadedBytes + [...sending.values()].reduce((sum, bytes) => sum + bytes, 0)

export function uploadViewOf(entry: UploadEntry): UploadView {
  const { session, state, sentence, samples, fileId } = entry
  const going = state === 'uploading' ? transferSpeed(samples, session.totalBytes) : null
  return {
    sessionId: session.sessionId,
    fileName: session.fileName,
    totalBytes: session.totalBytes,
    sentBytes: sentBytesOf(entry),
    state,
    sentence,
    fileId,
    options: session.uploadOptions,
    isRefused: session.isRefused ?? false,
    hasFailed: state === 'failed' || (state === 'needs-file' && Boolean(sessionFailure(session))),
    bytesPerSecond: going?.perSecond ?? null,
    secondsLeft: going?.secondsLeft ?? null,
  }
}

/** All uploads of this page, with a subscription to changes. */
export function createUploadEntryList(now: () => number) {
  let entries: readonly UploadEntry[] = []
  let views: readonly UploadView[] = []
  const readers = new Set<() => void>()

  function notifyListeners(): void {
    views = entries.map(uploadViewOf)
    for (const read of readers) read()
  }
  function set(next: readonly UploadEntry[]): void {
    entries = next
    notifyListeners()
  }
  function change(entry: UploadEntry, changes: Partial<UploadEntry>): void {
    Object.assign(entry, changes)
    notifyListeners()
  }

  return {
    all: () => entries,
    views: () => views,
    of: (sessionId: string) => entries.find(({ session }) => session.sessionId === sessionId),
    isBusy: () => entries.some(isInProgress),
    hasUnsentFile: () => entries.some(hasUnsentFile),
    add: (entry: UploadEntry) => set([...entries, entry]),
    keep: (isKept: (entry: UploadEntry) => boolean) => set(entries.filter(isKept)),
    change,
    /** Aborts running requests; stored chunks stay. */
    halt(entry: UploadEntry, changes: Partial<UploadEntry>): void {
      entry.stop.abort()
      entry.sending.clear()
      entry.resting.clear()
      change(entry, { stop: new AbortController(), samples: [], ...changes })
    },
    noteProgress: (entry: UploadEntry) =>
      change(entry, { samples: addSpeedSample(entry.samples, { ms: now(), bytes: sentBytesOf(entry) }) }),
    subscribe(read: () => void) {
      readers.add(read)
      return () => void readers.delete(read)
    },
  }
}

export type UploadEntryList = ReturnType<typeof createUploadEntryList>
