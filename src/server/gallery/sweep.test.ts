import { utimes, writeFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { AwardDraft, ReleaseDraft } from '#domain/collections/collection.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import { awardEntries, releaseEntries } from '#server/collections/collections.ts'
import { newId } from '#server/db/id.ts'
import { addImages, removeImages, restoreImages } from '#server/gallery/commands.ts'
import { sweepPictures } from '#server/gallery/sweep.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { pictureKey, storePicture } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'
import { insertMedia } from '#server/media/commands.ts'
import { addProduct } from '#server/products/commands.ts'
import { insertShow } from '#server/tour/commands.ts'
import { engines, newSite, openTestDatabase } from '#tests/database.ts'
import { testFiles } from '#tests/fixtures/files.ts'

const { store, receiver, helpers } = testFiles()
afterAll(() => helpers.close())

const now = new Date()
const hoursAgo = (hours: number) => new Date(+now - hours * 3_600_000)
const video = {
  kind: 'video' as const,
  title: 'x',
  description: null,
  source: 'https://vimeo.com/76979871',
  duration: null,
  posterAlt: 'x',
  position: 0,
  isPublished: false,
}
const lido = ShowDraft.parse({
  date: '2026-05-01',
  zone: 'Europe/Berlin',
  venue: 'Lido',
  city: 'Berlin',
  country: 'DE',
})

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newPlace() {
    const site = await newSite(database)
    const { websiteId, userId } = site
    const file = async (hash: string, at: Date) => {
      const path = await receiver.newFile()
      await writeFile(path, hash)
      await utimes(path, at, at)
      await store.put(pictureKey(websiteId, hash), path)
    }
    const picture = async (at: Date) => {
      const hash = newId().replaceAll('-', '').slice(-16)
      await file(hash, at)
      const made = { hash, name: 'x', width: 3, height: 2, bytes: 16, placeholder: null, takenOn: null }
      return site.as('administrator', (tx) => storePicture(tx, store, made, at))
    }
    return {
      site,
      file,
      picture,
      context: { userId, now },
      sweep: (at = now) => sweepPictures({ database, store }, websiteId, at),
      kept: async () => (await site.as('worker', (tx) => tx.select().from(pictures))).map(({ hash }) => hash).sort(),
      stored: async () => {
        const keys = []
        for await (const { key } of store.list(`${websiteId}/pictures/`)) keys.push(key.split('/').at(-1)!)
        return keys.sort()
      },
    }
  }

  test('deletes an unused picture and its file after a day', async () => {
    const { site, picture, context, sweep, kept, stored } = await newPlace()
    const old = hoursAgo(30)
    const [inGallery, onPoster, atShow, inShop, onCover, won, young, forgotten] = [
      await picture(old),
      await picture(old),
      await picture(old),
      await picture(old),
      await picture(old),
      await picture(old),
      await picture(hoursAgo(20)),
      await picture(old),
    ]
    await site.as('administrator', async (tx) => {
      await addImages(tx, [inGallery.id], context)
      await insertMedia(tx, [{ ...video, posterUrl: `/images/${onPoster.hash}/x-320.jpeg` }])
      await insertShow(tx, { ...lido, imageUrl: `/images/${atShow.hash}/x-320.jpeg`, imageAlt: 'x' })
      const images = [{ imageUrl: `/images/${inShop.hash}/x-320.jpeg`, alt: 'x' }]
      const starter = { releases: [], awards: [], press: [] }
      const owner = { ...context, starter }
      const [cover, image] = [onCover, won].map((each) => `/images/${each.hash}/x-320.jpeg`)
      const release = { title: 'x', kind: 'album', released: '2026', cover, coverAlt: 'x', text: '', credits: '' }
      await releaseEntries.create(tx, ReleaseDraft.parse({ ...release, tracks: [], product: null }), owner)
      const award = { year: 2026, title: 'x', by: 'x', result: 'won', work: null, text: null, image, imageAlt: 'x' }
      const { id } = await awardEntries.create(tx, AwardDraft.parse(award), owner)
      // A delete that can be undone keeps its picture.
      await awardEntries.delete(tx, [id], owner)
      await addProduct(tx, ProductDraft.parse({ name: 'x', price: 1, images }), context)
    })
    await sweep()
    const staying = [inGallery, onPoster, atShow, inShop, onCover, won, young].map(({ hash }) => hash).sort()
    expect(await kept()).toEqual(staying)
    expect(await stored()).toEqual(staying)
    expect(staying).not.toContain(forgotten.hash)
  })

  test('keeps a removed gallery image for an hour, then deletes it', async () => {
    const { site, picture, context, sweep, kept } = await newPlace()
    const { id, hash } = await picture(hoursAgo(30))
    const rows = () => site.as('worker', (tx) => tx.select().from(galleryImages))
    const [image] = await site.as('administrator', (tx) => addImages(tx, [id], context))
    await site.as('administrator', (tx) => removeImages(tx, [image!.id], context))
    await sweep()
    expect([await rows(), await kept()]).toEqual([[expect.objectContaining({ id: image!.id })], [hash]])
    await site.as('administrator', (tx) => restoreImages(tx, [image!.id], context))
    await sweep(new Date(+now + 2 * 3_600_000))
    expect(await rows()).toHaveLength(1)
    await site.as('administrator', (tx) => removeImages(tx, [image!.id], context))
    await sweep(new Date(+now + 2 * 3_600_000))
    expect([await rows(), await kept()]).toEqual([[], []])
  })

  test('deletes a file without a row after a day, and keeps a new one', async () => {
    const { file, picture, sweep, stored } = await newPlace()
    const { hash } = await picture(hoursAgo(1))
    await file('0123456789abcdef', hoursAgo(30))
    await file('fedcba9876543210', hoursAgo(1))
    await sweep()
    expect(await stored()).toEqual([hash, 'fedcba9876543210'].sort())
  })

  test('a repeated upload renews the age of a picture, and is refused when its file was just swept', async () => {
    const { site, picture, sweep, kept } = await newPlace()
    const old = await picture(hoursAgo(30))
    await site.as('administrator', (tx) => storePicture(tx, store, old, now))
    await sweep()
    expect(await kept()).toEqual([old.hash])
    await store.delete(pictureKey(site.websiteId, old.hash))
    await expect(site.as('administrator', (tx) => storePicture(tx, store, old, now))).rejects.toMatchObject({
      reason: 'unavailable',
    })
  })

  test('sweeps the pictures of one site only', async () => {
    const [mine, theirs] = [await newPlace(), await newPlace()]
    await theirs.picture(hoursAgo(30))
    await mine.sweep()
    expect([(await theirs.kept()).length, (await theirs.stored()).length]).toEqual([1, 1])
  })
})
