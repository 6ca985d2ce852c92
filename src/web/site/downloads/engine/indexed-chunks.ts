import { type DownloadSession, isDownloadSessionFresh } from '#domain/downloads/session.ts'
import type { ChunkStore } from '#web/site/downloads/engine/types.ts'

const [sessions, chunks] = ['sessions', 'chunks'] as const

/**
 * A chunk store in IndexedDB, which keeps large values on disk across restarts. Some browsers throw when `indexedDB` is
 * accessed: that counts as a store that cannot be opened.
 */
export function createIndexedDbChunkStore(
  factory: () => IDBFactory,
): ChunkStore & { sweep: (now: number) => Promise<void> } {
  let opened: Promise<IDBDatabase> | undefined
  const open = () =>
    (opened ??= new Promise((resolve, reject) => {
      const request = factory().open('downloads', 1)
      request.onupgradeneeded = () => {
        request.result.createObjectStore(sessions, { keyPath: 'key' })
        // By download and chunk index.
        request.result.createObjectStore(chunks)
      }
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
      request.onblocked = () => reject(new Error('the database of this page is in use'))
    }))

  async function run<T>(name: string, mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>) {
    const database = await open()
    return new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(name, mode)
      const request = work(transaction.objectStore(name))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? request.error)
    })
  }
  const ofKey = (key: string) => IDBKeyRange.bound([key, 0], [key, Number.POSITIVE_INFINITY])

  const store: ChunkStore = {
    session: (key) => run<DownloadSession | undefined>(sessions, 'readonly', (at) => at.get(key)),
    save: async (session) => void (await run(sessions, 'readwrite', (at) => at.put(session))),
    indexes: async (key) => {
      const keys = await run(chunks, 'readonly', (at) => at.getAllKeys(ofKey(key)))
      return keys.map((each) => (each as [string, number])[1])
    },
    put: async (key, index, chunk) => void (await run(chunks, 'readwrite', (at) => at.put(chunk, [key, index]))),
    chunks: (key) => run<Blob[]>(chunks, 'readonly', (at) => at.getAll(ofKey(key))),
    drop: (key, index) => run(chunks, 'readwrite', (at) => at.delete([key, index])),
    clear: (key) => run(chunks, 'readwrite', (at) => at.delete(ofKey(key))),
    delete: async (key) => {
      await store.clear(key)
      await run(sessions, 'readwrite', (at) => at.delete(key))
    },
  }
  return {
    ...store,
    /** Deletes downloads that were not resumed for a week. */
    sweep: async (now) => {
      const known = await run<DownloadSession[]>(sessions, 'readonly', (at) => at.getAll())
      for (const session of known) if (!isDownloadSessionFresh(session, now)) await store.delete(session.key)
    },
  }
}
