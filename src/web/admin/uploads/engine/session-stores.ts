import type { UploadSession } from '#domain/uploads/session.ts'
import { storageFor } from '#domain/uploads/storage.ts'
import { indexedStore } from '#web/admin/uploads/engine/indexed-store.ts'
import type { SessionStore } from '#web/admin/uploads/engine/types.ts'

const prefix = 'upload-session:'

export function memoryStore(): SessionStore {
  const held = new Map<string, UploadSession>()
  return {
    all: async () => [...held.values()],
    put: async (session) => void held.set(session.sessionId, session),
    remove: async (sessionId) => void held.delete(sessionId),
  }
}

export function localStore(storage: Storage): SessionStore {
  return {
    all: async () =>
      Object.keys(storage)
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => read(storage.getItem(key)) ?? []),
    put: async (session) => storage.setItem(prefix + session.sessionId, JSON.stringify(session)),
    remove: async (sessionId) => storage.removeItem(prefix + sessionId),
  }
}

/** What somebody else has written there is none of ours. */
function read(text: string | null): UploadSession | null {
  try {
    const session = JSON.parse(text ?? '') as UploadSession
    return typeof session.sessionId === 'string' && Array.isArray(session.uploadedChunks) ? session : null
  } catch {
    return null
  }
}

/** Two bytes a character, as browsers count. */
export const usedBy = (storage: Storage): number =>
  Object.keys(storage).reduce((sum, key) => sum + 2 * (key.length + (storage.getItem(key)?.length ?? 0)), 0)

type Kept = { storage: Storage | null; indexed: IDBFactory | null }

/**
 * The store that fits at the moment; where it turns out that nothing more fits into it, the next one takes over. All of
 * them are asked for what they hold.
 */
export function openSessionStore({ storage, indexed }: Kept): SessionStore {
  const stores: SessionStore[] = []
  const kind = storageFor({ localUsed: storage && usedBy(storage), hasIndexed: indexed !== null })
  if (storage && kind === 'local') stores.push(localStore(storage))
  if (indexed) stores.push(indexedStore(indexed))
  stores.push(memoryStore())
  // What was kept while there was still room is read and removed there too.
  const readable = storage && kind !== 'local' ? [localStore(storage), ...stores] : [...stores]
  const ignoring = <T>(work: Promise<T>, otherwise: T) => work.catch(() => otherwise)
  return {
    async all() {
      const found = await Promise.all(readable.map((store) => ignoring(store.all(), [])))
      return [...new Map(found.flat().map((session) => [session.sessionId, session])).values()]
    },
    async put(session) {
      while (stores.length > 1) {
        try {
          return await stores[0]!.put(session)
        } catch {
          stores.shift()
        }
      }
      await stores[0]!.put(session)
    },
    async remove(sessionId) {
      await Promise.all(readable.map((store) => ignoring(store.remove(sessionId), undefined)))
    },
  }
}
