import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { DeleteAnswer } from '#api/admin/undo.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, clientChosenId, may, params, query, timestamp } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { CategoryAnswer } from '#api/site/shop.ts'
import { availableQuantity, stockUseOf } from '#domain/products/availability.ts'
import { ProductDraft, restorableStatuses } from '#domain/products/draft.ts'
import { priceKinds } from '#domain/products/price.ts'
import { productStatuses, productTypes } from '#domain/products/product.ts'
import { productList } from '#domain/products/product-lists.ts'
import { Refusal } from '#domain/refusal.ts'
import { sellsDigital } from '#domain/sites/features.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { productUsageOf } from '#server/downloads/product-usage.ts'
import { type FileAt, picturesAt } from '#server/images/pictures.ts'
import { findProducts } from '#server/products/admin-queries.ts'
import {
  archiveProduct,
  createProduct,
  deleteProduct,
  duplicateProduct,
  restoreProduct,
  setProductStatuses,
  updateProduct,
} from '#server/products/commands.ts'
import {
  loadProductDetails,
  type ProductsWithStock,
  productById,
  productDraftOf,
  type StoredProduct,
} from '#server/products/stored-products.ts'

const text = z.string()
const Variant = z.strictObject({
  id: z.uuid(),
  options: z.array(text),
  priceDifference: z.int(),
  maxQuantity: z.int().nullable(),
  /** How many can be sold; null is no end of them. */
  left: z.int().nullable(),
})
const Part = z.strictObject({
  productId: z.uuid(),
  variantId: z.uuid().nullable(),
  quantity: z.int(),
  name: text.nullable(),
  variant: text.nullable(),
})
const AdminProduct = z.strictObject({
  id: z.uuid(),
  /** The version that the client has seen; it sends it back with a change. */
  sequence: z.int(),
  updatedAt: timestamp,
  slug: text,
  name: text,
  description: text,
  productType: z.enum(productTypes),
  status: z.enum(productStatuses),
  priceKind: z.enum(priceKinds),
  price: z.int(),
  suggestedPrice: z.int().nullable(),
  vatKind: text,
  category: CategoryAnswer.nullable(),
  isFeatured: z.boolean(),
  maxQuantity: z.int().nullable(),
  optionNames: z.array(text),
  variants: z.array(Variant),
  images: z.array(z.strictObject({ imageUrl: text, alt: text, picture: PictureAnswer.nullable() })),
  parts: z.array(Part),
  left: z.int().nullable(),
})
export type AdminProduct = z.output<typeof AdminProduct>

/** All of them as the owner sees them, with their pictures and how many are left. */
async function presentAll(tx: SiteTx, { products, left }: ProductsWithStock, fileAt: FileAt): Promise<AdminProduct[]> {
  const addresses = products.flatMap(({ images }) => images.map(({ imageUrl }) => imageUrl))
  const pictureAt = await picturesAt(tx, addresses, fileAt)
  return products.map((product) => {
    const { vatKind, name, slug, description, priceKind, price, suggestedPrice, maxQuantity, optionNames } =
      productDraftOf(product)
    const downloadsLeft = (variantId: string | null) =>
      availableQuantity(stockUseOf(product.productType, { productId: product.id, variantId }, product.parts), left)
    const variants = product.variants.map(({ id, options, priceDifference, maxQuantity: max }) => ({
      id,
      options,
      priceDifference,
      maxQuantity: max,
      left: downloadsLeft(id),
    }))
    return {
      id: product.id,
      sequence: product.sequence,
      updatedAt: product.updatedAt.toISOString(),
      name,
      slug,
      description,
      priceKind,
      price,
      suggestedPrice,
      vatKind,
      maxQuantity,
      optionNames,
      variants,
      productType: product.productType,
      status: product.status,
      category: product.category,
      isFeatured: product.isFeatured,
      images: product.images.map(({ imageUrl, alt }) => ({ imageUrl, alt, picture: pictureAt(imageUrl, alt) })),
      parts: product.parts.map(({ productId, variantId, quantity, name: called, variant }) => ({
        productId,
        variantId,
        quantity,
        name: called,
        variant,
      })),
      left: variants.length ? sum(variants.map((variant) => variant.left)) : downloadsLeft(null),
    }
  })
}

const sum = (counts: readonly (number | null)[]): number | null =>
  counts.reduce<number | null>((all, each) => (all === null || each === null ? null : all + each), 0)

const present = async (tx: SiteTx, product: StoredProduct, fileAt: FileAt): Promise<AdminProduct> =>
  (await presentAll(tx, await loadProductDetails(tx, [product]), fileAt))[0]!

