import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ProductType } from '#domain/products/product.ts'
import { assertPublishable } from '#domain/products/status.ts'
import { Refusal } from '#domain/refusal.ts'
import { soldFileTypes } from '#domain/uploads/file-types.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { productFiles } from '#server/products/files-table.ts'
import { bundleParts, products } from '#server/products/table.ts'

const isSoldFile = inArray(productFiles.fileType, soldFileTypes)

/**
 * The products among these with a recording or an archive. An archive is outdated only where there are recordings, so a
 * product with one has a file for buyers.
 */
export async function productsWithFiles(tx: SiteTx, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set()
  const { productId } = productFiles
  const found = await tx
    .selectDistinct({ productId })
    .from(productFiles)
    .where(and(inArray(productId, [...new Set(ids)]), isSoldFile))
  return new Set(found.map((each) => each.productId))
}

/** Taken before the row of a product is locked: uploads and deletions of files take the two locks in this order too. */
export const lockProductFiles = (tx: SiteTx): Promise<void> => advisoryLock(tx, 'product files')

type PublishCheck = {
  id: string | null
  name: string
  productType: ProductType
  parts: readonly { productId: string }[]
}

/** Refuses a download without files. The caller holds the lock of `lockProductFiles`. */
export async function requireDownloadFiles(tx: SiteTx, { id, name, productType, parts }: PublishCheck): Promise<void> {
  if (productType === 'physical') return
  const inside = parts.length
    ? await tx
        .select({ id: products.id, name: products.name })
        .from(products)
        .where(
          and(
            eq(products.productType, 'digital'),
            inArray(
              products.id,
              parts.map(({ productId }) => productId),
            ),
          ),
        )
    : []
  const filled = await productsWithFiles(tx, [...(id ? [id] : []), ...inside.map((part) => part.id)])
  assertPublishable({
    name,
    productType,
    hasFiles: id !== null && filled.has(id),
    downloads: inside.map((part) => ({ name: part.name, hasFiles: filled.has(part.id) })),
  })
}

const isOnSale = sql`${products.status} = 'published'`
const within = sql`exists (select from ${bundleParts} join ${products} as bundle on bundle.id = ${bundleParts.bundleId}
  where ${bundleParts.productId} = ${products.id} and bundle.status = 'published')`

/** Refuses to remove the last file of a product that is on sale, alone or in a bundle. */
export async function refuseLastFileRemoval(tx: SiteTx, productId: string): Promise<void> {
  if ((await productsWithFiles(tx, [productId])).has(productId)) return
  const [sold] = await tx
    .select({ name: products.name })
    .from(products)
    .where(and(eq(products.id, productId), eq(products.productType, 'digital'), sql`(${isOnSale} or ${within})`))
  if (sold) throw new Refusal('last-file-on-sale', { values: { name: sold.name } })
}

export type PublishedProductWithoutFiles = { productId: string; product: string; part: string | null }

/** Published downloads without files, and published bundles with such a part. */
export async function publishedWithoutFiles(tx: SiteTx): Promise<PublishedProductWithoutFiles[]> {
  const isEmpty = (id: unknown) =>
    sql`not exists (select from ${productFiles} where ${productFiles.productId} = ${id} and ${isSoldFile})`
  const alone = await tx
    .select({ productId: products.id, product: products.name })
    .from(products)
    .where(and(isOnSale, eq(products.productType, 'digital'), isEmpty(products.id)))
    .orderBy(products.name)
  const part = sql<string>`part.name`
  const bundles = await tx
    .select({ productId: products.id, product: products.name, part })
    .from(products)
    .innerJoin(bundleParts, eq(bundleParts.bundleId, products.id))
    .innerJoin(sql`${products} as part`, sql`part.id = ${bundleParts.productId}`)
    .where(and(isOnSale, sql`part.product_type = 'digital'`, isEmpty(bundleParts.productId)))
    .orderBy(products.name)
  return [...alone.map((each) => ({ ...each, part: null })), ...bundles]
}
