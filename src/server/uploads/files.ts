import { asc, eq } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import { record } from '#server/activity/actions.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { alone } from '#server/db/lock.ts'
import { productFiles } from '#server/products/files-table.ts'
import { checkFileLeft } from '#server/products/publishing.ts'
import type { ProductFile } from '#server/uploads/complete.ts'
import { dropFiles } from '#server/uploads/dropped.ts'
import { describeTracks } from '#server/uploads/metadata.ts'

/** What belongs to a product, in its order. */
export const filesOfProduct = (tx: SiteTx, productId: string): Promise<ProductFile[]> =>
  tx.select().from(productFiles).where(eq(productFiles.productId, productId)).orderBy(asc(productFiles.position))

/** From now on it is not there. Its bytes are cleared away a day later, so that whoever is just reading it may finish. */
export async function dropFile(tx: SiteTx, id: string, { userId, now }: EditContext): Promise<void> {
  await alone(tx, 'product files')
  const [gone] = await dropFiles(tx, eq(productFiles.id, id), { userId, now })
  if (!gone) throw new Refusal('not-found')
  await checkFileLeft(tx, gone.productId)
  if (gone.fileType === 'tracks') await describeTracks(tx, gone.productId)
  const about = { resourceType: 'product_file', resourceId: gone.productId, resourceName: gone.name, userId } as const
  await record(tx, { ...about, action: 'deleted' }, now)
}
