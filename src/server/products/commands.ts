import { eq, inArray, like } from 'drizzle-orm'
import { changedFieldValues } from '#domain/activity/activity.ts'
import {
  clearUnusedProductFields,
  type ProductDraft,
  reservedSlugs,
  type VariantDraft,
} from '#domain/products/draft.ts'
import type { ProductStatus } from '#domain/products/product.ts'
import { variantName } from '#domain/products/shop-product.ts'
import {
  type ProductDeletion,
  type ProductUsage,
  productDeletionOutcome,
  statusAfterArchive,
  statusAfterRestore,
} from '#domain/products/status.ts'
import { Refusal } from '#domain/refusal.ts'
import { slugOf, slugPrefix, uniqueSlug } from '#domain/slug.ts'
import { editable, nextVersion, type VersionedEditContext } from '#server/activity/editable.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { advisoryLock, isAlreadyCreated, type WithClientId } from '#server/db/locks.ts'
import {
  checkCategory,
  checkParts,
  findBundlesContaining,
  storeImages,
  storeParts,
  storeVariants,
} from '#server/products/contents.ts'
import { lockProductFiles, requireDownloadFiles } from '#server/products/publishing.ts'
import {
  productById,
  productDraftOf,
  productsByIds,
  type StoredProduct,
  type StoredVariant,
} from '#server/products/stored-products.ts'
import { products } from '#server/products/table.ts'

const fields = [
  'name',
  'slug',
  'description',
  'status',
  'priceKind',
  'price',
  'suggestedPrice',
  'vatKind',
  'categoryId',
  'isFeatured',
  'maxQuantity',
  'optionNames',
  'variants',
  'images',
  'parts',
] as const

const edits = editable<'product', StoredProduct, ProductDraft>({
  resourceType: 'product',
  nameOf: ({ name }) => name,
  fields,
  draftOf: productDraftOf,
  // A draft is never archived, and its new variants have no ids yet.
  loggedOf: (product) => ({ ...productDraftOf(product), status: product.status }),
  lock: async (tx, ids) => {
    await tx
      .select({ id: products.id })
      .from(products)
      .where(inArray(products.id, ids))
      .orderBy(products.id)
      .for('update')
    return productsByIds(tx, ids)
  },
  store: storeProduct,
  status: { field: 'status', of: ({ status }) => status },
})

/** A retry with the same id updates the product that the first request created, except its stock. */
export async function createProduct(
  tx: SiteTx,
  input: ProductDraft,
  { id, ...context }: EditContext & WithClientId,
): Promise<StoredProduct> {
  const selectCreated = (made: string) => tx.select({ made: products.id }).from(products).where(eq(products.id, made))
  if (id && (await isAlreadyCreated(tx, id, selectCreated))) {
    const variants = withStoredIds(input.variants, (await productById(tx, id)).variants)
    return updateProduct(tx, id, { ...input, variants }, { ...context, expectedVersion: 0 })
  }
  const product = await addProduct(tx, input, { ...context, id })
  await edits.log(tx, product, context, 'created', { new_status: product.status })
  return product
}

/** Gives a variant without id the id of the stored variant with the same options. */
const withStoredIds = (variants: readonly VariantDraft[], stored: readonly StoredVariant[]): VariantDraft[] =>
  variants.map((variant) => {
    const same = stored.find(({ options }) => variantName(options) === variantName(variant.options))
    return { ...variant, id: variant.id ?? same?.id ?? null }
  })

/** Without a line in the activity log: for demo content. */
export async function addProduct(
  tx: SiteTx,
  input: ProductDraft,
  { id, ...context }: EditContext & WithClientId,
): Promise<StoredProduct> {
  await advisoryLock(tx, 'products')
  await lockProductFiles(tx)
  const draft = clearUnusedProductFields(input)
  await check(tx, draft)
  if (draft.status === 'published') await requireDownloadFiles(tx, { ...draft, id: null })
  const slug = await slugFor(tx, draft)
  const [added] = await tx
    .insert(products)
    .values({ ...columnsOf(draft), slug, productType: draft.productType, createdAt: context.now, ...(id && { id }) })
    .returning({ id: products.id })
  await storeContents(tx, added!.id, draft, context)
  return productById(tx, added!.id)
}

export async function updateProduct(
  tx: SiteTx,
  id: string,
  input: ProductDraft,
  { expectedVersion, ...context }: VersionedEditContext,
): Promise<StoredProduct> {
  await advisoryLock(tx, 'products')
  await lockProductFiles(tx)
  const before = await edits.lockedVersion(tx, id, expectedVersion)
  if (input.productType !== before.productType)
    throw invalidField('productType', 'The type cannot be changed once the product is saved.')
  const variants = input.variants.map((variant) => (variant.id ? { ...variant, stockQuantity: 0 } : variant))
  return edits.save(
    tx,
    before,
    clearUnusedProductFields({ ...input, slug: input.slug ?? before.slug, variants }),
    context,
  )
}

