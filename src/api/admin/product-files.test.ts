import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { FilesAnswer } from '#api/admin/product-files.ts'
import type { Actor } from '#domain/actor.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import type { DigitalMetadata } from '#domain/uploads/metadata/album.ts'
import { activityLogs } from '#server/activity/table.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import { openFileReceiver } from '#server/files/file-receiver.ts'
import { createProduct } from '#server/products/commands.ts'
import { products } from '#server/products/table.ts'
import { readTagsJob } from '#server/uploads/read-tags-job.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'
import { mp4BoxesAfterFtyp } from '#tests/fixtures/file-bytes.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { taggedWavFile } from '#tests/fixtures/tagged-wav.ts'

const song = (name: string) => readFileSync(new URL(`../../../sites/musician/media/${name}.mp3`, import.meta.url))
const administrator = (userId: string): Actor => ({
  kind: 'administrator',
  userId,
  sessionId: newId(),
  authenticatedBy: 'token',
})
/** Starts like a recording and is none. */
const broken = () => Buffer.concat([Buffer.from('\0\0\0\x18ftypM4A \0\0\0\0M4A mp42'), mp4BoxesAfterFtyp()])

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-tracks-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const store = openDiskStore(join(folder, 'files'))
  const files = { ...testFiles(), store, receiver: openFileReceiver(join(folder, 'files', 'incoming')) }

  async function newTestSite() {
    const site = await createTestSite(database)
    const cache = createSiteCache()
    const arrived: string[] = []
    const needs = {
      files,
      cache,
      site: { features: featuresOf() },
      fileArrived: async (_: unknown, { id }: { id: string }) => void arrived.push(id),
    }
    const api = createTestApi(database, site, administrator(site.userId), {}, needs)
    const draft = { name: 'Night Ferry', price: 700, productType: 'digital' }
    const { id: productId, slug } = await site.as('administrator', (tx) =>
      createProduct(tx, ProductDraft.parse(draft), { userId: site.userId, now }),
    )
    // Like a product that was published before files were required.
    await site.as('administrator', (tx) => tx.update(products).set({ status: 'published' }))
    const job = readTagsJob({ store, invalidate: (websiteId) => cache.invalidate(websiteId, 'products') })
    const asWorker = site.as.bind(site, 'worker') as Parameters<typeof job.perform>[1]['inSite']
    const read = (fileId: string) =>
      job.perform(
        { fileId },
        {
          websiteId: site.websiteId,
          inSite: asWorker,
          finish: asWorker,
          signal: AbortSignal.timeout(60_000),
        },
      )
    /** Sends a file in chunks; its tags are not read yet. */
    async function send(fileName: string, bytes: Buffer, more: Record<string, string> = {}): Promise<string> {
      const size = 100_003
      const total = Math.ceil(bytes.length / size)
      let fileId = ''
      for (let at = 0; at < total; at++) {
        const form = new FormData()
        const fields = {
          sessionId: `session-${fileName.replace(/\W/g, '')}`,
          chunkIndex: String(at),
          totalChunks: String(total),
          fileName,
          websiteId: site.websiteId,
          productId,
          fileType: 'tracks',
          ...more,
        }
        for (const [name, value] of Object.entries(fields)) form.append(name, value)
        form.append('chunk', new Blob([new Uint8Array(bytes.subarray(at * size, (at + 1) * size))]), 'chunk')
        const answer = await api.request('/api/upload/chunked', { method: 'POST', body: form })
        expect(answer.status).toBe(200)
        fileId = (await answer.json()).fileId
      }
      return fileId
    }
    const add = async (fileName: string, bytes: Buffer, more: Record<string, string> = {}) => {
      const id = await send(fileName, bytes, more)
      await read(id)
      return id
    }
    const say = async (path: string, method: string, body: unknown) =>
      (await api.request(`/api/admin/product-files${path}`, jsonRequest(body, { method }))).status
    const list = async (): Promise<FilesAnswer> =>
      (await api.request(`/api/admin/product-files?productId=${productId}`)).json()
    const metadata = async () => {
      const [row] = await site.as('administrator', (tx) => tx.select().from(products).where(eq(products.id, productId)))
      return row!.digitalMetadata as DigitalMetadata | null
    }
    const titles = async () => (await metadata())?.tracks.map(({ title }) => title)
    const shown = async () => {
      const visitors = createTestApi(database, site, { kind: 'visitor' }, {}, needs)
      return (await (await visitors.request(`/api/shop/products/${slug}`)).json()).tracks
    }
    return { site, api, productId, arrived, send, read, add, say, list, metadata, titles, shown }
  }

  test('shows the tags of a recording on its product page', async () => {
    const { arrived, send, read, list, metadata, shown } = await newTestSite()
    const id = await send('Low Water.MP3', song('low-water'))
    expect(arrived).toEqual([id])
    expect((await list()).files).toMatchObject([{ id, name: 'Low Water.MP3', tags: null, words: {} }])
    expect(await shown()).toEqual([])
    await read(id)
    expect((await list()).files).toMatchObject([
      {
        id,
        originalFilename: 'Low Water.MP3',
        words: {},
        tags: { isReadable: true, hasTags: true, title: 'Low Water', trackNumber: 1, totalTracks: 5, bitrate: 112_000 },
      },
    ])
    const found = await metadata()
    expect(found).toMatchObject({
      album: { album: 'Low Water', artist: 'Marlow Quay', year: 2018, genre: 'Lo-Fi Folk', totalTracks: 1 },
      totals: { totalDuration: 43.08, durationCoverage: 100, id3Coverage: 100, hasID3Tags: true },
    })
    expect(found!.tracks).toMatchObject([
      {
        id,
        title: 'Low Water',
        durationFormatted: '0:43',
        cover: { type: 'image/jpeg' },
        sources: { title: 'tags', duration: 'audio', cover: 'tags', composer: null },
      },
    ])
    expect(await shown()).toMatchObject([{ title: 'Low Water', duration: '0:43' }])
  })

  test('reads tags in UTF-8 and falls back to the file name', async () => {
    const { add, metadata } = await newTestSite()
    await add('a.wav', taggedWavFile({ INAM: 'Größe – 東京', IART: 'Café Ébène', IPRD: 'Zoë' }))
    await add('07 - Ebbe.wav', taggedWavFile({}, 61))
    expect((await metadata())!.tracks).toMatchObject([
      { title: 'Ebbe', trackNumber: 7, durationFormatted: '1:01', hasID3: false, sources: { title: 'filename' } },
      { title: 'Größe – 東京', artist: 'Café Ébène', album: 'Zoë', duration: 2, sources: { title: 'tags' } },
    ])
  })

  test('marks an unreadable file and reads the others', async () => {
    const { add, list, titles } = await newTestSite()
    await add('02 Broken.m4a', broken())
    await add('01 Low Water.mp3', song('low-water'))
    expect((await list()).files.map(({ name, tags }) => [name, tags?.isReadable])).toEqual([
      ['01 Low Water.mp3', true],
      ['02 Broken.m4a', false],
    ])
    expect(await titles()).toEqual(['Low Water', 'Broken'])
  })

  test('retries while the bytes cannot be read and stores nothing', async () => {
    const { site, send, read, list } = await newTestSite()
    const id = await send('a.mp3', song('low-water'))
    const keys: string[] = []
    for await (const { key } of store.list(`${site.websiteId}/uploads/`)) keys.push(key)
    for (const key of keys) await store.delete(key)
    await expect(read(id)).rejects.toThrow()
    expect((await list()).files[0]!.tags).toBeNull()
    await expect(read(newId())).resolves.toBeUndefined()
  })

  test('values of the owner override the tags until they are removed', async () => {
    const { site, add, read, say, list, metadata } = await newTestSite()
    const id = await add('low-water.mp3', song('low-water'))
    expect(await say(`/${id}`, 'PATCH', { title: ' Low\u202E Water (Live) ', year: 2026 })).toBe(200)
    await read(id)
    expect((await metadata())!.tracks[0]).toMatchObject({
      title: 'Low Water (Live)',
      year: 2026,
      artist: 'Marlow Quay',
      sources: { title: 'owner', year: 'owner', artist: 'tags' },
    })
    expect((await list()).files[0]!.words).toEqual({ title: 'Low Water (Live)', year: 2026 })
    const [log] = await site.as('administrator', (tx) =>
      tx.select().from(activityLogs).where(eq(activityLogs.action, 'updated')),
    )
    expect(log).toMatchObject({ resourceType: 'product_file', resourceName: 'low-water.mp3', userId: site.userId })
    await say(`/${id}`, 'PATCH', { title: null })
    expect((await metadata())!.tracks[0]).toMatchObject({ title: 'Low Water', year: 2026, sources: { title: 'tags' } })
  })

  test('stores only values of the owner that differ from tags and file name', async () => {
    const { add, say, metadata } = await newTestSite()
    const id = await add('low-water.mp3', song('low-water'), {
      trackTitle: 'Ebb',
      trackNumber: '1',
      artist: 'Marlow Quay',
    })
    expect((await metadata())!.tracks[0]).toMatchObject({
      title: 'Ebb',
      trackNumber: 1,
      sources: { title: 'owner', trackNumber: 'tags', artist: 'tags' },
    })
    await say(`/${id}`, 'PATCH', { title: null })
    expect((await metadata())!.tracks[0]).toMatchObject({ title: 'Low Water', sources: { title: 'tags' } })
  })

  test('uses the album title of the owner', async () => {
    const { productId, add, say, list, metadata } = await newTestSite()
    await add('low-water.mp3', song('low-water'))
    expect(await say('/album', 'PATCH', { productId, words: { album: 'The Crossing', year: null } })).toBe(200)
    expect((await list()).album).toEqual({ album: 'The Crossing', year: null })
    expect(await metadata()).toMatchObject({
      album: { album: 'The Crossing', year: 2018, sources: { album: 'owner', year: 'tags' } },
      tracks: [{ album: 'The Crossing' }],
    })
  })

  test('orders tracks by number until the owner moves one', async () => {
    const { productId, add, say, titles, shown } = await newTestSite()
    const third = await add('3 Third.wav', taggedWavFile({}))
    const first = await add('1 - First.wav', taggedWavFile({}))
    await add('2 - Second.wav', taggedWavFile({}))
    expect(await titles()).toEqual(['First', 'Second', '3 Third'])
    expect(await say('/order', 'PUT', { productId, ids: [third], before: first })).toBe(200)
    await add('0 - Last.wav', taggedWavFile({}))
    expect(await titles()).toEqual(['3 Third', 'First', 'Second', 'Last'])
    expect((await shown()).map(({ title }: { title: string }) => title)).toEqual(['3 Third', 'First', 'Second', 'Last'])
  })

  test('a deleted file is no longer a track', async () => {
    const { site, api, add, titles, metadata } = await newTestSite()
    const [a, b] = [await add('1 - A.wav', taggedWavFile({})), await add('2 - B.wav', taggedWavFile({}))]
    const remove = (id: string) => api.request(`/api/admin/product-files/${id}`, { method: 'DELETE' })
    await remove(a)
    expect(await titles()).toEqual(['B'])
    await site.as('administrator', (tx) => tx.update(products).set({ status: 'draft' }))
    await remove(b)
    expect(await metadata()).toBeNull()
  })

  test('rejects files of other sites and invalid values', async () => {
    const { productId, add, say } = await newTestSite()
    const others = await newTestSite()
    const theirs = await others.add('a.wav', taggedWavFile({}))
    const id = await add('a.wav', taggedWavFile({}))
    expect(await say(`/${theirs}`, 'PATCH', { title: 'x' })).toBe(404)
    expect(await say('/album', 'PATCH', { productId: others.productId, words: { album: 'x' } })).toBe(404)
    expect(await say('/order', 'PUT', { productId, ids: [theirs], before: id })).toBe(409)
    for (const change of [{ trackNumber: 0 }, { year: 20_260 }, { title: 'x'.repeat(1_001) }, { duration: 5 }])
      expect(await say(`/${id}`, 'PATCH', change)).toBe(422)
    expect(await others.titles()).toEqual(['a'])
  })
})
