import { sessionStorageKindFor } from '#domain/uploads/browser-resources.ts'
import type { UploadSession } from '#domain/uploads/session.ts'
import type { SessionStore } from '#web/admin/uploads/engine/types.ts'

const prefix = 'upload-session:'

export function createMemoryStore(): SessionStore {
  const sessions = new Map<string, UploadSession>()
  return {
    all: async () => [...sessions.values()],
    put: async (session) => void sessions.set(session.sessionId, session),
    remove: async (sessionId) => void sessions.delete(sessionId),
  }
}

export function createLocalStorageStore(storage: Storage): SessionStore {
  return {
    all: async () =>
      Object.keys(storage)
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => read(storage.getItem(key)) ?? []),
    put: async (session) => storage.setItem(prefix + session.sessionId, JSON.stringify(session)),
    remove: async (sessionId) => storage.removeItem(prefix + sessionId),
  }
}

/** Ignores entries that are not upload sessions. */
function read(text: string | null): UploadSession | null {
  try {
    const session = JSON.parse(text ?? '') as UploadSession
    return typeof session.sessionId === 'string' && Array.isArray(session.uploadedChunks) ? session : null
  } catch {
    return null
  }
}

/** Two bytes a character, as browsers count. */
export const localStorageBytes = (storage: Storage): number =>
  Object.keys(storage).reduce((sum, key) => sum + 2 * (key.length + (storage.getItem(key)?.length ?? 0)), 0)

type StorageOptions = { storage: Storage | null; indexed: IDBFactory | null }

/** Stores into the first store that has room; when it is full, into the next one. Reads from all of them. */
export function openSessionStore({ storage, indexed }: StorageOptions): SessionStore {
  const stores: SessionStore[] = []
  const kind = sessionStorageKindFor({ localUsed: storage && localStorageBytes(storage), hasIndexed: indexed !== null })
  if (storage && kind === 'local') stores.push(createLocalStorageStore(storage))
  if (indexed) stores.push(createIndexedDbStore(indexed))
  stores.push(createMemoryStore())
  // Sessions stored while there was room are read and removed there too.
  const readable = storage && kind !== 'local' ? [createLocalStorageStore(storage), ...stores] : [...stores]
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

const table = 'sessions'

export function createIndexedDbStore(factory: IDBFactory): SessionStore {
  let opened: Promise<IDBDatabase> | undefined
  const open = () =>
    (opened ??= new Promise((resolve, reject) => {
      const request = factory.open('uploads', 1)
      request.onupgradeneeded = () => request.result.createObjectStore(table, { keyPath: 'sessionId' })
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
      request.onblocked = () => reject(new Error('the database of this page is in use'))
    }))

  async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await open()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(table, mode)
      const request = work(transaction.objectStore(table))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? request.error)
    })
  }

  return {
    all: () => run<UploadSession[]>('readonly', (store) => store.getAll()),
    put: async (session) => void (await run('readwrite', (store) => store.put(session))),
    remove: async (sessionId) => void (await run('readwrite', (store) => store.delete(sessionId))),
  }
}
