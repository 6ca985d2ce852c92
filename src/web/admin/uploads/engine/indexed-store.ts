import type { UploadSession } from '#domain/uploads/session.ts'
import type { SessionStore } from '#web/admin/uploads/engine/types.ts'

const table = 'sessions'

export function indexedStore(factory: IDBFactory): SessionStore {
  let opened: Promise<IDBDatabase> | undefined
  const open = () =>
    (opened ??= new Promise((resolve, reject) => {
      const asked = factory.open('uploads', 1)
      asked.onupgradeneeded = () => asked.result.createObjectStore(table, { keyPath: 'sessionId' })
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
      asked.onblocked = () => reject(new Error('the database of this page is in use'))
    }))

  async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
    const database = await open()
    return new Promise((resolve, reject) => {
      const transaction = database.transaction(table, mode)
      const asked = work(transaction.objectStore(table))
      transaction.oncomplete = () => resolve(asked.result)
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? asked.error)
    })
  }

  return {
    all: () => run<UploadSession[]>('readonly', (store) => store.getAll()),
    put: async (session) => void (await run('readwrite', (store) => store.put(session))),
    remove: async (sessionId) => void (await run('readwrite', (store) => store.delete(sessionId))),
  }
}
