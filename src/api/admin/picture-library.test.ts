import { createHash } from 'node:crypto'
import { getTableName, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { LibraryPictureAnswer } from '#api/admin/pictures.ts'
import type { Actor } from '#domain/actor.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { insertMedia } from '#server/media/commands.ts'
import { pictureColumnsOfContent } from '#server/pictures/uses.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

const { helpers } = testFiles()
afterAll(() => helpers.close())

let made = 0
/** Never the same twice: each is a little wider. */
const photo = (width = 640, height = 480) => {
  made += 1
  return sharp({ create: { width: width + made, height, channels: 3, background: '#802010' } })
}
const show = { date: '2026-06-01', zone: 'Europe/Berlin', venue: 'Lido', city: 'Berlin', country: 'DE' }
const logoOf = (address: string) => ({ logo: { light: address, dark: address }, signature: null })

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  await openAccounts(database)

  async function newTestSite() {
    const site = await createTestSite(database)
    const actor: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const cache = createSiteCache()
    const [owner, visitor] = [
      createTestApi(database, site, actor, {}, { cache }),
      createTestApi(database, site, undefined, {}, { cache }),
    ]
    const ask = async (path: string, init?: RequestInit) => {
      const answer = await owner.request(path, init)
      return { status: answer.status, body: await answer.json() }
    }
    const send = (path: string, body: BodyInit) => ask(path, { method: 'POST', body, duplex: 'half' } as RequestInit)
    const upload = async (name: string, bytes?: Uint8Array): Promise<LibraryPictureAnswer> => {
      const { body } = await send(
        `/api/admin/pictures?name=${name}`,
        (bytes ?? (await photo().jpeg().toBuffer())) as BodyInit,
      )
      return (await ask(`/api/admin/pictures/${body.id}`)).body
    }
    const one = async (id: string) => (await ask(`/api/admin/pictures/${id}`)).body as LibraryPictureAnswer
    const names = async (search = ''): Promise<string[]> =>
      (await ask(`/api/admin/pictures?${search}`)).body.pictures.map(({ fileName }: LibraryPictureAnswer) => fileName)
    const edit = (
      { id, alt, isDecorative, focusX, focusY, sequence }: LibraryPictureAnswer & { alt?: string },
      to: object,
    ) => {
      const draft = { alt: alt ?? '', isDecorative, focusX, focusY, sequence, ...to }
      return ask(`/api/admin/pictures/${id}`, jsonRequest(draft, { method: 'PUT' }))
    }
    const remove = (...ids: string[]) => ask('/api/admin/pictures/bulk-delete', jsonRequest({ ids }))
    const saveLogo = (address: string, sequence: number) =>
      ask('/api/admin/site/draft/parts/branding', jsonRequest({ value: logoOf(address), sequence }, { method: 'PUT' }))
    const publish = (sequence: number) => ask('/api/admin/site/draft/publish', jsonRequest({ sequence, note: '' }))
    return { site, owner, visitor, ask, send, upload, one, names, edit, remove, saveLogo, publish }
  }

  test('every column with a picture address is searched for picture uses', async () => {
    const site = await createTestSite(database)
    const { rows } = await site.as('administrator', (tx) =>
      tx.execute<{ name: string }>(sql`
        select relname || '.' || attname as name from pg_attribute
        join pg_class on pg_class.oid = attrelid and relkind = 'r' and relnamespace = 'public'::regnamespace
        where attnum > 0 and atttypid = 'text'::regtype and attname ~ '(image|picture|poster|cover|photo|logo)'
          and attname !~ '_alt$'`),
    )
    const known = pictureColumnsOfContent.map(
      ({ column }) => `${getTableName(column.table)}.${toSnakeCase(column.name)}`,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(known.sort())
  })

  test('filters the picture library by words, unused, and missing description', async () => {
    const { upload, names, edit, ask } = await newTestSite()
    const [night, day] = [await upload('Night_100%25.jpg'), await upload('Day.jpg')]
    await edit(day, { alt: 'A choir in a tunnel' })
    await ask('/api/admin/shows', jsonRequest({ ...show, imageUrl: day.address, imageAlt: 'x' }))
    expect(await names('sort=name&direction=up')).toEqual(['Day.jpg', 'Night_100%.jpg'])
    expect(await names('q=100%25')).toEqual([night.fileName])
    expect(await names('q=CHOIR')).toEqual([day.fileName])
    expect(await names('show=unused')).toEqual([night.fileName])
    expect(await names('show=undescribed')).toEqual([night.fileName])
    expect(await names('show=show')).toEqual([day.fileName])
    expect(await names('show=product')).toEqual([])
    expect((await ask('/api/admin/pictures?show=nothing')).status).toBe(422)
  })

  test('requires a description or the decorative mark, and a focal point inside the picture', async () => {
    const { upload, edit, one } = await newTestSite()
    const picture = await upload('a.jpg')
    expect((await edit(picture, {})).body.fields).toEqual({ alt: expect.stringContaining('describe the picture') })
    expect((await edit(picture, { alt: 'x', isDecorative: true })).status).toBe(422)
    expect((await edit(picture, { alt: 'x'.repeat(301) })).status).toBe(422)
    for (const focusX of [-1, 101, 5.5]) expect((await edit(picture, { alt: 'x', focusX })).status).toBe(422)
    expect((await edit(picture, { isDecorative: true })).body).toMatchObject({ isDecorative: true, sequence: 1 })
    expect((await edit(picture, { alt: 'late' })).status).toBe(409)
    expect(await one(picture.id)).toMatchObject({ isDecorative: true, picture: { alt: '' } })
  })

  test('sends visitors the focal point, and the description where no own alt text is set', async () => {
    const { upload, edit, ask, visitor } = await newTestSite()
    const [plain, focused] = [await upload('a.jpg'), await upload('b.jpg')]
    await ask('/api/admin/gallery', jsonRequest({ pictureIds: [plain.id, focused.id] }))
    const shown = async () => (await visitor.request('/api/gallery/pictures')).json()
    expect((await shown()).map((each: object) => 'focus' in each)).toEqual([false, false])
    await edit(focused, { alt: 'A drummer', focusX: 12, focusY: 80 })
    expect(await shown()).toMatchObject([{ alt: '' }, { alt: 'A drummer', focus: { x: 12, y: 80 } }])
    expect(Object.keys((await shown())[0])).not.toContain('focus')
  })

  test('stores the first alt text of a picture as its description in the library', async () => {
    const { upload, edit, ask, one } = await newTestSite()
    const [fresh, described] = [await upload('a.jpg'), await upload('b.jpg')]
    await edit(described, { alt: 'A boat' })
    const images = [fresh, described].map(({ address }) => ({ imageUrl: address, alt: 'The back of the sleeve' }))
    await ask('/api/admin/products', jsonRequest({ name: 'Record', price: 900, images }))
    expect([(await one(fresh.id)).picture.alt, (await one(described.id)).picture.alt]).toEqual([
      'The back of the sleeve',
      'A boat',
    ])
  })

  test('says where a picture is used, and refuses to delete it there', async () => {
    const { site, upload, ask, one, remove, names, saveLogo } = await newTestSite()
    const picture = await upload('a.jpg')
    const { body: made } = await ask(
      '/api/admin/shows',
      jsonRequest({ ...show, imageUrl: picture.address, imageAlt: 'x' }),
    )
    const images = [{ imageUrl: picture.address, alt: 'x' }]
    const { body: product } = await ask('/api/admin/products', jsonRequest({ name: 'Record', price: 900, images }))
    await ask('/api/admin/gallery', jsonRequest({ pictureIds: [picture.id] }))
    const item = {
      kind: 'video',
      title: 'Clip',
      description: null,
      source: 'https://vimeo.com/1',
      duration: null,
    } as const
    await site.as('administrator', (tx) =>
      insertMedia(tx, [{ ...item, posterUrl: picture.address, posterAlt: 'x', position: 0, isPublished: false }]),
    )
    await saveLogo(picture.address, 0)
    expect((await one(picture.id)).uses).toMatchObject([
      { kind: 'gallery', isCurrent: true },
      { kind: 'media', name: 'Clip' },
      { kind: 'product', id: product.id, name: 'Record' },
      { kind: 'show', id: made.id, name: '2026-06-01, Lido, Berlin' },
      { kind: 'version', id: '1', name: 'draft', isCurrent: true },
    ])
    expect(await remove(picture.id)).toMatchObject({ status: 409, body: { reason: 'picture-in-use' } })
    const unused = await upload('b.jpg')
    expect(await remove(picture.id, unused.id)).toMatchObject({ status: 409, body: { reason: 'pictures-in-use' } })
    expect(await names()).toHaveLength(2)
    expect((await remove(unused.id)).body).toEqual({ changed: 1 })
    expect(await names()).toEqual(['a.jpg'])
    expect((await ask('/api/admin/pictures/restore', jsonRequest({ ids: [unused.id] }))).body).toEqual({ changed: 1 })
    expect(await names()).toHaveLength(2)
  })

  test('restores a deleted picture when an old version that shows it is restored', async () => {
    const { upload, remove, names, saveLogo, publish, ask, one } = await newTestSite()
    const [first, second] = [await upload('first.jpg'), await upload('second.jpg')]
    await publish((await saveLogo(first.address, 0)).body.draft.sequence)
    await publish((await saveLogo(second.address, 9)).body.draft.sequence)
    expect((await one(first.id)).uses).toEqual([{ kind: 'version', id: '1', name: 'superseded', isCurrent: false }])
    expect((await remove(first.id)).status).toBe(200)
    expect(await names()).toEqual(['second.jpg'])
    await ask('/api/admin/site/versions/1/restore', jsonRequest({}))
    expect((await names()).sort()).toEqual(['first.jpg', 'second.jpg'])
  })

  test('replaces a picture in all content and in the draft, and published versions keep the old file', async () => {
    const { upload, edit, send, ask, one, names, saveLogo, publish, visitor } = await newTestSite()
    const old = await upload('old.jpg')
    await edit(old, { alt: 'The band', focusX: 10 })
    const { body: made } = await ask('/api/admin/shows', jsonRequest({ ...show, imageUrl: old.address, imageAlt: 'x' }))
    const images = [{ imageUrl: old.address, alt: 'x' }]
    const { body: product } = await ask('/api/admin/products', jsonRequest({ name: 'Record', price: 900, images }))
    await ask('/api/admin/gallery', jsonRequest({ pictureIds: [old.id] }))
    await publish((await saveLogo(old.address, 0)).body.draft.sequence)
    expect(await (await visitor.request('/api/gallery/pictures')).json()).toMatchObject([{ base: old.picture.base }])

    const { status, body: replaced } = await send(
      `/api/admin/pictures/${old.id}/replace?name=new.jpg`,
      (await photo(400, 200).jpeg().toBuffer()) as BodyInit,
    )
    expect(status).toBe(201)
    expect(replaced).toMatchObject({ fileName: 'new.jpg', focusX: 50, picture: { alt: 'The band', height: 200 } })
    expect(replaced.address).toMatch(/\/new-320\.jpeg$/)
    const after = await ask(`/api/admin/shows/${made.id}`)
    expect(after.body).toMatchObject({ imageUrl: replaced.address, sequence: 1 })
    const shop = await ask(`/api/admin/products/${product.id}`)
    expect(shop.body).toMatchObject({ images: [{ imageUrl: replaced.address }], sequence: product.sequence + 1 })
    expect((await ask('/api/admin/gallery')).body.images).toMatchObject([{ picture: { base: replaced.picture.base } }])
    expect((await ask('/api/admin/site/draft')).body).toMatchObject({
      draft: { number: 2 },
      document: { branding: logoOf(replaced.address) },
    })
    expect((await one(old.id)).uses).toMatchObject([{ kind: 'version', name: 'published' }])
    // What visitors see still names it, so it stays in the library.
    expect((await names()).sort()).toEqual(['new.jpg', 'old.jpg'])
  })

  test('refuses to replace a picture by itself or by a file that is not a picture', async () => {
    const { upload, send, one } = await newTestSite()
    const bytes = await photo().png().toBuffer()
    const picture = await upload('a.png', bytes)
    const replace = (body: BodyInit) => send(`/api/admin/pictures/${picture.id}/replace?name=a.png`, body)
    expect(await replace(bytes as BodyInit)).toMatchObject({ status: 409, body: { reason: 'picture-same' } })
    expect(await replace('no picture')).toMatchObject({ status: 422, body: { reason: 'picture-kind' } })
    expect(await one(picture.id)).toEqual(picture)
    expect((await send(`/api/admin/pictures/${newId()}/replace`, bytes as BodyInit)).status).toBe(404)
  })

  test('serves the original with its metadata to administrators, and nothing of it to visitors', async () => {
    const { site, owner, visitor, upload } = await newTestSite()
    const bytes = await photo(800, 600)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1' } })
      .jpeg()
      .toBuffer()
    const name = encodeURIComponent('Me "at" home\u202e.jpg')
    const { id, fileName, bytes: size } = await upload(name, bytes)
    expect([fileName, size]).toEqual(['Me "at" home.jpg', bytes.length])
    const answer = await owner.request(`/api/admin/pictures/${id}/original`)
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': "attachment; filename*=UTF-8''Me%20%22at%22%20home.jpg",
      'cache-control': 'private, no-store',
    })
    expect((await visitor.request(`/api/admin/pictures/${id}/original`)).status).toBe(401)
    const hash = createHash('sha256').update(bytes).digest('hex')
    expect(await testFiles().store.head(`${site.websiteId}/originals/${hash}`)).toEqual({ bytes: bytes.length })
    const other = await newTestSite()
    expect((await other.owner.request(`/api/admin/pictures/${id}/original`)).status).toBe(404)
  })
})
