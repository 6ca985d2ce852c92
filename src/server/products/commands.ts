import { eq, like, sql } from 'drizzle-orm'
import { changesBetween } from '#domain/activity/activity.ts'
import { type ProductDraft, reservedSlugs, settled, type VariantDraft } from '#domain/products/draft.ts'
import type { ProductStatus } from '#domain/products/product.ts'
import { variantName } from '#domain/products/shop-product.ts'
import { archived, type Deletion, deletion, restored, type Trade } from '#domain/products/status.ts'
import { Refusal } from '#domain/refusal.ts'
import { beginningOf, freeSlug, slugOf } from '#domain/slug.ts'
import { record } from '#server/activity/record.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { advisoryLock, alreadyCreated, type WithClientId } from '#server/db/locks.ts'
import {
  bundlesWith,
  checkCategory,
  checkParts,
  storeImages,
  storeParts,
  storeVariants,
} from '#server/products/contents.ts'
import { aloneWithFiles, checkFiles } from '#server/products/publishing.ts'
import { draftOf, productById, type StoredProduct, type StoredVariant } from '#server/products/stored.ts'
import { products } from '#server/products/table.ts'

const fields = [
  ...(['name', 'slug', 'description', 'status', 'price', 'vatKind', 'categoryId', 'maxQuantity'] as const),
  ...(['optionNames', 'variants', 'images', 'parts'] as const),
]

/** A second try becomes the product that the first one made, as it is wanted now; what lies on its shelves stays. */
export async function createProduct(
  tx: SiteTx,
  asked: ProductDraft,
  { id, ...context }: EditContext & WithClientId,
): Promise<StoredProduct> {
  const found = (made: string) => tx.select({ made: products.id }).from(products).where(eq(products.id, made))
  if (id && (await alreadyCreated(tx, id, found))) {
    const variants = sameVariants(asked.variants, (await productById(tx, id)).variants)
    return updateProduct(tx, id, { ...asked, variants }, { ...context, seen: 0 })
  }
  const product = await addProduct(tx, asked, { ...context, id })
  await record(
    tx,
    { ...about(product, context), action: 'created', details: { new_status: product.status } },
    context.now,
  )
  return product
}

/** Those that are there already, known by their options. */
const sameVariants = (asked: readonly VariantDraft[], made: readonly StoredVariant[]): VariantDraft[] =>
  asked.map((variant) => {
    const same = made.find(({ options }) => variantName(options) === variantName(variant.options))
    return { ...variant, id: variant.id ?? same?.id ?? null }
  })

export async function addProduct(
  tx: SiteTx,
  asked: ProductDraft,
  { id, ...context }: EditContext & WithClientId,
): Promise<StoredProduct> {
  await advisoryLock(tx, 'products')
  await aloneWithFiles(tx)
  const draft = settled(asked)
  await check(tx, draft)
  if (draft.status === 'published') await checkFiles(tx, { ...draft, id: null })
  const slug = await slugFor(tx, draft)
  const [added] = await tx
    .insert(products)
    .values({ ...columnsOf(draft), slug, productType: draft.productType, createdAt: context.now, ...(id && { id }) })
    .returning({ id: products.id })
  await storeContents(tx, added!.id, draft, context)
  return productById(tx, added!.id)
}

/** Whoever saves must have seen the newest version; otherwise somebody else's changes would be lost. */
export async function updateProduct(
  tx: SiteTx,
  id: string,
  asked: ProductDraft,
  { seen, ...context }: EditContext & { seen: number },
): Promise<StoredProduct> {
  await advisoryLock(tx, 'products')
  await aloneWithFiles(tx)
  const before = await locked(tx, id)
  if (before.sequence !== seen) throw new Refusal('conflict')
  if (asked.productType !== before.productType)
    throw invalid('productType', 'What it is stays as it is once it is kept.')
  const was = draftOf(before)
  const listed = asked.variants.map((variant) => (variant.id ? { ...variant, stockQuantity: 0 } : variant))
  const draft = settled({ ...asked, slug: asked.slug ?? before.slug, variants: listed })
  const wanted = changesBetween(was, draft, fields)
  if (!Object.keys(wanted).length) return before
  await check(tx, draft)
  // One that was published before files were asked for can still be edited.
  const isPublished = before.status !== 'archived' && draft.status === 'published'
  if (isPublished && (wanted.status || wanted.parts)) await checkFiles(tx, { ...draft, id })
  if (draft.slug !== before.slug && (await takenSlugs(tx, draft.slug!)).has(draft.slug!)) throw slugTaken()
  await tx
    .update(products)
    .set({
      ...columnsOf(draft),
      slug: draft.slug!,
      // Only restoring brings it back.
      ...(before.status === 'archived' && { status: 'archived' }),
      sequence: sql`${products.sequence} + 1`,
    })
    .where(eq(products.id, id))
  await storeContents(tx, id, draft, context)
  const after = await productById(tx, id)
  const changes = changesBetween({ ...was, status: before.status }, { ...draftOf(after), status: after.status }, fields)
  const action = changes.status ? 'status_changed' : 'updated'
  await record(tx, { ...about(after, context), action, details: { new_status: after.status, changes } }, context.now)
  return after
}

