import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { beforeAll, expect, test } from 'vitest'
import type { RequestContext } from '#api/env.ts'
import { mediaFileRoutes } from '#app/http/files/media-files.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import { isSourceOf, type MediaFile, mediaFileAddressOf, mediaObjectKey } from '#server/media/files.ts'

const siteId = '0198c5b2-7a1e-7000-8000-000000000001'
const content = Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => index % 251))
const hash = createHash('sha256').update(content).digest('hex')
const file: MediaFile = {
  id: 'x',
  hash,
  name: 'Nächte "am"\r\n Ufer (*).mp3',
  type: 'audio/mpeg',
  bytes: content.length,
}
const path = mediaFileAddressOf(file)

let folder = ''
let app: Hono<{ Variables: { requestContext: RequestContext } }>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'media-files-'))
  const store = openDiskStore(join(folder, 'files'))
  await writeFile(join(folder, 'new'), content)
  await store.put(mediaObjectKey(siteId, hash), join(folder, 'new'))
  const find = async (site: string, wantedHash: string) => (site === siteId && wantedHash === hash ? file : null)
  app = new Hono<{ Variables: { requestContext: RequestContext } }>()
    .use(async (c, next) => {
      // Only the site of a visit is looked at here.
      c.set('requestContext', { site: { siteId: c.req.header('x-site') ?? siteId } } as RequestContext)
      await next()
    })
    .route('/', mediaFileRoutes({ find, store }))
    .use(compress())
  return () => rm(folder, { recursive: true, force: true })
})
const ask = (headers: Record<string, string> = {}, method = 'GET', at = path) => app.request(at, { method, headers })
/** How many of our files this process holds open. */
const openFiles = async () => {
  const targets = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''))
  return (await Promise.all(targets)).filter((target) => target.startsWith(folder)).length
}

test('sends a file with its type and name, cacheable for a year', async () => {
  const answer = await ask()
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': '1000000',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': "inline; filename*=UTF-8''N%C3%A4chte%20%22am%22%0D%0A%20Ufer%20%28%2a%29.mp3",
    etag: `"${hash}"`,
  })
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
})

test.each([
  ['bytes=0-99', 0, 99],
  ['bytes=999990-', 999_990, 999_999],
  ['bytes=-5', 999_995, 999_999],
])('answers %s with that range', async (range, from, to) => {
  const answer = await ask({ range })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to}/1000000`])
  expect(answer.headers.get('content-length')).toBe(String(to - from + 1))
  expect(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(from, to + 1))).toBe(true)
})

test('answers an unsatisfiable range with 416 and several ranges with the whole file', async () => {
  const beyond = await ask({ range: 'bytes=1000000-' })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */1000000'])
  const several = await ask({ range: 'bytes=0-1,5-6' })
  expect([several.status, (await several.arrayBuffer()).byteLength]).toEqual([200, 1_000_000])
})

test('answers a matching ETag with 304 and any other with the whole file', async () => {
  const known = await ask({ 'if-none-match': `"${hash}"` })
  expect([known.status, await known.text()]).toEqual([304, ''])
  const etag = `"${hash}"`
  expect((await ask({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
  const other = await ask({ range: 'bytes=0-1', 'if-range': '"other"' })
  expect(other.status).toBe(200)
  await other.body?.cancel()
})

test('answers HEAD with the headers of the whole file, ignores Range, and opens no stream', async () => {
  const get = await ask()
  await get.arrayBuffer()
  for (const range of ['none', 'bytes=5-9', 'bytes=1000000-']) {
    const head = await ask({ range }, 'HEAD')
    expect([head.status, Object.fromEntries(head.headers)]).toEqual([get.status, Object.fromEntries(get.headers)])
    expect(await head.text()).toBe('')
  }
  await expect.poll(openFiles).toBe(0)
})

test('reads no more than the client takes, and closes the file when it disconnects', async () => {
  const { body } = await ask()
  const reader = body!.getReader()
  await reader.read()
  expect(await openFiles()).toBe(1)
  await reader.cancel()
  await expect.poll(openFiles).toBe(0)
})

test.each([
  ['another name', `/media/files/${hash}/other.mp3`, {}],
  ['another file', `/media/files/${'0'.repeat(64)}/file.mp3`, {}],
  ['another site', path, { 'x-site': '0198c5b2-7a1e-7000-8000-000000000002' }],
  ['a way out', `/media/files/${hash}/..%2f..%2fx`, {}],
  ['nothing', '/media/files/', {}],
])('%s is not found', async (_, at, headers) => {
  const answer = await ask(headers, 'GET', at)
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
})

test('serves a media file under its former address, from before ø was transliterated', () => {
  const film = { hash, name: 'Tromsø Łódź.mp4', type: 'video/mp4' }
  expect(mediaFileAddressOf(film)).toBe(`/media/files/${hash}/tromso-lodz.mp4`)
  const names = ['tromso-lodz', 'troms-odz', 'tromso', 'other']
  expect(names.map((name) => isSourceOf(film, `/media/files/${hash}/${name}.mp4`))).toEqual([true, true, false, false])
})

test('answers 405 for writes to files', async () => {
  const answer = await ask({}, 'POST')
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})
