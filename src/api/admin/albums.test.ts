import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { AlbumAnswer } from '#api/admin/albums.ts'
import type { UploadChunkAnswer } from '#api/admin/uploads.ts'
import type { Actor } from '#domain/actor.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import { newId } from '#server/db/id.ts'
import { createProduct } from '#server/products/commands.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, defaultEngine, openTestDatabase, type TestSite } from '#tests/database.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'
import { mp3WithContent, zipWithFile } from '#tests/fixtures/file-bytes.ts'
import { testFiles } from '#tests/fixtures/files.ts'

const database = await openTestDatabase(defaultEngine)
const files = testFiles()
const recording = (words: string) => mp3WithContent(words)
const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)])
const zip = zipWithFile('and what is in it')

async function newTestSite(site?: TestSite) {
  const at = site ?? (await createTestSite(database))
  const actor: Actor = { kind: 'administrator', userId: at.userId, sessionId: newId(), authenticatedBy: 'session' }
  const parts = { files, site: { features: featuresOf() } }
  const [owner, visitor] = [actor, { kind: 'visitor' } as const].map((who) =>
    createTestApi(database, at, who, {}, parts),
  )
  const draft = ProductDraft.parse({ name: 'Low Water', price: 700, productType: 'digital' })
  const { id: productId } = await at.as('administrator', (tx) => createProduct(tx, draft, { userId: at.userId, now }))
  let sent = 0
  async function send(bytes: Buffer, fileName: string, fields: Record<string, string> = {}, headers = {}) {
    const form = new FormData()
    const all = {
      sessionId: `session-${productId}-${++sent}`,
      chunkIndex: '0',
      totalChunks: '1',
      fileName,
      websiteId: at.websiteId,
      productId,
      fileType: 'tracks',
      ...fields,
    }
    for (const [name, value] of Object.entries(all)) form.append(name, value)
    form.append('chunk', new Blob([new Uint8Array(bytes)]), 'blob')
    const answer = await owner!.request('/api/upload/chunked', { method: 'POST', body: form, headers })
    return { status: answer.status, fileId: ((await answer.json()) as UploadChunkAnswer).fileId! }
  }
  const album = async (): Promise<AlbumAnswer> => (await owner!.request(`/api/admin/albums/${productId}`)).json()
  const remove = (id: string) => owner!.request(`/api/admin/product-files/${id}`, { method: 'DELETE' })
  const archive = (madeFrom: string) =>
    send(zip, 'low_water.zip', { fileType: 'album' }, { 'upload-made-from': madeFrom })
  return { site: at, owner: owner!, visitor: visitor!, send, album, remove, archive, productId }
}

test('lists the entries of an album archive in order, with their names', async () => {
  const { send, album } = await newTestSite()
  expect(await album()).toMatchObject({ entries: [], archive: null })
  await send(jpeg, 'front.jpeg', { fileType: 'cover' })
  await send(recording('one'), '01 - Tide.mp3')
  await send(recording('two'), 'x.mp3', { trackTitle: 'Öre: sund', trackNumber: '7' })
  expect((await album()).isRead).toBe(false)
  const { entries, state } = await album()
  expect(entries.map(({ name, type, bytes }) => [name, type, bytes])).toEqual([
    ['01_tide.mp3', 'audio/mpeg', 109],
    ['07_öre__sund.mp3', 'audio/mpeg', 109],
    ['cover.jpeg', 'image/jpeg', 104],
  ])
  expect(state).toMatch(/^[0-9a-f]{64}$/)
})

test('an archive is current until a track is added, deleted or replaced, and a new archive replaces it', async () => {
  const { send, album, remove, archive } = await newTestSite()
  const brought = await send(zip, 'bonus.zip', { fileType: 'album' })
  await send(recording('one'), 'a.mp3')
  const first = await archive((await album()).state)
  expect((await album()).archive).toMatchObject({
    id: first.fileId,
    name: 'low_water.zip',
    bytes: zip.length,
    isCurrent: true,
  })
  const second = await send(recording('two'), 'b.mp3')
  expect((await album()).archive).toMatchObject({ id: first.fileId, isCurrent: false })
  const third = await archive((await album()).state)
  expect((await album()).archive).toMatchObject({ id: third.fileId, isCurrent: true })
  await remove(second.fileId)
  expect((await album()).archive).toMatchObject({ id: third.fileId, isCurrent: false })
  await send(recording('another of the same name'), 'b.mp3')
  expect((await album()).archive).toMatchObject({ id: third.fileId, isCurrent: false })
  // A file that the owner uploaded can be deleted.
  const gone = await Promise.all([brought, first, third].map(async ({ fileId }) => (await remove(fileId)).status))
  expect(gone).toEqual([200, 404, 200])
})

test('ignores the source hash of a track and rejects a malformed one', async () => {
  const { send, album, archive } = await newTestSite()
  const state = createHash('sha256').digest('hex')
  await send(recording('one'), 'a.mp3', {}, { 'upload-made-from': state })
  expect((await album()).archive).toBeNull()
  expect((await archive('yesterday')).status).toBe(400)
})

test('serves ranges of a file to the owner only', async () => {
  const { send, owner, visitor, productId } = await newTestSite()
  const { fileId } = await send(recording('one and two'), 'a.mp3')
  const path = `/api/admin/albums/files/${fileId}`
  const part = async (range: string) => {
    const answer = await owner.request(path, { headers: { range } })
    return [answer.status, answer.headers.get('content-range'), await answer.text()]
  }
  expect(await part('bytes=10-12')).toEqual([206, 'bytes 10-12/117', 'one'])
  expect(await part('bytes=14-20')).toEqual([206, 'bytes 14-20/117', 'and two'])
  expect(await part('bytes=117-')).toEqual([416, 'bytes */117', ''])
  const head = await owner.request(path, { method: 'HEAD', headers: { range: 'bytes=10-12' } })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '117', ''])
  const whole = await owner.request(path)
  expect([whole.status, Object.fromEntries(whole.headers)]).toMatchObject([
    200,
    { 'content-length': '117', 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' },
  ])
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(recording('one and two'))
  const stranger = await newTestSite()
  for (const answer of [visitor.request(path), visitor.request(`/api/admin/albums/${productId}`)])
    expect((await answer).status).toBe(401)
  expect((await stranger.owner.request(path)).status).toBe(404)
  expect(await (await stranger.owner.request(`/api/admin/albums/${productId}`)).json()).toMatchObject({ entries: [] })
})