export async function archiveProduct(tx: SiteTx, id: string, context: EditContext): Promise<StoredProduct> {
  const product = await locked(tx, id)
  return setStatus(tx, product, archived(product), context)
}

export async function restoreProduct(
  tx: SiteTx,
  id: string,
  to: 'draft' | 'published' | undefined,
  context: EditContext,
): Promise<StoredProduct> {
  await aloneWithFiles(tx)
  const product = await locked(tx, id)
  return setStatus(tx, product, restored(product, to), context)
}

/** All of them or none; those that have the status already are left as they are. */
export async function setProductStatuses(
  tx: SiteTx,
  ids: readonly string[],
  status: ProductStatus,
  context: EditContext,
): Promise<number> {
  await aloneWithFiles(tx)
  const unique = [...new Set(ids)].sort()
  const found: StoredProduct[] = []
  for (const id of unique) found.push(await locked(tx, id))
  const differing = found.filter((product) => product.status !== status)
  for (const product of differing) await setStatus(tx, product, status, context)
  return differing.length
}

/**
 * What it came to: a product that the books name is archived instead, and whoever asked is to be told why. Its trade is
 * asked for only when nobody can begin to pay for it any more.
 */
export async function deleteProduct(
  tx: SiteTx,
  id: string,
  tradeOf: (tx: SiteTx, id: string) => Promise<Trade>,
  context: EditContext,
): Promise<Deletion> {
  await advisoryLock(tx, 'products')
  const product = await locked(tx, id)
  const outcome = deletion(product, await tradeOf(tx, id))
  if (outcome !== 'delete') {
    if (product.status !== 'archived') await setStatus(tx, product, 'archived', context)
    return outcome
  }
  const [bundle] = await bundlesWith(tx, id)
  if (bundle) throw new Refusal('product-in-bundle', { values: { name: product.name, bundle: bundle.name } })
  await tx.delete(products).where(eq(products.id, id))
  await record(tx, { ...about(product, context), action: 'deleted' }, context.now)
  return 'delete'
}

/** The same again as a draft, with nothing on its shelves yet. */
export async function duplicateProduct(tx: SiteTx, id: string, context: EditContext): Promise<StoredProduct> {
  const draft = draftOf(await productById(tx, id))
  const name = `${draft.name.slice(0, 150)} (copy)`
  const variants = draft.variants.map((variant) => ({ ...variant, id: null }))
  return createProduct(tx, { ...draft, name, variants, slug: null, status: 'draft' }, context)
}

async function setStatus(
  tx: SiteTx,
  before: StoredProduct,
  status: ProductStatus,
  context: EditContext,
): Promise<StoredProduct> {
  if (status === 'published') await checkFiles(tx, before)
  await tx
    .update(products)
    .set({ status, sequence: sql`${products.sequence} + 1` })
    .where(eq(products.id, before.id))
  const changes = { status: { before: before.status, after: status } }
  const details = { new_status: status, changes }
  await record(tx, { ...about(before, context), action: 'status_changed', details }, context.now)
  return productById(tx, before.id)
}

async function check(tx: SiteTx, draft: ProductDraft): Promise<void> {
  await checkCategory(tx, draft)
  await checkParts(tx, draft.parts)
}

async function storeContents(tx: SiteTx, id: string, draft: ProductDraft, context: EditContext): Promise<void> {
  await storeImages(tx, id, draft.images)
  await storeVariants(tx, id, draft, context)
  await storeParts(tx, id, draft.parts)
}

const columnsOf = ({
  name,
  description,
  status,
  price,
  vatKind,
  categoryId,
  maxQuantity,
  optionNames,
}: ProductDraft) => ({
  ...{ name, description, status, price, vatKind, categoryId, maxQuantity, optionNames },
})

/** The one that was asked for, or one that is made from the name. */
async function slugFor(tx: SiteTx, { slug, name }: ProductDraft): Promise<string> {
  const wanted = slug ?? (slugOf(name) || 'product')
  const taken = await takenSlugs(tx, wanted)
  if (slug !== null && taken.has(slug)) throw slugTaken()
  return freeSlug(wanted, taken)
}

/** Of all that begin like it, those that cannot be had. */
async function takenSlugs(tx: SiteTx, wanted: string): Promise<Set<string>> {
  const found = await tx
    .select({ slug: products.slug })
    .from(products)
    .where(like(products.slug, `${beginningOf(wanted)}%`))
  return new Set([...found.map(({ slug }) => slug), ...reservedSlugs])
}

const invalid = (field: string, sentence: string) => new Refusal('invalid', { fields: { [field]: sentence } })
const slugTaken = () => invalid('slug', 'Another product has this address already.')

async function locked(tx: SiteTx, id: string): Promise<StoredProduct> {
  await tx.select({ id: products.id }).from(products).where(eq(products.id, id)).for('update')
  return productById(tx, id)
}

const about = ({ id, name }: StoredProduct, { userId }: Pick<EditContext, 'userId'>) =>
  ({ resourceType: 'product', resourceId: id, resourceName: name, userId }) as const
