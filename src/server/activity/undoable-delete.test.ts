import { writeFile } from 'node:fs/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { undoLifetimeMs } from '#domain/activity/undo.ts'
import { MediaDraft } from '#domain/media/draft.ts'
import { ProductDraft } from '#domain/products/draft.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import { restoreDeleted } from '#server/activity/undoable-delete.ts'
import { pictureKey } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'
import { createMediaItem, deleteMedia } from '#server/media/commands.ts'
import { mediaFileAddressOf, mediaObjectKey, sweepMediaFiles } from '#server/media/files.ts'
import { mediaFiles } from '#server/media/table.ts'
import { sweepPictures } from '#server/pictures/sweep.ts'
import { clipKey, sweepClips } from '#server/previews/clips.ts'
import { trackPreviews } from '#server/previews/table.ts'
import { createProduct, deleteProduct } from '#server/products/commands.ts'
import { createShow, deleteShows } from '#server/tour/commands.ts'
import { sweepStrayChunks, sweepUploads } from '#server/uploads/sweep.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { insertProductFile } from '#tests/fixtures/downloads.ts'
import { testFiles } from '#tests/fixtures/files.ts'

const { store, receiver, helpers } = testFiles()
afterAll(() => helpers.close())

const noTrade = async () => ({ activeOrders: 0, orderItems: 0, openCheckouts: 0, downloads: 0 })
/** Files that nothing names for a day are swept. */
const now = new Date(Date.now() + 2 * 86_400_000)

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  /** A show, a media item and a product, each with files of its own, all deleted. */
  async function deleteAll() {
    const site = await createTestSite(database)
    const { websiteId, userId } = site
    const context = { userId, now }
    const put = async (key: string) => {
      const path = await receiver.newFile()
      await writeFile(path, key)
      await store.put(key, path)
    }
    const picture = { name: 'x', width: 3, height: 2, bytes: 16 }
    const [atShow, onPoster, inShop] = ['a', 'b', 'c'].map((letter) => letter.repeat(16)) as [string, string, string]
    const film = { hash: 'd'.repeat(64), name: 'film.mp4', type: 'video/mp4', bytes: 9 }
    for (const hash of [atShow, onPoster, inShop]) await put(pictureKey(websiteId, hash))
    await put(mediaObjectKey(websiteId, film.hash))
    const address = (hash: string) => `/images/${hash}/x-320.jpeg`
    const { show, item, product } = await site.as('administrator', async (tx) => {
      const old = new Date(+now - 2 * 86_400_000)
      for (const hash of [atShow, onPoster, inShop])
        await tx.insert(pictures).values({ ...picture, hash, createdAt: old, removedAt: old })
      await tx.insert(mediaFiles).values({ ...film, createdAt: old })
      const place = { date: '2026-05-01', zone: 'Europe/Berlin', venue: 'Lido', city: 'Berlin', country: 'DE' }
      const source = mediaFileAddressOf(film)
      const poster = { posterUrl: address(onPoster), posterAlt: 'x' }
      const images = [{ imageUrl: address(inShop), alt: 'x' }]
      return {
        show: await createShow(tx, ShowDraft.parse({ ...place, imageUrl: address(atShow), imageAlt: 'x' }), context),
        item: await createMediaItem(tx, MediaDraft.parse({ kind: 'video', title: 'x', source, ...poster }), context),
        product: await createProduct(
          tx,
          ProductDraft.parse({ name: 'x', price: 1, productType: 'digital', images }),
          context,
        ),
      }
    })
    const file = await insertProductFile(
      site,
      { store, receiver },
      { productId: product.id, content: Buffer.from('song') },
    )
    const peaks = Buffer.alloc(1_000, 7).toString('base64')
    const clip = {
      clipHash: 'e'.repeat(64),
      clipEnding: 'mp3',
      clipBytes: 9,
      clipStartMs: 0,
      clipMs: 9,
      peaks,
    } as const
    const [preview] = await site.as('worker', (tx) =>
      tx
        .insert(trackPreviews)
        .values({ productId: product.id, fileId: file.id, state: 'ready', ...clip })
        .returning(),
    )
    await put(clipKey(websiteId, { id: preview!.id, clipHash: clip.clipHash }))
    const undos = await site.as('administrator', async (tx) => [
      (await deleteShows(tx, [show.id], context)).undo,
      (await deleteMedia(tx, [item.id], context)).undo,
      (await deleteProduct(tx, product.id, noTrade, context)).undo,
    ])
    return {
      site,
      undos,
      sweep: async (at: Date) => {
        await sweepPictures({ database, store }, websiteId, at)
        await sweepMediaFiles({ database, store }, websiteId, at)
        await sweepUploads({ database, store }, websiteId, at)
        await sweepStrayChunks({ database, store }, websiteId, at)
        await sweepClips({ database, store }, websiteId, at)
      },
      stored: async () => {
        const keys = []
        for await (const { key } of store.list(`${websiteId}/`)) keys.push(key.split('/')[1]!)
        return keys.sort()
      },
    }
  }

  test('sweeps keep the files of deleted rows until the delete can no longer be undone', async () => {
    const { sweep, stored } = await deleteAll()
    const all = await stored()
    expect(all).toHaveLength(6)
    await sweep(new Date(+now + undoLifetimeMs - 1))
    expect(await stored()).toEqual(all)
    await sweep(new Date(+now + undoLifetimeMs))
    expect(await stored()).toEqual([])
  })

  test('sweeps keep the files of restored rows', async () => {
    const { site, undos, sweep, stored } = await deleteAll()
    const all = await stored()
    for (const undo of undos) await site.as('administrator', (tx) => restoreDeleted(tx, undo!, now))
    await sweep(new Date(+now + undoLifetimeMs))
    expect(await stored()).toEqual(all)
  })
})
