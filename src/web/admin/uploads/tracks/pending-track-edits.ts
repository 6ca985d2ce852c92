import type { TrackChange } from '#domain/uploads/metadata/tag-changes.ts'
import type { OwnerTrackTags } from '#domain/uploads/metadata/track.ts'
import type { ApiClient } from '#web/api-client.ts'
import { ApiError, unwrapResponse } from '#web/api-response.ts'

const prefix = 'track-words:'

/**
 * The owner's words about files that are still being uploaded. They are sent to the server as soon as the files exist,
 * and shown from here until a list of files contains them.
 */
export function createPendingTrackEdits(api: ApiClient, storage: Storage | null, refetch: () => Promise<void>) {
  const { all, subscribe, show, store, keep } = createWordStore(storage)
  const underway = new Set<string>()
  /** The file of each session, and whether all words about it are sent. */
  const files = new Map<string, { fileId: string; isOver: boolean }>()
  /** The new session of each upload whose session the server has refused. */
  const followed = new Map<string, string>()
  /** Files that a list has shown, also if they were deleted since. */
  const listed = new Set<string>()

  /** Words entered during a request are sent as well. */
  async function sendEdits(sessionId: string, fileId: string): Promise<void> {
    if (underway.has(sessionId)) return
    underway.add(sessionId)
    for (;;) {
      const words = all()[sessionId]
      const isOver = !words || (await sendWords(api, fileId, words))
      if (isOver && all()[sessionId] === words) store(sessionId, null)
      await refetch()
      if (all()[sessionId] !== words) continue
      underway.delete(sessionId)
      files.set(sessionId, { fileId, isOver })
      return forgetIfListed(sessionId)
    }
  }

  function forgetIfListed(sessionId: string): void {
    const known = files.get(sessionId)
    if (known?.isOver && listed.has(known.fileId) && !underway.has(sessionId) && all()[sessionId]) show(sessionId, null)
  }

  function noteListed(fileIds: readonly string[]): void {
    for (const fileId of fileIds) listed.add(fileId)
    for (const sessionId of files.keys()) forgetIfListed(sessionId)
  }

  return {
    all,
    subscribe,
    edit(sessionId: string, change: TrackChange): void {
      const newest = newestOf(sessionId, followed)
      keep(newest, { ...all()[newest], ...change })
      const known = files.get(newest)
      if (known) void sendEdits(newest, known.fileId)
    },
    /** Its upload continues under another session; text that is still being typed follows. */
    follow(former: string, sessionId: string): void {
      followed.set(former, sessionId)
      const words = all()[former]
      if (!words) return
      keep(sessionId, words)
      keep(former, null)
    },
    /** The upload has become a file. */
    sendEdits,
    /** A list of files contains these: they are shown from there. */
    noteListed,
    isListed: (fileId: string | null) => fileId !== null && listed.has(fileId),
    /**
     * Sends the unsent words of an earlier page, and deletes those of cancelled uploads. The server does not know a
     * file before its first chunk, so `isOpen` says whether it can still be sent.
     */
    async settle(isOpen: (sessionId: string) => Promise<boolean>): Promise<void> {
      for (const sessionId of Object.keys(all())) {
        try {
          const { fileId } = await unwrapResponse(api.api.upload.sessions[':sessionId'].$get({ param: { sessionId } }))
          if (!fileId) continue
          await sendEdits(sessionId, fileId)
          // Nothing of it is shown from here.
          noteListed([fileId])
        } catch (error) {
          const isUnknown = error instanceof ApiError && error.status === 404
          if (isUnknown && !(await isOpen(sessionId))) keep(sessionId, null)
        }
      }
    },
  }
}

const newestOf = (sessionId: string, followed: ReadonlyMap<string, string>): string => {
  const next = followed.get(sessionId)
  return next ? newestOf(next, followed) : sessionId
}

/** Sends the tags of a file. Returns whether nothing is left to send. */
async function sendWords(api: ApiClient, fileId: string, words: OwnerTrackTags): Promise<boolean> {
  try {
    await unwrapResponse(api.api.admin['product-files'][':id'].$patch({ param: { id: fileId }, json: words }))
    return true
  } catch (error) {
    // The next page retries, unless the file is gone or the tags are invalid.
    return error instanceof ApiError && (error.status === 404 || error.status === 422)
  }
}

export type PendingTrackEdits = ReturnType<typeof createPendingTrackEdits>

/** The words of each session, also in the storage of the browser. */
function createWordStore(storage: Storage | null) {
  const listeners = new Set<() => void>()
  let allWords: Record<string, OwnerTrackTags> = readAll(storage)

  function show(sessionId: string, words: OwnerTrackTags | null): void {
    const { [sessionId]: _, ...others } = allWords
    allWords = words ? { ...others, [sessionId]: words } : others
    for (const listener of listeners) listener()
  }

  function store(sessionId: string, words: OwnerTrackTags | null): void {
    try {
      if (words) storage?.setItem(prefix + sessionId, JSON.stringify(words))
      else storage?.removeItem(prefix + sessionId)
    } catch {
      // No room or no storage: the words last as long as this page.
    }
  }

  function keep(sessionId: string, words: OwnerTrackTags | null): void {
    store(sessionId, words)
    show(sessionId, words)
  }

  return {
    all: () => allWords,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    show,
    store,
    keep,
  }
}

function readAll(storage: Storage | null): Record<string, OwnerTrackTags> {
  if (!storage) return {}
  const keys = Object.keys(storage).filter((key) => key.startsWith(prefix))
  return Object.fromEntries(keys.flatMap((key) => [[key.slice(prefix.length), read(storage.getItem(key))]]))
}

function read(text: string | null): OwnerTrackTags {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}
