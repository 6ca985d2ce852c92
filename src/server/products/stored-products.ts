import { and, asc, eq, getTableColumns, inArray } from 'drizzle-orm'
import { createStockLookup } from '#domain/products/availability.ts'
import type { ProductDraft } from '#domain/products/draft.ts'
import type { ShopCategory } from '#domain/products/shop-product.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { bundlePartsOf, type OfferPart, stockOf } from '#server/products/offers.ts'
import { productCategories, productImages, products, productVariants } from '#server/products/table.ts'

const { websiteId: _, searchWords: __, ...columns } = getTableColumns(products)
const category = { id: productCategories.id, name: productCategories.name, slug: productCategories.slug }

type Row = Omit<typeof products.$inferSelect, 'websiteId' | 'searchWords'>
export type StoredVariant = {
  id: string
  options: string[]
  priceDifference: number
  maxQuantity: number | null
}
export type StoredPart = OfferPart & { slug: string | null }

/** A product with its category, pictures, variants and parts. */
export type StoredProduct = Row & {
  category: ShopCategory | null
  images: { imageUrl: string; alt: string }[]
  /** Only variants that are on offer. */
  variants: StoredVariant[]
  parts: StoredPart[]
}

/** Products, and how many of each can be sold, read in one transaction. */
export type ProductsWithStock = { products: StoredProduct[]; left: ReturnType<typeof createStockLookup> }

/** Adds to these rows what is stored in other tables; keeps their order. */
export async function loadProductDetails(tx: SiteTx, rows: readonly (Row & { category: ShopCategory | null })[]) {
  const ids = rows.map(({ id }) => id)
  if (!ids.length) return { products: [], left: createStockLookup([]) }
  const images = await tx
    .select({ productId: productImages.productId, imageUrl: productImages.imageUrl, alt: productImages.alt })
    .from(productImages)
    .where(inArray(productImages.productId, ids))
    .orderBy(asc(productImages.position))
  const { id, productId, options, priceDifference, maxQuantity } = productVariants
  const variants = await tx
    .select({ id, productId, options, priceDifference, maxQuantity })
    .from(productVariants)
    .where(and(inArray(productId, ids), productVariants.isOffered))
    .orderBy(asc(productVariants.position))
  const parts = await bundlePartsOf(
    tx,
    rows.filter(({ productType }) => productType === 'bundle').map((row) => row.id),
  )
  const stock = await stockOf(tx, [...ids, ...parts.map((part) => part.productId)])
  const imagesOf = Map.groupBy(images, (image) => image.productId)
  const variantsOf = Map.groupBy(variants, (variant) => variant.productId)
  const partsIn = Map.groupBy(parts, (part) => part.bundleId)
  return {
    products: rows.map(
      (row): StoredProduct => ({
        ...row,
        images: (imagesOf.get(row.id) ?? []).map(({ imageUrl, alt }) => ({ imageUrl, alt })),
        variants: (variantsOf.get(row.id) ?? []).map(({ productId: _, ...variant }) => variant),
        parts: (partsIn.get(row.id) ?? []).map(({ bundleId: _, stock: __, ...part }) => part),
      }),
    ),
    left: createStockLookup(stock),
  }
}

export const productRows = (tx: SiteTx) =>
  tx
    .select({ ...columns, category })
    .from(products)
    .leftJoin(productCategories, eq(productCategories.id, products.categoryId))
    .$dynamic()

export async function productsByIds(tx: SiteTx, ids: readonly string[]): Promise<StoredProduct[]> {
  const rows = await productRows(tx)
    .where(inArray(products.id, [...ids]))
    .orderBy(products.id)
  return (await loadProductDetails(tx, rows)).products
}

export async function productById(tx: SiteTx, id: string): Promise<StoredProduct> {
  const [found] = await productsByIds(tx, [id])
  if (!found) throw new Refusal('not-found')
  return found
}

/** The draft that would make this product again, without its stock. */
export const productDraftOf = (product: StoredProduct): ProductDraft & { slug: string } => ({
  name: product.name,
  slug: product.slug,
  description: product.description,
  productType: product.productType,
  status: product.status === 'published' ? 'published' : 'draft',
  priceKind: product.priceKind,
  price: product.price,
  suggestedPrice: product.suggestedPrice,
  vatKind: product.vatKind as ProductDraft['vatKind'],
  categoryId: product.categoryId,
  isFeatured: product.isFeatured,
  maxQuantity: product.maxQuantity,
  stockQuantity: 0,
  optionNames: product.optionNames,
  variants: product.variants.map((variant) => ({ ...variant, stockQuantity: 0 })),
  images: product.images,
  parts: product.parts.map(({ productId, variantId, quantity }) => ({ productId, variantId, quantity })),
})
