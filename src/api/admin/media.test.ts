import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { AdminMediaItem, UploadedMediaFile } from '#api/admin/media.ts'
import type { PublicMedia } from '#api/site/media.ts'
import type { Actor } from '#domain/actor.ts'
import { mediaFileTexts } from '#domain/texts/own-words.ts'
import { activityLogs } from '#server/activity/table.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { pictures } from '#server/images/table.ts'
import { mediaObjectKey, sweepMediaFiles } from '#server/media/files.ts'
import { mediaFiles } from '#server/media/table.ts'
import recorded from '#sites/musician/media/media.json' with { type: 'json' }
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

const { folder, store, helpers } = testFiles()
afterAll(() => helpers.close())

const megabyte = 1024 * 1024
const film = { kind: 'video', title: 'Night Ferry', source: 'https://vimeo.com/76979871', isPublished: true }
const flac = (filling = 7) => Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(1000, filling)])

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newTestSite() {
    const site = await createTestSite(database)
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const cache = createSiteCache()
    const [owner, visitor] = [actor, { kind: 'visitor' } as const].map((who) =>
      createTestApi(database, site, who, {}, { cache }),
    )
    const send = (method: string) => (path: string, body?: object) =>
      owner!.request(`/api/admin/media${path}`, jsonRequest(body, { method }))
    const [get, post, put] = [send('GET'), send('POST'), send('PUT')]
    const upload = (body: BodyInit, name = 'x.flac', headers: Record<string, string> = {}) =>
      owner!.request(`/api/admin/media/files?name=${encodeURIComponent(name)}`, {
        method: 'POST',
        body,
        headers,
        duplex: 'half',
      } as RequestInit)
    return {
      site,
      get,
      post,
      put,
      upload,
      add: async (changes: object = {}): Promise<AdminMediaItem> => (await post('', { ...film, ...changes })).json(),
      file: async (body: BodyInit, name?: string): Promise<UploadedMediaFile> => (await upload(body, name)).json(),
      list: async (search = ''): Promise<{ items: AdminMediaItem[]; total: number }> => (await get(search)).json(),
      seen: async (): Promise<PublicMedia[]> => (await visitor!.request('/api/media/items')).json(),
      files: () => site.as('worker', (tx) => tx.select().from(mediaFiles)),
      log: () => site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id)),
    }
  }
  const titles = (items: { title: string }[]) => items.map(({ title }) => title)

  test('visitors see every change of media items at once', async () => {
    const { add, put, post, seen } = await newTestSite()
    expect(await seen()).toEqual([])
    const [a, b, c] = [await add({ title: 'a' }), await add({ title: 'b' }), await add({ title: 'c' })]
    expect(titles(await seen())).toEqual(['a', 'b', 'c'])
    expect((await put(`/${a.id}`, { ...film, title: 'A', sequence: 0 })).status).toBe(200)
    expect(titles(await seen())).toEqual(['A', 'b', 'c'])
    expect(await (await put('/order', { ids: [c.id], before: a.id })).json()).toEqual({ changed: 1 })
    expect(titles(await seen())).toEqual(['c', 'A', 'b'])
    expect(await (await post('/publication', { ids: [b.id, c.id], isPublished: false })).json()).toEqual({ changed: 2 })
    expect(titles(await seen())).toEqual(['A'])
    await post('/bulk-delete', { ids: [a.id] })
    expect(await seen()).toEqual([])
  })

  test('a poster must be an uploaded picture of the site', async () => {
    const { site, add, post, seen, list } = await newTestSite()
    const hash = newId().replaceAll('-', '').slice(-16)
    const picture = {
      hash,
      name: 'lamp',
      width: 900,
      height: 600,
      bytes: 9,
      placeholder: 'data:image/webp;base64,AA==',
    }
    await site.as('administrator', (tx) => tx.insert(pictures).values(picture))
    const posterUrl = `/images/${hash}/lamp-640.jpeg`
    await add({ posterUrl, posterAlt: 'A lamp' })
    for (const gone of ['/images/0123456789abcdef/gone-640.jpeg', `/images/${hash}/other-640.jpeg`]) {
      const answer = await post('', { ...film, posterUrl: gone, posterAlt: 'x' })
      expect((await answer.json()).fields).toEqual({
        posterUrl: 'This picture is not there any more. Please upload it again.',
      })
    }
    const shown = {
      base: `/images/${hash}/lamp`,
      width: 900,
      height: 600,
      alt: 'A lamp',
      asIs: null,
      placeholder: picture.placeholder,
    }
    expect((await seen()).map(({ poster }) => poster)).toEqual([shown])
    const { items } = await list()
    expect(items[0]).toMatchObject({ poster: shown, posterUrl, posterAlt: 'A lamp' })
    const refused = await newTestSite().then(({ post }) => post('', { ...film, posterUrl: 'https://x.example/x.jpg' }))
    expect((await refused.json()).fields).toMatchObject({ posterUrl: 'Please upload the picture.' })
  })

  test('stores an uploaded file unchanged under its hash, and an item can use it', async () => {
    const { site, upload, file, add, post, files } = await newTestSite()
    const sent = await upload(flac(), '../Nächte "am" Ufer\u202E.mp3')
    expect(sent.status).toBe(201)
    const made: UploadedMediaFile = await sent.json()
    const hash = createHash('sha256').update(flac()).digest('hex')
    expect(made).toEqual({
      source: `/media/files/${hash}/nachte-am-ufer.flac`,
      name: '../Nächte "am" Ufer.mp3',
      kind: 'audio',
      type: 'audio/flac',
      bytes: 1004,
      duration: null,
    })
    expect(await store.head(mediaObjectKey(site.websiteId, hash))).toEqual({ bytes: 1004 })
    const again = await Promise.all([file(flac()), file(flac())])
    expect(again.map(({ source }) => source)).toEqual([made.source, made.source])
    expect(await files()).toHaveLength(1)
    expect(await add({ kind: 'audio', source: made.source })).toMatchObject({ source: made.source })
    const gone = await post('', { ...film, source: `/media/files/${'0'.repeat(64)}/x.flac` })
    expect([gone.status, Object.keys((await gone.json()).fields)]).toEqual([422, ['source']])
  })

  test('reads the length of an uploaded recording or film', async () => {
    const { file } = await newTestSite()
    for (const name of ['salt-radio.mp3', 'night-ferry.webm'] as const) {
      const { duration } = await file(await readFile(`sites/musician/media/${name}`), name)
      expect(duration, name).toBe(Math.round(recorded[name].duration))
    }
  })

  test('refuses an unplayable or too large file with a message and stores nothing', async () => {
    const { upload } = await newTestSite()
    const refused = async (body: BodyInit, headers?: Record<string, string>) => {
      const answer = await upload(body, 'song.mp3', headers)
      return { status: answer.status, ...(await answer.json()) }
    }
    const kind = { status: 422, reason: 'media-file-kind', error: mediaFileTexts.kind }
    expect(await refused('<!doctype html><script>alert(1)</script>')).toMatchObject(kind)
    expect(await refused(Buffer.from('MZ\x90\0'.padEnd(2000)))).toMatchObject(kind)
    expect(await refused('')).toMatchObject({ status: 422, reason: 'file-empty' })
    const tooLarge = { status: 413, reason: 'media-file-too-large', error: mediaFileTexts.tooLarge }
    expect(await refused(flac(), { 'content-length': String(501 * megabyte) })).toMatchObject(tooLarge)
    expect(await readdir(join(folder, 'files', 'incoming'))).toEqual([])
  })

  test('the sweep deletes a file and its row after a day without an item', async () => {
    const { site, file, add, files } = await newTestSite()
    const [named] = [await file(flac(1)), await file(flac(2))]
    await add({ kind: 'audio', source: named.source })
    const sweep = (hours: number) =>
      sweepMediaFiles({ database, store }, site.websiteId, new Date(+now + hours * 3_600_000))
    await sweep(20)
    expect(await files()).toHaveLength(2)
    await sweep(30)
    expect((await files()).map(({ hash }) => named.source.includes(hash))).toEqual([true])
    const kept = []
    for await (const { key } of store.list(`${site.websiteId}/media/`)) kept.push(key)
    expect(kept).toHaveLength(1)
  })

  test('rejects an edit of an older version of a media item; moving an item makes no new version', async () => {
    const { add, put, list } = await newTestSite()
    const [first, second] = [await add(), await add({ title: 'Second' })]
    await put('/order', { ids: [second.id], before: first.id })
    const answers = await Promise.all(
      ['x', 'y', 'z'].map((title) => put(`/${first.id}`, { ...film, title, sequence: 0 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await put('/order', { ids: [second.id], before: newId() })).status).toBe(409)
    expect((await list()).items.map(({ sequence }) => sequence)).toEqual([0, 1])
  })

  test('searches, filters and pages the media items', async () => {
    const { add, list } = await newTestSite()
    await add({ title: 'a', description: '100% live' })
    await add({ title: 'b', kind: 'audio' })
    await add({ title: 'c' })
    expect(titles((await list('?q=100%25')).items)).toEqual(['a'])
    expect(titles((await list('?kind=audio')).items)).toEqual(['b'])
    const second = await list('?page=2&size=2')
    expect([titles(second.items), second.total]).toEqual([['c'], 3])
  })

  test('logs every change of a media item', async () => {
    const { add, put, post, log } = await newTestSite()
    const { id } = await add({ isPublished: false })
    await put(`/${id}`, { ...film, isPublished: false, title: 'Day Ferry', sequence: 0 })
    await post('/publication', { ids: [id], isPublished: true })
    await put('/order', { ids: [id], before: null })
    await post('/bulk-delete', { ids: [id] })
    const lines = await log()
    expect(lines.map(({ action }) => action)).toEqual(['created', 'updated', 'status_changed', 'reordered', 'deleted'])
    expect(lines[1]).toMatchObject({
      resourceType: 'media_item',
      resourceName: 'Day Ferry',
      details: { changes: { title: { before: 'Night Ferry', after: 'Day Ferry' } } },
    })
    expect(lines[2]!.details).toMatchObject({ new_status: 'published' })
  })

  test('refuses items and files of another website', async () => {
    const [mine, theirs] = [await newTestSite(), await newTestSite()]
    const { id } = await theirs.add()
    const { source } = await theirs.file(flac(3))
    expect((await mine.get(`/${id}`)).status).toBe(404)
    expect((await mine.post('/bulk-delete', { ids: [id] })).status).toBe(404)
    expect((await mine.post('/publication', { ids: [id], isPublished: false })).status).toBe(404)
    expect((await mine.post('', { ...film, source })).status).toBe(422)
    expect((await theirs.list()).total).toBe(1)
  })
})
