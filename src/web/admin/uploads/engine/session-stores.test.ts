import { expect, test } from 'vitest'
import { createUploadSession } from '#domain/uploads/session.ts'
import { localStorageBytes, openSessionStore } from '#web/admin/uploads/engine/session-stores.ts'

const options = { websiteId: 'w', productId: 'p', fileType: 'tracks' } as const
const file = { name: 'a.mp3', type: '', size: 100, lastModified: 0 }
const session = (sessionId: string) => createUploadSession({ sessionId, file, chunkSize: 10, options, now: 0 })

/** A browser storage with room for this many characters. */
function fakeStorage(room = Number.POSITIVE_INFINITY) {
  const held = {} as Record<string, string>
  const methods = {
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > room) throw new DOMException('full', 'QuotaExceededError')
      held[key] = text
    },
    removeItem: (key: string) => void delete held[key],
  }
  const storage = new Proxy(methods, {
    ownKeys: () => Object.keys(held),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
  // Only what sessions need of it is there.
  return { storage: storage as unknown as Storage, held }
}

test('stores sessions in local storage beside other keys', async () => {
  const { storage, held } = fakeStorage()
  held.theme = 'dark'
  held['upload-session:broken'] = '{'
  const store = openSessionStore({ storage, indexed: null })
  await store.put(session('a'))
  await store.put(session('b'))
  await store.put({ ...session('a'), uploadedBytes: 10 })
  expect((await store.all()).map(({ sessionId, uploadedBytes }) => [sessionId, uploadedBytes])).toEqual([
    ['a', 10],
    ['b', 0],
  ])
  await store.remove('a')
  expect(Object.keys(held)).toEqual(['theme', 'upload-session:broken', 'upload-session:b'])
  // Another page of the same browser finds them.
  expect(await openSessionStore({ storage, indexed: null }).all()).toHaveLength(1)
})

test('uses another store when local storage is nearly full, and still reads both', async () => {
  const nearly = fakeStorage()
  nearly.held['upload-session:old'] = JSON.stringify(session('old'))
  nearly.held.others = 'x'.repeat(2.1 * 1024 * 1024)
  expect(localStorageBytes(nearly.storage)).toBeGreaterThan(4 * 1024 * 1024)
  const store = openSessionStore({ storage: nearly.storage, indexed: null })
  await store.put(session('new'))
  expect(Object.keys(nearly.held)).toEqual(['upload-session:old', 'others'])
  expect((await store.all()).map(({ sessionId }) => sessionId)).toEqual(['old', 'new'])

  const full = fakeStorage(0)
  const other = openSessionStore({ storage: full.storage, indexed: null })
  full.held['upload-session:before'] = JSON.stringify(session('before'))
  await other.put(session('a'))
  expect((await other.all()).map(({ sessionId }) => sessionId)).toEqual(['before', 'a'])
  await other.remove('before')
  expect(full.held).toEqual({})
})

test('remembers sessions in memory where the browser stores nothing', async () => {
  const store = openSessionStore({ storage: null, indexed: null })
  await store.put(session('a'))
  expect(await store.all()).toHaveLength(1)
})
