import { and, eq, inArray, sql } from 'drizzle-orm'
import type { BundlePartDraft, ProductDraft, ProductImageDraft, VariantDraft } from '#domain/products/draft.ts'
import { variantName } from '#domain/products/shop-product.ts'
import { Refusal } from '#domain/refusal.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { describePictureAt } from '#server/images/pictures.ts'
import { correctStock } from '#server/products/stock.ts'
import {
  bundleParts,
  productCategories,
  productImages,
  products,
  productVariants,
  stockItems,
} from '#server/products/table.ts'

const invalidField = (field: string, sentence: string) => new Refusal('invalid', { fields: { [field]: sentence } })

export async function checkCategory(tx: SiteTx, { categoryId }: Pick<ProductDraft, 'categoryId'>): Promise<void> {
  if (categoryId === null) return
  const { id } = productCategories
  const found = await tx.select({ id }).from(productCategories).where(eq(id, categoryId))
  if (!found.length)
    throw invalidField('categoryId', 'This category does not exist any more. Please choose another one.')
}

/** A part of a bundle is a physical or digital product, never a bundle; of a product with variants, one variant. */
export async function checkParts(tx: SiteTx, parts: readonly BundlePartDraft[]): Promise<void> {
  if (!parts.length) return
  const ids = parts.map(({ productId }) => productId)
  const found = await tx.select().from(products).where(inArray(products.id, ids))
  const variants = await tx
    .select({ id: productVariants.id, productId: productVariants.productId })
    .from(productVariants)
    .where(and(inArray(productVariants.productId, ids), productVariants.isOffered))
  for (const { productId, variantId } of parts) {
    const product = found.find(({ id }) => id === productId)
    if (!product) throw invalidField('parts', 'One of the parts is gone. Please choose another one.')
    const { name, productType } = product
    if (productType === 'bundle') throw invalidField('parts', `${name} is a bundle itself.`)
    const own = variants.filter((variant) => variant.productId === productId)
    if (variantId === null ? own.length > 0 : !own.some(({ id }) => id === variantId))
      throw invalidField('parts', `Please choose which ${name} belongs to the bundle.`)
  }
}

export async function storeParts(tx: SiteTx, bundleId: string, parts: readonly BundlePartDraft[]): Promise<void> {
  await tx.delete(bundleParts).where(eq(bundleParts.bundleId, bundleId))
  // One after the other, so that their ids keep the order in which they were named.
  for (const part of parts) await tx.insert(bundleParts).values({ ...part, bundleId })
}

export async function storeImages(tx: SiteTx, productId: string, images: readonly ProductImageDraft[]): Promise<void> {
  // Keeps the hourly sweep from deleting an image that no row refers to yet.
  await advisoryLock(tx, 'files')
  await tx.delete(productImages).where(eq(productImages.productId, productId))
  if (!images.length) return
  await tx.insert(productImages).values(images.map((image, position) => ({ ...image, productId, position })))
  for (const { imageUrl, alt } of images) await describePictureAt(tx, imageUrl, alt)
}

/** The bundles that a product is a part of, and which of its variants. */
export function findBundlesContaining(
  tx: SiteTx,
  productId: string,
): Promise<{ name: string; variantId: string | null }[]> {
  return tx
    .select({ name: products.name, variantId: bundleParts.variantId })
    .from(bundleParts)
    .innerJoin(products, eq(products.id, bundleParts.bundleId))
    .where(eq(bundleParts.productId, productId))
}

/**
 * Stores the variants as they are listed. Each keeps its row by its id, and with it its stock and history. One that is no
 * longer listed keeps its row for the stock history, and is offered again when its options are listed again.
 */
export async function storeVariants(
  tx: SiteTx,
  productId: string,
  { optionNames, variants, productType, stockQuantity }: ProductDraft,
  context: EditContext,
): Promise<void> {
  const before = await tx.select().from(productVariants).where(eq(productVariants.productId, productId))
  const matched = matchToRows(before, variants)
  await checkBundles(tx, productId, new Set(matched.map(({ id }) => id)), before)
  // No two may have the same options at any moment, not even while two of them change places.
  if (before.length)
    await tx
      .update(productVariants)
      .set({ isOffered: false, options: sql`array[${productVariants.id}::text]` })
      .where(eq(productVariants.productId, productId))
  const taken = new Set(variants.map(({ options }) => variantName(options)))
  for (const { id, options } of before.filter((row) => !matched.some((each) => each.id === row.id)))
    if (!taken.has(variantName(options)))
      await tx.update(productVariants).set({ options }).where(eq(productVariants.id, id))
  for (const [position, { id, stockQuantity: initialStock, ...variant }] of matched.entries()) {
    const { options, priceDifference, maxQuantity } = variant
    const values = { options, priceDifference, maxQuantity, position, isOffered: true }
    if (id) await tx.update(productVariants).set(values).where(eq(productVariants.id, id))
    else await addVariant(tx, { ...values, productId }, productType === 'physical' ? initialStock : null, context)
  }
  if (productType === 'physical')
    await storeOwnStock(tx, productId, { isForSale: !optionNames.length, stockQuantity }, context)
}

type Row = typeof productVariants.$inferSelect

/** Finds the row of each listed variant: by its id, or by the options of a variant that was removed before. */
function matchToRows(before: readonly Row[], variants: readonly VariantDraft[]): VariantDraft[] {
  const known = new Set(before.map(({ id }) => id))
  return variants.map((variant) => {
    if (variant.id !== null && !known.has(variant.id)) throw new Refusal('conflict')
    const name = variantName(variant.options)
    const formerVariant = before.find(({ isOffered, options }) => !isOffered && variantName(options) === name)
    const isFree = formerVariant && !variants.some(({ id }) => id === formerVariant.id)
    return { ...variant, id: variant.id ?? (isFree ? formerVariant.id : null) }
  })
}

async function checkBundles(tx: SiteTx, productId: string, kept: ReadonlySet<string | null>, before: readonly Row[]) {
  for (const { name, variantId } of await findBundlesContaining(tx, productId)) {
    if (variantId === null && kept.size > 0)
      throw invalidField('optionNames', `It is part of the bundle ${name}, which would not know which variant to take.`)
    if (variantId === null || kept.has(variantId)) continue
    const removed = before.find(({ id }) => id === variantId)
    throw invalidField('variants', `${variantName(removed?.options ?? [])} is part of the bundle ${name}.`)
  }
}

async function addVariant(
  tx: SiteTx,
  values: typeof productVariants.$inferInsert,
  quantity: number | null,
  context: EditContext,
): Promise<void> {
  const [added] = await tx.insert(productVariants).values(values).returning({ id: productVariants.id })
  if (quantity === null) return
  await correctStock(tx, { productId: values.productId, variantId: added!.id }, quantity, context)
}

/** The stock item of the product itself, for as long as it has no variants. */
async function storeOwnStock(
  tx: SiteTx,
  productId: string,
  { isForSale, stockQuantity }: { isForSale: boolean; stockQuantity: number },
  context: EditContext,
): Promise<void> {
  const stockKey = { productId, variantId: null }
  const [own] = await tx
    .select({ onHand: stockItems.onHand })
    .from(stockItems)
    .where(and(eq(stockItems.productId, productId), sql`${stockItems.variantId} is null`))
  if (isForSale && !own) await correctStock(tx, stockKey, stockQuantity, context)
  if (!isForSale && own && own.onHand > 0)
    await correctStock(tx, stockKey, 0, context, { note: 'Sold in variants from now on' })
}