const IdParams = z.object({ id: z.uuid() })
const ids = z.array(z.uuid()).min(1).max(100)
const ChangeCount = z.strictObject({ changed: z.int() })
const mayEdit = () => may('products:edit')

/** What a site without digital products cannot sell. */
function checkType(c: Context<ApiEnv>, { productType }: Pick<ProductDraft, 'productType'>): void {
  if (productType === 'physical' || sellsDigital(c.var.site)) return
  throw new Refusal('invalid', { fields: { productType: 'This site does not sell digital products.' } })
}

const editAndPresent = (
  c: Context<ApiEnv>,
  work: (tx: SiteTx, context: EditContext) => Promise<StoredProduct>,
): Promise<AdminProduct> =>
  c.var.edit('products', async (tx, context) => present(tx, await work(tx, context), c.var.services.fileAt))

/** The products as administrators edit them: drafts and archived ones too. */
export const adminProductsRoutes = new Hono<ApiEnv>()
  .get(
    '/',
    mayEdit(),
    query(listQuerySchema(productList).extend({ bundles: z.literal('leave-out').optional() })),
    answers('Lists products, a page at a time.', z.strictObject({ products: z.array(AdminProduct), total: z.int() })),
    async (c) => {
      const found = await c.var.inSite(async (tx) => {
        const { total, ...stored } = await findProducts(tx, c.req.valid('query'))
        return { products: await presentAll(tx, stored, c.var.services.fileAt), total }
      })
      return c.json(found)
    },
  )
  .post(
    '/',
    mayEdit(),
    body(ProductDraft.safeExtend(clientChosenId)),
    answers('Creates a product.', AdminProduct, 201),
    async (c) => {
      const { id, ...draft } = c.req.valid('json')
      checkType(c, draft)
      return c.json(await editAndPresent(c, (tx, context) => createProduct(tx, draft, { ...context, id })), 201)
    },
  )
  .post(
    '/status',
    mayEdit(),
    body(z.object({ ids, status: z.enum(productStatuses) })),
    answers('Sets the status of several products; returns how many changed.', ChangeCount),
    async (c) => {
      const { ids: chosen, status } = c.req.valid('json')
      return c.json({
        changed: await c.var.edit('products', (tx, context) => setProductStatuses(tx, chosen, status, context)),
      })
    },
  )
  .get('/:id', mayEdit(), params(IdParams), answers('Returns one product for editing.', AdminProduct), async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await c.var.inSite(async (tx) => present(tx, await productById(tx, id), c.var.services.fileAt)))
  })
  .put(
    '/:id',
    mayEdit(),
    params(IdParams),
    body(ProductDraft.safeExtend({ sequence: z.int().min(0) })),
    answers('Updates a product.', AdminProduct),
    async (c) => {
      const { sequence: expectedVersion, ...draft } = c.req.valid('json')
      const { id } = c.req.valid('param')
      return c.json(
        await editAndPresent(c, (tx, context) => updateProduct(tx, id, draft, { ...context, expectedVersion })),
      )
    },
  )
  .post('/:id/archive', mayEdit(), params(IdParams), answers('Archives the product.', AdminProduct), async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await editAndPresent(c, (tx, context) => archiveProduct(tx, id, context)))
  })
  .post(
    '/:id/restore',
    mayEdit(),
    params(IdParams),
    body(z.object({ status: z.enum(restorableStatuses).optional() })),
    answers('Restores an archived product, as a draft unless another status is given.', AdminProduct),
    async (c) => {
      const { id } = c.req.valid('param')
      const { status } = c.req.valid('json')
      return c.json(await editAndPresent(c, (tx, context) => restoreProduct(tx, id, status, context)))
    },
  )
  .post(
    '/:id/duplicate',
    mayEdit(),
    params(IdParams),
    answers('Duplicates the product as a draft.', AdminProduct, 201),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(await editAndPresent(c, (tx, context) => duplicateProduct(tx, id, context)), 201)
    },
  )
  .delete('/:id', mayEdit(), params(IdParams), answers('Deletes the product.', DeleteAnswer), async (c) => {
    const { id } = c.req.valid('param')
    const { name, outcome, undo } = await c.var.edit('products', async (tx, context) => {
      const { name } = await productById(tx, id)
      return { name, ...(await deleteProduct(tx, id, productUsageOf, context)) }
    })
    // Only now: it has been archived, and that stays.
    if (outcome !== 'delete') throw new Refusal(outcome, { values: { name } })
    return c.json({ changed: 1, undo })
  })
