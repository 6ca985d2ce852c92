import { createHash } from 'node:crypto'
import { utimes, writeFile } from 'node:fs/promises'
import { inArray } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { AwardDraft, ReleaseDraft } from '#domain/collections/collection.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import { awardRepository, releaseRepository } from '#server/collections/collections.ts'
import { newId } from '#server/db/id.ts'
import { addGalleryImages, removeGalleryImages, restoreGalleryImages } from '#server/gallery/commands.ts'
import { galleryImages } from '#server/gallery/table.ts'
import { originalKey, pictureKey, storePicture } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'
import { insertMedia } from '#server/media/commands.ts'
import { sweepPictures } from '#server/pictures/sweep.ts'
import { addProduct } from '#server/products/commands.ts'
import { siteVersions } from '#server/site-editor/versions-table.ts'
import { insertShow } from '#server/tour/commands.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
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
    const site = await createTestSite(database)
    const { websiteId, userId } = site
    const file = async (hash: string, at: Date, keyOf = pictureKey) => {
      const path = await receiver.newFile()
      await writeFile(path, hash)
      await utimes(path, at, at)
      await store.put(keyOf(websiteId, hash), path)
    }
    const picture = async (at: Date) => {
      const hash = newId().replaceAll('-', '').slice(-16)
      await file(hash, at)
      const made = { hash, name: 'x', width: 3, height: 2, bytes: 16, placeholder: null, takenOn: null }
      return site.as('administrator', (tx) => storePicture(tx, { store }, made, { userId, now: at }))
    }
    return {
      site,
      file,
      picture,
      remove: async (removed: { id: string }[], removedAt: Date) => {
        const ids = removed.map(({ id }) => id)
        await site.as('administrator', (tx) => tx.update(pictures).set({ removedAt }).where(inArray(pictures.id, ids)))
      },
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

  test('deletes a removed picture that nothing names, and keeps those of old versions of the website', async () => {
    const { site, picture, remove, context, sweep, kept, stored } = await newPlace()
    const old = hoursAgo(30)
    const [inGallery, onPoster, atShow, inShop, onCover, won, inOldVersion, unused, forgotten] = [
      await picture(old),
      await picture(old),
      await picture(old),
      await picture(old),
      await picture(old),
      await picture(old),
      await picture(old),
      await picture(old),
      await picture(old),
    ]
    const address = ({ hash }: { hash: string }) => `/images/${hash}/x-320.jpeg`
    await site.as('administrator', async (tx) => {
      await addGalleryImages(tx, [inGallery.id], context)
      await insertMedia(tx, [{ ...video, posterUrl: address(onPoster) }])
      await insertShow(tx, { ...lido, imageUrl: address(atShow), imageAlt: 'x' })
      const images = [{ imageUrl: address(inShop), alt: 'x' }]
      const owner = { ...context, starter: { releases: [], awards: [], press: [] } }
      const release = { title: 'x', kind: 'album', released: '2026', coverAlt: 'x', text: '', credits: '' }
      const covered = { ...release, cover: address(onCover), tracks: [], product: null }
      await releaseRepository.create(tx, ReleaseDraft.parse(covered), owner)
      const award = { year: 2026, title: 'x', by: 'x', result: 'won', work: null, text: null, imageAlt: 'x' }
      const { id } = await awardRepository.create(tx, AwardDraft.parse({ ...award, image: address(won) }), owner)
      // A delete that can be undone keeps its picture.
      await awardRepository.delete(tx, [id], owner)
      await addProduct(tx, ProductDraft.parse({ name: 'x', price: 1, images }), context)
      const logo = { light: address(inOldVersion), dark: address(inOldVersion) }
      const document = { branding: { logo, signature: null } }
      const superseded = { number: 1, state: 'superseded', schemaVersion: 1 } as const
      await tx.insert(siteVersions).values({ ...superseded, document })
    })
    const named = [inGallery, onPoster, atShow, inShop, onCover, won, inOldVersion]
    await remove([...named, forgotten], hoursAgo(2))
    await sweep()
    const staying = [...named, unused].map(({ hash }) => hash).sort()
    expect(await kept()).toEqual(staying)
    expect(await stored()).toEqual(staying)
    await site.as('administrator', (tx) => tx.delete(siteVersions))
    await sweep()
    expect(await kept()).not.toContain(inOldVersion.hash)
  })

  test('keeps a removed picture for an hour', async () => {
    const { picture, remove, sweep, kept } = await newPlace()
    const { id, hash } = await picture(hoursAgo(30))
    await remove([{ id }], now)
    await sweep()
    expect(await kept()).toEqual([hash])
    await sweep(new Date(+now + 2 * 3_600_000))
    expect(await kept()).toEqual([])
  })

  test('deletes an original as soon as no picture is made from it', async () => {
    const { site, file, picture, remove, sweep } = await newPlace()
    const [first, second] = [await picture(hoursAgo(30)), await picture(hoursAgo(30))]
    const hash = createHash('sha256').update(first.hash).digest('hex')
    await file(hash, hoursAgo(30), originalKey)
    const original = { originalHash: hash, originalBytes: 64, originalType: 'png' } as const
    await site.as('administrator', (tx) => tx.update(pictures).set(original))
    const isKept = async () => (await store.head(originalKey(site.websiteId, hash))) !== null
    await remove([first], hoursAgo(2))
    await sweep()
    expect(await isKept()).toBe(true)
    await remove([second], hoursAgo(2))
    await sweep()
    expect(await isKept()).toBe(false)
  })

  test('keeps a removed gallery image for an hour, then deletes it', async () => {
    const { site, picture, remove, context, sweep, kept } = await newPlace()
    const { id, hash } = await picture(hoursAgo(30))
    const rows = () => site.as('worker', (tx) => tx.select().from(galleryImages))
    const [image] = await site.as('administrator', (tx) => addGalleryImages(tx, [id], context))
    await site.as('administrator', (tx) => removeGalleryImages(tx, [image!.id], context))
    await sweep()
    expect([await rows(), await kept()]).toEqual([[expect.objectContaining({ id: image!.id })], [hash]])
    await site.as('administrator', (tx) => restoreGalleryImages(tx, [image!.id], context))
    await sweep(new Date(+now + 2 * 3_600_000))
    expect(await rows()).toHaveLength(1)
    await site.as('administrator', (tx) => removeGalleryImages(tx, [image!.id], context))
    await remove([{ id }], now)
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

  test('uploading a removed picture again restores it, and is refused if its file was just swept', async () => {
    const { site, picture, remove, sweep, kept } = await newPlace()
    const old = await picture(hoursAgo(30))
    await remove([old], hoursAgo(2))
    await site.as('administrator', (tx) => storePicture(tx, { store }, old, { userId: site.userId, now }))
    await sweep()
    expect(await kept()).toEqual([old.hash])
    await store.delete(pictureKey(site.websiteId, old.hash))
    const again = site.as('administrator', (tx) => storePicture(tx, { store }, old, { userId: site.userId, now }))
    await expect(again).rejects.toMatchObject({ reason: 'unavailable' })
  })

  test('sweeps the pictures of one site only', async () => {
    const [mine, theirs] = [await newPlace(), await newPlace()]
    await theirs.remove([await theirs.picture(hoursAgo(30))], hoursAgo(2))
    await mine.sweep()
    expect([(await theirs.kept()).length, (await theirs.stored()).length]).toEqual([1, 1])
  })
})
