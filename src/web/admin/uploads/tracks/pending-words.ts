import type { TrackWords } from '#domain/uploads/metadata/track.ts'
import type { TrackChange } from '#domain/uploads/metadata/words.ts'
import { answerOf, Refused } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

const prefix = 'track-words:'

/** What the owner has said of files that are still on their way. It is told to the server as soon as they are there. */
export function pendingWords(api: ApiClient, storage: Storage | null) {
  const listeners = new Set<() => void>()
  let seen: Record<string, TrackWords> = readAll(storage)

  function keep(sessionId: string, words: TrackWords | null): void {
    const { [sessionId]: _, ...others } = seen
    seen = words ? { ...others, [sessionId]: words } : others
    try {
      if (words) storage?.setItem(prefix + sessionId, JSON.stringify(words))
      else storage?.removeItem(prefix + sessionId)
    } catch {
      // No room, as where there is no storage: it is kept as long as this page is open.
    }
    for (const listener of listeners) listener()
  }

  async function tell(sessionId: string, fileId: string): Promise<void> {
    const words = seen[sessionId]
    if (!words) return
    try {
      await answerOf(api.api.admin['product-files'][':id'].$patch({ param: { id: fileId }, json: words }))
    } catch (error) {
      // Tried again with the next page, unless the file is gone or the words are none that it could have.
      if (!(error instanceof Refused && (error.status === 404 || error.status === 422))) return
    }
    keep(sessionId, null)
  }

  return {
    all: () => seen,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    say: (sessionId: string, change: TrackChange) => keep(sessionId, { ...seen[sessionId], ...change }),
    /** Its upload goes on under another session. */
    follow(former: string, sessionId: string): void {
      const words = seen[former]
      if (!words) return
      keep(sessionId, words)
      keep(former, null)
    },
    /** A file is there. */
    tell,
    /**
     * What a page before this one could not tell any more; what was given up is forgotten. The server knows nothing of
     * a file before its first chunk, so it is asked here too whether it can still be sent.
     */
    async settle(isOpen: (sessionId: string) => Promise<boolean>): Promise<void> {
      for (const sessionId of Object.keys(seen)) {
        const asked = await api.api.upload.sessions[':sessionId'].$get({ param: { sessionId } }).catch(() => null)
        if (asked?.status === 404 && !(await isOpen(sessionId))) keep(sessionId, null)
        const fileId = asked?.ok ? (await asked.json()).fileId : null
        if (fileId) await tell(sessionId, fileId)
      }
    },
  }
}

export type PendingWords = ReturnType<typeof pendingWords>

function readAll(storage: Storage | null): Record<string, TrackWords> {
  if (!storage) return {}
  const keys = Object.keys(storage).filter((key) => key.startsWith(prefix))
  return Object.fromEntries(keys.flatMap((key) => [[key.slice(prefix.length), read(storage.getItem(key))]]))
}

function read(text: string | null): TrackWords {
  try {
    return JSON.parse(text ?? '{}')
  } catch {
    return {}
  }
}