async function storeProduct(
  tx: SiteTx,
  before: StoredProduct,
  draft: ProductDraft,
  context: EditContext,
): Promise<StoredProduct> {
  await check(tx, draft)
  // A product that was published before files were required can still be edited.
  const isPublished = before.status !== 'archived' && draft.status === 'published'
  const needsFiles = changedFieldValues(productDraftOf(before), draft, ['status', 'parts'])
  if (isPublished && Object.keys(needsFiles).length) await requireDownloadFiles(tx, { ...draft, id: before.id })
  if (draft.slug !== before.slug && (await takenSlugs(tx, draft.slug!)).has(draft.slug!)) throw slugTaken()
  await tx
    .update(products)
    .set({
      ...columnsOf(draft),
      slug: draft.slug!,
      // An edit does not restore an archived product.
      ...(before.status === 'archived' && { status: 'archived' }),
      sequence: nextVersion(products.sequence),
    })
    .where(eq(products.id, before.id))
  await storeContents(tx, before.id, draft, context)
  return productById(tx, before.id)
}

export async function archiveProduct(tx: SiteTx, id: string, context: EditContext): Promise<StoredProduct> {
  const product = await edits.lockedRow(tx, id)
  return setStatus(tx, product, statusAfterArchive(product), context)
}

export async function restoreProduct(
  tx: SiteTx,
  id: string,
  to: 'draft' | 'published' | undefined,
  context: EditContext,
): Promise<StoredProduct> {
  await lockProductFiles(tx)
  const product = await edits.lockedRow(tx, id)
  return setStatus(tx, product, statusAfterRestore(product, to), context)
}

/** All of these products or none. Products that already have the status are left as they are. */
export async function setProductStatuses(
  tx: SiteTx,
  ids: readonly string[],
  status: ProductStatus,
  context: EditContext,
): Promise<number> {
  await lockProductFiles(tx)
  const productsToChange = (await edits.locked(tx, ids)).filter((product) => product.status !== status)
  for (const product of productsToChange) await setStatus(tx, product, status, context)
  return productsToChange.length
}

/**
 * Archives a product with orders or downloads instead of deleting it; the outcome says so. `productUsageOf` runs under the lock:
 * then no new checkout of the product can begin.
 */
export async function deleteProduct(
  tx: SiteTx,
  id: string,
  productUsageOf: (tx: SiteTx, id: string) => Promise<ProductUsage>,
  context: EditContext,
): Promise<{ outcome: ProductDeletion; undo: string | null }> {
  await advisoryLock(tx, 'products')
  const product = await edits.lockedRow(tx, id)
  const outcome = productDeletionOutcome(product, await productUsageOf(tx, id))
  if (outcome !== 'delete') {
    if (product.status !== 'archived') await setStatus(tx, product, 'archived', context)
    return { outcome, undo: null }
  }
  const [bundle] = await findBundlesContaining(tx, id)
  if (bundle) throw new Refusal('product-in-bundle', { values: { name: product.name, bundle: bundle.name } })
  const { undo } = await edits.deleteRows(tx, products, [product], context)
  return { outcome, undo }
}

/** A restored product obeys the rules of products as they are now. The caller holds the locks of products and files. */
export async function checkRestoredProduct(tx: SiteTx, id: string): Promise<void> {
  const product = await productById(tx, id)
  await checkParts(tx, product.parts).catch((error) => {
    throw error instanceof Refusal ? new Refusal('undo-incomplete') : error
  })
  if (product.status === 'published') await requireDownloadFiles(tx, product)
}

/** A copy as a draft, without stock, not featured. */
export async function duplicateProduct(tx: SiteTx, id: string, context: EditContext): Promise<StoredProduct> {
  const draft = productDraftOf(await productById(tx, id))
  const name = `${draft.name.slice(0, 150)} (copy)`
  const variants = draft.variants.map((variant) => ({ ...variant, id: null }))
  return createProduct(tx, { ...draft, name, variants, slug: null, status: 'draft', isFeatured: false }, context)
}

async function setStatus(
  tx: SiteTx,
  before: StoredProduct,
  status: ProductStatus,
  context: EditContext,
): Promise<StoredProduct> {
  if (status === 'published') await requireDownloadFiles(tx, before)
  await tx
    .update(products)
    .set({ status, sequence: nextVersion(products.sequence) })
    .where(eq(products.id, before.id))
  const changes = { status: { before: before.status, after: status } }
  await edits.log(tx, before, context, 'status_changed', { new_status: status, changes })
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
  priceKind,
  price,
  suggestedPrice,
  vatKind,
  categoryId,
  isFeatured,
  maxQuantity,
  optionNames,
}: ProductDraft) => ({
  name,
  description,
  status,
  priceKind,
  price,
  suggestedPrice,
  vatKind,
  categoryId,
  isFeatured,
  maxQuantity,
  optionNames,
})

/** The slug of the draft, or a free one made from the name. */
async function slugFor(tx: SiteTx, { slug, name }: ProductDraft): Promise<string> {
  const wanted = slug ?? (slugOf(name) || 'product')
  const taken = await takenSlugs(tx, wanted)
  if (slug !== null && taken.has(slug)) throw slugTaken()
  return uniqueSlug(wanted, taken)
}

/** The slugs with the same beginning that are taken or reserved. */
async function takenSlugs(tx: SiteTx, wanted: string): Promise<Set<string>> {
  const found = await tx
    .select({ slug: products.slug })
    .from(products)
    .where(like(products.slug, `${slugPrefix(wanted)}%`))
  return new Set([...found.map(({ slug }) => slug), ...reservedSlugs])
}

const invalidField = (field: string, sentence: string) => new Refusal('invalid', { fields: { [field]: sentence } })
const slugTaken = () => invalidField('slug', 'Another product already has this address.')
