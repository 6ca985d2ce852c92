import { describe, expect, test } from 'vitest'
import type { AdminGalleryImage } from '#api/admin/gallery.ts'
import type { GalleryPicture } from '#api/site/gallery.ts'
import type { Actor } from '#domain/actor.ts'
import { activityLogs } from '#server/activity/table.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { pictures } from '#server/images/table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

type ImagePage = { images: AdminGalleryImage[]; total: number; missing: number }
type CreatedImages = { images: AdminGalleryImage[] }
const hex = (length: number) => newId().replaceAll('-', '').slice(-length)

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine, { poolSize: 8 })

  async function newTestSite() {
    const site = await createTestSite(database)
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const cache = createSiteCache()
    const [owner, visitor] = [actor, { kind: 'visitor' } as const].map((who) =>
      createTestApi(database, site, who, {}, { cache }),
    )
    const send = (method: string) => (path: string, body?: object) =>
      owner!.request(`/api/admin/gallery${path}`, jsonRequest(body, { method }))
    const [get, post, put] = [send('GET'), send('POST'), send('PUT')]
    /** Pictures as uploads leave them, called by these names. */
    const uploaded = (...names: string[]) =>
      site.as('administrator', (tx) =>
        tx
          .insert(pictures)
          .values(
            names.map((name) => ({ name, hash: hex(16), width: 300, height: 200, bytes: 9, takenOn: '2024-01-02' })),
          )
          .returning(),
      )
    const list = async (search = ''): Promise<ImagePage> => (await get(search)).json()
    return {
      site,
      cache,
      visitor: visitor!,
      get,
      post,
      put,
      list,
      uploaded,
      add: async (...names: string[]): Promise<AdminGalleryImage[]> => {
        const pictureIds = (await uploaded(...names)).map(({ id }) => id)
        return ((await (await post('', { pictureIds })).json()) as CreatedImages).images
      },
      order: async () => nameList((await list()).images),
      seen: async (): Promise<GalleryPicture[]> => (await visitor!.request('/api/gallery/pictures')).json(),
      log: () => site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id)),
    }
  }
  const nameOf = ({ base }: { base: string }) => base.split('/').at(-1)!
  const nameList = (images: AdminGalleryImage[]) => images.map(({ picture }) => nameOf(picture))
  const words = { caption: '', alt: '', takenOn: null, isPublished: true }

  test('visitors see every change of the gallery at once', async () => {
    const { add, put, post, seen } = await newTestSite()
    expect(await seen()).toEqual([])
    const [a, b] = await add('a', 'b')
    expect(a).toMatchObject({ sequence: 0, caption: '', alt: '', takenOn: '2024-01-02', isPublished: true })
    expect((await seen()).map(nameOf)).toEqual(['a', 'b'])
    const draft = { ...words, caption: 'Soundcheck', alt: 'A singer', takenOn: '2024-05-06', sequence: 0 }
    const changed = await put(`/${a!.id}`, draft)
    expect(await changed.json()).toMatchObject({ sequence: 1, caption: 'Soundcheck', picture: { alt: 'A singer' } })
    expect((await seen())[0]).toMatchObject({ alt: 'A singer', caption: 'Soundcheck', takenOn: '2024-05-06' })
    await put(`/${a!.id}`, { ...draft, isPublished: false, sequence: 1 })
    expect((await seen()).map(nameOf)).toEqual(['b'])
    await post('/bulk-delete', { ids: [b!.id] })
    expect(await seen()).toEqual([])
  })

  test('an edit invalidates the cached gallery and no other tag', async () => {
    const { add, visitor, cache, site, seen } = await newTestSite()
    let reads = 0
    const tour = () =>
      cache.read(site.websiteId, 'tour', 'x', async () => {
        reads++
        return []
      })
    await tour()
    await visitor.request('/api/gallery/pictures?limit=7')
    await add('a')
    await tour()
    expect(reads).toBe(1)
    expect((await seen()).map(nameOf)).toEqual(['a'])
    expect(await (await visitor.request('/api/gallery/pictures?limit=7')).json()).toHaveLength(1)
  })

  test('restores deleted pictures to their position until they are swept', async () => {
    const { add, post, get, order, site } = await newTestSite()
    const [, b, c] = await add('a', 'b', 'c')
    const ids = [b!.id, c!.id]
    expect(await (await post('/bulk-delete', { ids })).json()).toEqual({ changed: 2 })
    expect([await order(), (await get(`/${b!.id}`)).status]).toEqual([['a'], 404])
    expect((await post('/bulk-delete', { ids })).status).toBe(404)
    expect(await (await post('/restore', { ids })).json()).toEqual({ changed: 2 })
    expect(await (await post('/restore', { ids })).json()).toEqual({ changed: 0 })
    expect(await order()).toEqual(['a', 'b', 'c'])
    await post('/bulk-delete', { ids: [b!.id] })
    await site.as('worker', (tx) => tx.delete(galleryImages))
    expect((await post('/restore', { ids: [b!.id] })).status).toBe(404)
    expect(await order()).toEqual(['a', 'c'])
  })

  test('adds a picture once, also in concurrent requests', async () => {
    const { uploaded, post, order, log } = await newTestSite()
    const [a, b] = await uploaded('a', 'b')
    const add = async (...pictureIds: string[]): Promise<AdminGalleryImage[]> =>
      ((await (await post('', { pictureIds })).json()) as CreatedImages).images
    const [first] = await add(a!.id)
    await Promise.all(Array.from({ length: 4 }, () => add(b!.id, a!.id)))
    expect(await order()).toEqual(['a', 'b'])
    await post('/bulk-delete', { ids: [first!.id] })
    const [again] = await add(a!.id)
    expect([again!.id, await order()]).toEqual([first!.id, ['b', 'a']])
    expect((await log()).map(({ action }) => action)).toEqual(['created', 'created', 'deleted', 'created'])
    expect((await post('', { pictureIds: [a!.id, newId()] })).status).toBe(404)
  })

  test('moves pictures, and refuses a move that names a deleted one with 409', async () => {
    const { add, put, post, order, seen } = await newTestSite()
    const [a, b, c, d] = await add('a', 'b', 'c', 'd')
    const move = (ids: (AdminGalleryImage | undefined)[], before: AdminGalleryImage | null | undefined) =>
      put('/order', { ids: ids.map((each) => each!.id), before: before?.id ?? null })
    await move([d], a)
    expect(await order()).toEqual(['d', 'a', 'b', 'c'])
    await move([c, d], b)
    expect(await order()).toEqual(['a', 'c', 'd', 'b'])
    await move([a], null)
    expect((await seen()).map(nameOf)).toEqual(['c', 'd', 'b', 'a'])
    await post('/bulk-delete', { ids: [d!.id] })
    expect([(await move([a], d)).status, (await move([d], a)).status, (await move([a], a)).status]).toEqual([
      409, 409, 409,
    ])
    expect(await order()).toEqual(['c', 'b', 'a'])
  })

  test('two simultaneous moves are both applied', async () => {
    const { add, put, list, order, site } = await newTestSite()
    const names = Array.from({ length: 12 }, (_, index) => `p${index}`)
    const images = await add(...names)
    // Without any room between them: each move must move the others too.
    await site.as('administrator', (tx) => tx.update(galleryImages).set({ position: 0 }))
    expect(await order()).toEqual(names)
    const id = (name: string) => images[names.indexOf(name)]!.id
    const answers = await Promise.all([
      ...['p11', 'p10', 'p9'].map((name) => put('/order', { ids: [id(name)], before: id('p5') })),
      ...['p0', 'p1'].map((name) => put('/order', { ids: [id(name)], before: id('p8') })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const after = await order()
    const sorted = [after.slice(3, 6).toSorted(), after.slice(9, 11).toSorted()]
    expect(sorted).toEqual([
      ['p10', 'p11', 'p9'],
      ['p0', 'p1'],
    ])
    expect(after.filter((name) => !sorted.flat().includes(name))).toEqual(['p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8'])
    expect((await list()).images.every(({ sequence }) => sequence === 0)).toBe(true)
  })

  test('rejects an edit of an older version of a gallery picture', async () => {
    const { add, put } = await newTestSite()
    const [image] = await add('a')
    const answers = await Promise.all(
      ['x', 'y', 'z'].map((caption) => put(`/${image!.id}`, { ...words, caption, sequence: 0 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  test('searches and pages the pictures, and counts missing descriptions', async () => {
    const { add, put, list } = await newTestSite()
    const [a, b] = await add('a', 'b', 'c')
    await put(`/${a!.id}`, { ...words, alt: 'A lamp', caption: '100% light', sequence: 0 })
    await put(`/${b!.id}`, { ...words, alt: 'A door', sequence: 0 })
    const found = async (search: string) => {
      const { images, total, missing } = await list(search)
      return [nameList(images), total, missing]
    }
    expect(await found('')).toEqual([['a', 'b', 'c'], 3, 1])
    expect(await found('?q=LAMP')).toEqual([['a'], 1, 1])
    expect(await found('?q=100%25')).toEqual([['a'], 1, 1])
    expect(await found('?q=%25')).toEqual([['a'], 1, 1])
    expect(await found('?descriptions=missing')).toEqual([['c'], 1, 1])
    expect(await found('?page=2&size=2')).toEqual([['c'], 3, 1])
  })

  test('logs every change of a picture, with values before and after', async () => {
    const { add, put, post, log } = await newTestSite()
    const [a, b] = await add('a', 'b')
    await put(`/${a!.id}`, { ...words, alt: 'A lamp', takenOn: '2024-01-02', sequence: 0 })
    await put('/order', { ids: [a!.id], before: null })
    await post('/bulk-delete', { ids: [b!.id] })
    await post('/restore', { ids: [b!.id] })
    const lines = await log()
    expect(lines.map(({ action }) => action)).toEqual([
      'created',
      'created',
      'updated',
      'reordered',
      'deleted',
      'restored',
    ])
    expect(lines[2]).toMatchObject({
      resourceType: 'gallery_image',
      resourceId: a!.id,
      resourceName: 'A lamp',
      details: { changes: { alt: { before: '', after: 'A lamp' } } },
    })
  })

  test('answers 404 for pictures of another website, and names invalid fields', async () => {
    const [mine, theirs] = [await newTestSite(), await newTestSite()]
    const [image] = await theirs.add('a')
    const [picture] = await theirs.uploaded('b')
    expect((await mine.get(`/${image!.id}`)).status).toBe(404)
    expect((await mine.post('/bulk-delete', { ids: [image!.id] })).status).toBe(404)
    expect((await mine.post('', { pictureIds: [picture!.id] })).status).toBe(404)
    expect((await mine.put('/order', { ids: [image!.id], before: null })).status).toBe(409)
    expect(await mine.seen()).toEqual([])
    const refused = await theirs.put(`/${image!.id}`, {
      ...words,
      takenOn: '2024-02-30',
      caption: 'x'.repeat(301),
      sequence: 0,
    })
    expect(Object.keys((await refused.json()).fields).sort()).toEqual(['caption', 'takenOn'])
  })
})
