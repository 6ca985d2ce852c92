import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ProductDraft } from '#domain/products/draft.ts'
import type { DigitalMetadata } from '#domain/uploads/metadata/album.ts'
import { unreadableTags } from '#domain/uploads/metadata/file-tags.ts'
import { newId } from '#server/db/id.ts'
import { createProduct } from '#server/products/commands.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { deleteProductFile, storeTrackTags } from '#server/uploads/file-commands.ts'
import { createTestSite, openTestDatabase } from '#tests/database.ts'

const now = new Date('2026-05-01T12:00:00Z')

test('a track deleted while its tags are stored is removed from the track list', async () => {
  const database = await openTestDatabase('postgres')
  const site = await createTestSite(database)
  const context = { userId: site.userId, now }
  const draft = ProductDraft.parse({ name: 'Album', price: 700, productType: 'digital' })
  const { id: productId } = await site.as('administrator', (tx) => createProduct(tx, draft, context))
  const add = (name: string, position: number) =>
    site.as('administrator', async (tx) => {
      const about = { productId, fileType: 'tracks', type: 'audio/mpeg', details: {}, bytes: 1, hash: 'x' } as const
      const kept = { uploadId: newId(), chunkBytes: 1, chunks: ['x'], name, position }
      const [file] = await tx
        .insert(productFiles)
        .values({ ...about, ...kept })
        .returning()
      return file!
    })
  const [stays, goes] = [await add('a.mp3', 1), await add('b.mp3', 2)]

  const over = Promise.withResolvers<void>()
  const dropping = Promise.withResolvers<void>()
  const dropped = site.as('administrator', async (tx) => {
    await deleteProductFile(tx, goes.id, context)
    dropping.resolve()
    await over.promise
  })
  await dropping.promise
  const noted = site.as('worker', (tx) =>
    storeTrackTags(tx, stays, { ...unreadableTags, title: 'Ebb', isReadable: true }),
  )
  const waiting = () =>
    site.as('worker', async (tx) => (await tx.execute(sql`select 1 from pg_locks where not granted`)).rows.length)
  await expect.poll(waiting).toBe(1)
  over.resolve()
  await Promise.all([dropped, noted])

  const [product] = await site.as('administrator', (tx) => tx.select().from(products).where(eq(products.id, productId)))
  expect((product!.digitalMetadata as DigitalMetadata).tracks.map(({ title }) => title)).toEqual(['Ebb'])
})
