import { expect, test, vi } from 'vitest'
import { createPendingTrackEdits } from '#web/admin/uploads/tracks/pending-track-edits.ts'
import { createApiClient } from '#web/api-client.ts'

/** Fake storage and a fake server. */
function newBrowser(
  answers: (method: string, path: string, body: unknown) => { status?: number; body?: unknown } | null,
) {
  const stored: Record<string, string> = { theme: 'dark' }
  const storage = Object.assign(Object.create(null) as Storage, {})
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, text: string) => {
      stored[key] = text
    },
    removeItem: (key: string) => void delete stored[key],
  }
  // Only the used methods; its keys are the stored items.
  const kept = new Proxy(Object.assign(storage, methods), {
    ownKeys: () => Object.keys(stored),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, writable: true }),
  })
  const requests: string[] = []
  const api = createApiClient('http://localhost', async (input, init) => {
    const { pathname } = new URL(String(input))
    const body = init?.body ? JSON.parse(String(init.body)) : null
    requests.push(`${init?.method} ${pathname}${body ? ` ${JSON.stringify(body)}` : ''}`)
    const answer = answers(init?.method ?? 'GET', pathname, body)
    if (!answer) throw new TypeError('no line')
    return Response.json(answer.body ?? {}, { status: answer.status ?? 200 })
  })
  const refetch = async () => void requests.push('files')
  return { stored, requests, open: (storage: Storage | null = kept) => createPendingTrackEdits(api, storage, refetch) }
}

const isNoneOpen = async () => false

test('sends the edited tags of an upload once its file exists, and deletes them locally', async () => {
  const { stored, requests, open } = newBrowser(() => ({}))
  const pending = open()
  let heard = 0
  pending.subscribe(() => heard++)
  pending.edit('session-a', { title: 'Ebb' })
  pending.edit('session-a', { year: 2026 })
  expect(pending.all()).toEqual({ 'session-a': { title: 'Ebb', year: 2026 } })
  await pending.sendEdits('session-b', 'file-b')
  await pending.sendEdits('session-a', 'file-a')
  expect(requests).toEqual(['files', 'PATCH /api/admin/product-files/file-a {"title":"Ebb","year":2026}', 'files'])
  pending.noteListed(['file-a'])
  expect([pending.all(), stored, heard]).toEqual([{}, { theme: 'dark' }, 3])
})

test('keeps the edited tags when the upload gets another session', async () => {
  const { stored, requests, open } = newBrowser(() => ({}))
  const pending = open()
  pending.edit('session-a', { title: 'Ebb' })
  pending.follow('session-a', 'session-b')
  pending.follow('session-c', 'session-d')
  expect(open().all()).toEqual({ 'session-b': { title: 'Ebb' } })
  // Still being typed when the session changed.
  pending.edit('session-a', { artist: 'The Tides' })
  await pending.sendEdits('session-a', 'file-a')
  await pending.sendEdits('session-b', 'file-b')
  pending.noteListed(['file-b'])
  const patches = requests.filter((each) => each.startsWith('PATCH'))
  expect(patches).toEqual(['PATCH /api/admin/product-files/file-b {"title":"Ebb","artist":"The Tides"}'])
  expect([pending.all(), stored]).toEqual([{}, { theme: 'dark' }])
})

test('keeps the edited tags of an unsent file while it can still be sent', async () => {
  const { stored, open } = newBrowser(() => ({ status: 404, body: { error: 'no', reason: 'x' } }))
  const first = open()
  for (const id of ['session-waiting', 'session-cancelled']) first.edit(id, { title: id })
  const next = open()
  await next.settle(async (id) => id === 'session-waiting')
  expect(next.all()).toEqual({ 'session-waiting': { title: 'session-waiting' } })
  expect(Object.keys(stored)).toEqual(['theme', 'track-words:session-waiting'])
})

test('sends unsent edited tags on the next page and deletes those of cancelled uploads', async () => {
  let isThere = false
  const { stored, requests, open } = newBrowser((method, path) => {
    if (!isThere) return null
    if (method === 'PATCH') return {}
    if (path.endsWith('session-gone')) return { status: 404, body: { error: 'no', reason: 'x' } }
    return { body: { fileId: path.endsWith('session-done') ? 'file-done' : null } }
  })
  const first = open()
  for (const id of ['session-done', 'session-gone', 'session-open']) first.edit(id, { title: id })
  await first.sendEdits('session-done', 'file-done')
  await first.settle(isNoneOpen)
  expect(Object.keys(stored)).toHaveLength(4)
  stored['track-words:broken'] = '{'
  isThere = true
  requests.length = 0
  const next = open()
  await next.settle(isNoneOpen)
  expect(requests.filter((each) => each.startsWith('PATCH'))).toEqual([
    'PATCH /api/admin/product-files/file-done {"title":"session-done"}',
  ])
  expect(next.all()).toEqual({ broken: {}, 'session-open': { title: 'session-open' } })
})

test.each([
  [401, 1],
  [429, 1],
  [503, 1],
  [404, 0],
  [422, 0],
])('when the server answers %i, keeps %i edited tags for a retry', async (status, kept) => {
  const { open, stored } = newBrowser(() => ({ status, body: { error: 'no', reason: 'x' } }))
  const pending = open()
  pending.edit('session-a', { title: 'Ebb' })
  await pending.sendEdits('session-a', 'file-a')
  pending.noteListed(['file-a'])
  expect(Object.keys(pending.all())).toHaveLength(kept)
  expect(Object.keys(stored)).toHaveLength(1 + kept)
})

test('sends edited tags from memory where the browser stores nothing', async () => {
  const { open, requests } = newBrowser(() => ({}))
  const pending = open(null)
  pending.edit('session-a', { title: 'Ebb' })
  await pending.sendEdits('session-a', 'file-a')
  expect(requests).toEqual(['PATCH /api/admin/product-files/file-a {"title":"Ebb"}', 'files'])
})

test('sends tags that are edited while others are sent, or later', async () => {
  const { open, requests, stored } = newBrowser((method, _, body) => {
    if (method === 'PATCH' && JSON.stringify(body) === '{"title":"Eb"}') pending.edit('session-a', { title: 'Ebb' })
    return {}
  })
  const pending = open()
  pending.edit('session-a', { title: 'Eb' })
  await pending.sendEdits('session-a', 'file-a')
  const patchAndRefetch = (words: string) => [`PATCH /api/admin/product-files/file-a ${words}`, 'files']
  expect(requests).toEqual([...patchAndRefetch('{"title":"Eb"}'), ...patchAndRefetch('{"title":"Ebb"}')])
  pending.noteListed(['file-a'])
  pending.edit('session-a', { artist: 'Ann' })
  await vi.waitFor(() => expect(pending.all()).toEqual({}))
  expect(requests.slice(4)).toEqual(patchAndRefetch('{"artist":"Ann"}'))
  expect(stored).toEqual({ theme: 'dark' })
})

test('shows the edited tags until the list of files contains them', async () => {
  const { open, stored } = newBrowser(() => ({}))
  const pending = open()
  pending.edit('session-a', { title: 'Ebb' })
  await pending.sendEdits('session-a', 'file-a')
  expect([pending.all(), stored]).toEqual([{ 'session-a': { title: 'Ebb' } }, { theme: 'dark' }])
  expect(pending.isListed('file-a')).toBe(false)
  pending.noteListed(['file-a', 'file-b'])
  expect([pending.all(), pending.isListed('file-a')]).toEqual([{}, true])
})
