import { expect, test, vi } from 'vitest'
import { pendingWords } from '#web/admin/uploads/tracks/pending-words.ts'
import { apiClient } from '#web/api-client.ts'

/** What a browser keeps, and a server that says and hears what the test wants. */
function newPlace(
  answers: (method: string, path: string, body: unknown) => { status?: number; body?: unknown } | null,
) {
  const held: Record<string, string> = { theme: 'dark' }
  const storage = Object.assign(Object.create(null) as Storage, {})
  const methods = {
    getItem: (key: string) => held[key] ?? null,
    setItem: (key: string, text: string) => {
      held[key] = text
    },
    removeItem: (key: string) => void delete held[key],
  }
  // Only what is needed of it is there; its keys are what is kept.
  const kept = new Proxy(Object.assign(storage, methods), {
    ownKeys: () => Object.keys(held),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, writable: true }),
  })
  const asked: string[] = []
  const api = apiClient('http://localhost', async (input, init) => {
    const { pathname } = new URL(String(input))
    const body = init?.body ? JSON.parse(String(init.body)) : null
    asked.push(`${init?.method} ${pathname}${body ? ` ${JSON.stringify(body)}` : ''}`)
    const answer = answers(init?.method ?? 'GET', pathname, body)
    if (!answer) throw new TypeError('no line')
    return Response.json(answer.body ?? {}, { status: answer.status ?? 200 })
  })
  const askAnew = async () => void asked.push('files')
  return { held, asked, open: (storage: Storage | null = kept) => pendingWords(api, storage, askAnew) }
}

const isNoneOpen = async () => false

test('what is said of a file on its way is told once it is there, and forgotten here', async () => {
  const { held, asked, open } = newPlace(() => ({}))
  const pending = open()
  let heard = 0
  pending.subscribe(() => heard++)
  pending.say('session-a', { title: 'Ebb' })
  pending.say('session-a', { year: 2026 })
  expect(pending.all()).toEqual({ 'session-a': { title: 'Ebb', year: 2026 } })
  await pending.handOver('session-b', 'file-b')
  await pending.handOver('session-a', 'file-a')
  expect(asked).toEqual(['files', 'PATCH /api/admin/product-files/file-a {"title":"Ebb","year":2026}', 'files'])
  pending.noteListed(['file-a'])
  expect([pending.all(), held, heard]).toEqual([{}, { theme: 'dark' }, 3])
})

test('what was said of a file goes along when its upload goes on under another session', async () => {
  const { held, asked, open } = newPlace(() => ({}))
  const pending = open()
  pending.say('session-a', { title: 'Ebb' })
  pending.follow('session-a', 'session-b')
  pending.follow('session-c', 'session-d')
  expect(open().all()).toEqual({ 'session-b': { title: 'Ebb' } })
  // What was still being typed when it left.
  pending.say('session-a', { artist: 'The Tides' })
  await pending.handOver('session-a', 'file-a')
  await pending.handOver('session-b', 'file-b')
  pending.noteListed(['file-b'])
  const told = asked.filter((each) => each.startsWith('PATCH'))
  expect(told).toEqual(['PATCH /api/admin/product-files/file-b {"title":"Ebb","artist":"The Tides"}'])
  expect([pending.all(), held]).toEqual([{}, { theme: 'dark' }])
})

test('what was said of a file of which nothing is sent yet stays as long as it can still be sent', async () => {
  const { held, open } = newPlace(() => ({ status: 404, body: { error: 'no', reason: 'x' } }))
  const first = open()
  for (const id of ['session-waiting', 'session-cancelled']) first.say(id, { title: id })
  const next = open()
  await next.settle(async (id) => id === 'session-waiting')
  expect(next.all()).toEqual({ 'session-waiting': { title: 'session-waiting' } })
  expect(Object.keys(held)).toEqual(['theme', 'track-words:session-waiting'])
})

test('what could not be told is told by the next page; what was given up is forgotten', async () => {
  let isThere = false
  const { held, asked, open } = newPlace((method, path) => {
    if (!isThere) return null
    if (method === 'PATCH') return {}
    if (path.endsWith('session-gone')) return { status: 404, body: { error: 'no', reason: 'x' } }
    return { body: { fileId: path.endsWith('session-done') ? 'file-done' : null } }
  })
  const first = open()
  for (const id of ['session-done', 'session-gone', 'session-open']) first.say(id, { title: id })
  await first.handOver('session-done', 'file-done')
  await first.settle(isNoneOpen)
  expect(Object.keys(held)).toHaveLength(4)
  held['track-words:broken'] = '{'
  isThere = true
  asked.length = 0
  const next = open()
  await next.settle(isNoneOpen)
  expect(asked.filter((each) => each.startsWith('PATCH'))).toEqual([
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
])('when the server answers %i, what was said is kept %i times for the next try', async (status, kept) => {
  const { open, held } = newPlace(() => ({ status, body: { error: 'no', reason: 'x' } }))
  const pending = open()
  pending.say('session-a', { title: 'Ebb' })
  await pending.handOver('session-a', 'file-a')
  pending.noteListed(['file-a'])
  expect(Object.keys(pending.all())).toHaveLength(kept)
  expect(Object.keys(held)).toHaveLength(1 + kept)
})

test('a browser that keeps nothing still tells what was said on this page', async () => {
  const { open, asked } = newPlace(() => ({}))
  const pending = open(null)
  pending.say('session-a', { title: 'Ebb' })
  await pending.handOver('session-a', 'file-a')
  expect(asked).toEqual(['PATCH /api/admin/product-files/file-a {"title":"Ebb"}', 'files'])
})

test('what is said while a file is handed over, or after that, is told too', async () => {
  const { open, asked, held } = newPlace((method, _, body) => {
    if (method === 'PATCH' && JSON.stringify(body) === '{"title":"Eb"}') pending.say('session-a', { title: 'Ebb' })
    return {}
  })
  const pending = open()
  pending.say('session-a', { title: 'Eb' })
  await pending.handOver('session-a', 'file-a')
  const told = (words: string) => [`PATCH /api/admin/product-files/file-a ${words}`, 'files']
  expect(asked).toEqual([...told('{"title":"Eb"}'), ...told('{"title":"Ebb"}')])
  pending.noteListed(['file-a'])
  pending.say('session-a', { artist: 'Ann' })
  await vi.waitFor(() => expect(pending.all()).toEqual({}))
  expect(asked.slice(4)).toEqual(told('{"artist":"Ann"}'))
  expect(held).toEqual({ theme: 'dark' })
})

test('what was said is shown from here until a list of files has it', async () => {
  const { open, held } = newPlace(() => ({}))
  const pending = open()
  pending.say('session-a', { title: 'Ebb' })
  await pending.handOver('session-a', 'file-a')
  expect([pending.all(), held]).toEqual([{ 'session-a': { title: 'Ebb' } }, { theme: 'dark' }])
  expect(pending.isListed('file-a')).toBe(false)
  pending.noteListed(['file-a', 'file-b'])
  expect([pending.all(), pending.isListed('file-a')]).toEqual([{}, true])
})
