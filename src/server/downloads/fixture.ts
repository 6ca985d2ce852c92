import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { gap } from '#domain/places.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import { newId } from '#server/db/id.ts'
import { downloadToken, hashOfToken } from '#server/downloads/rights.ts'
import { digitalDownloads, downloadCounts } from '#server/downloads/table.ts'
import type { Incoming } from '#server/files/incoming.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { orderItems } from '#server/orders/table.ts'
import { noon } from '#server/payments/fixture.ts'
import { putOrder } from '#server/privacy/fixture.ts'
import type { ProductFile } from '#server/uploads/complete.ts'
import { chunkKey, hashOfChunks } from '#server/uploads/stored-file.ts'
import { productFiles } from '#server/uploads/table.ts'
import type { TestSite } from '#tests/database.ts'

type Files = { store: ObjectStore; incoming: Incoming }
type Put = { productId: string; content: Uint8Array; chunkBytes?: number } & Partial<
  Pick<ProductFile, 'name' | 'type' | 'fileType' | 'position' | 'details'>
>

/** A file for sale, kept as it would be after it was uploaded. */
export async function putFile(site: TestSite, { store, incoming }: Files, put: Put): Promise<ProductFile> {
  const { content, chunkBytes = content.length, ...about } = put
  const uploadId = newId()
  const chunks: string[] = []
  for (let at = 0; at < content.length; at += chunkBytes) {
    const chunk = content.subarray(at, at + chunkBytes)
    const sha256 = createHash('sha256').update(chunk).digest('hex')
    const file = await incoming.newFile()
    await writeFile(file, chunk)
    await store.put(chunkKey(site.websiteId, uploadId, chunks.length, sha256), file)
    chunks.push(sha256)
  }
  const [made] = await site.as('administrator', (tx) =>
    tx
      .insert(productFiles)
      .values({
        ...{ fileType: 'tracks', name: 'Low Water.mp3', type: 'audio/mpeg', position: gap, details: {}, ...about },
        ...{ uploadId, chunkBytes, chunks, hash: hashOfChunks(chunks), bytes: content.length, createdAt: noon },
      })
      .returning(),
  )
  return made!
}

type Shop = { sealer: Pick<Sealer, 'seal'>; keys: Pick<DerivedKeys, 'deriveKey' | 'blindIndex'> }
type Right = { allowed?: number; expiresAt?: Date; revokedAt?: Date | null }

/** A paid order with the right to download something. */
export async function putRight(site: TestSite, shop: Shop, productId: string, right: Right = {}) {
  const { allowed = 5, expiresAt = new Date(+noon + 30 * 86_400_000), revokedAt = null } = right
  const order = await putOrder(site, shop, { productId, now: noon })
  const id = newId()
  const token = downloadToken(shop.keys, site.websiteId, { id, linkSerial: 0 })
  await site.as('checkout', async (tx) => {
    const item = { orderId: order.id, productId, productName: 'Harbour', quantity: 1, unitPrice: 0, totalPrice: 0 }
    const [line] = await tx
      .insert(orderItems)
      .values({ ...item, vatRate: 0, vatAmount: 0, isDigital: true, position: 1 })
      .returning()
    await tx.insert(digitalDownloads).values({
      ...{ id, orderId: order.id, orderItemId: line!.id, productId, expiresAt, revokedAt },
      ...{ tokenHash: hashOfToken(shop.keys, site.websiteId, token), downloadsAllowed: allowed },
    })
  })
  return { id, token, order }
}

/** The one file of what was bought has come whole so often; of the right that is named, or of the only one. */
export async function putUse(site: TestSite, productId: string, completed: number, rightId?: string): Promise<void> {
  const kept = { uploadId: newId(), bytes: 9, chunkBytes: 9, chunks: ['x'], hash: 'x', details: {}, position: gap }
  const [file] = await site.as('administrator', (tx) =>
    tx
      .insert(productFiles)
      .values({ productId, fileType: 'tracks', name: 'song.mp3', type: 'audio/mpeg', ...kept })
      .returning(),
  )
  await site.as('worker', async (tx) => {
    const ofProduct = eq(digitalDownloads.productId, productId)
    const [right] = await tx
      .select()
      .from(digitalDownloads)
      .where(rightId ? eq(digitalDownloads.id, rightId) : ofProduct)
    await tx.insert(downloadCounts).values({ downloadId: right!.id, fileId: file!.id, completed, updatedAt: noon })
    await tx.update(digitalDownloads).set({ downloadsUsed: completed }).where(eq(digitalDownloads.id, right!.id))
  })
}
