import { and, eq, inArray, sql } from 'drizzle-orm'
import type { OrderPart } from '#domain/orders/order.ts'
import {
  availableQuantity,
  createStockLookup,
  type RequiredStock,
  type StockKey,
  type StockLevel,
  stockKeyText,
  stockUseOf,
} from '#domain/products/availability.ts'
import type { PriceRule } from '#domain/products/price.ts'
import type { ProductStatus, ProductType } from '#domain/products/product.ts'
import { variantName } from '#domain/products/shop-product.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { productsWithFiles } from '#server/products/publishing.ts'
import { bundleParts, products, productVariants, stockItems } from '#server/products/table.ts'

/** A part of a bundle; its name is null for a reader who may not see the product. */
export type OfferPart = RequiredStock & { name: string | null; variant: string | null; isDigital: boolean }

/** A product or variant with its current price, status and stock. */
export type Offer = StockKey &
  PriceRule & {
    slug: string
    name: string
    /** `M / Black`; null without variants. */
    variant: string | null
    vatKind: string
    status: ProductStatus
    productType: ProductType
    /** A bundle is when all its parts are. */
    isDigital: boolean
    maxQuantity: number | null
    /** The limit of the product, which counts all its variants. */
    productMax: number | null
    parts: OfferPart[]
    /** What one piece takes from which stock items; nothing when it is digital. */
    takes: RequiredStock[]
    /** False while a file of a download is missing. */
    isReady: boolean
    /** How many can be sold now; null for no limit. Only a hold reserves them. */
    available: number | null
  }

export const offerKey = stockKeyText

/** The products that a buyer of this offer downloads: the product itself, or the digital parts of a bundle. */
export const downloadProductIdsOf = ({ productId, isDigital, parts }: Offer): string[] => {
  const inside = parts.filter((part) => part.isDigital).map((part) => part.productId)
  return [...new Set(parts.length ? inside : isDigital ? [productId] : [])]
}

/** What a checkout keeps of the contents of an offer, because a bundle may change later. */
export const snapshotOfferContents = (offer: Offer): { downloads: string[]; parts: OrderPart[] } => ({
  downloads: downloadProductIdsOf(offer),
  parts: offer.parts.map(({ name, variant, quantity, isDigital }) => ({
    name: name ?? '',
    variant,
    quantity,
    isDigital,
  })),
})

/**
 * The offers for these cart lines, by `offerKey`. Left out: products that this site does not have or the reader may not
 * see, withdrawn variants, variants of another product, and products with variants when no variant is named. The caller
 * checks the status.
 */
export async function readOffers(
  tx: SiteTx,
  wanted: readonly StockKey[],
): Promise<{ offers: Map<string, Offer>; left: StockLookup }> {
  const ids = [...new Set(wanted.map(({ productId }) => productId))]
  if (!ids.length) return { offers: new Map(), left: createStockLookup([]) }
  const found = await rowsOf(tx, ids)
  const bundles = found.filter(({ product }) => product.productType === 'bundle').map(({ product }) => product.id)
  const parts = await bundlePartsOf(tx, bundles)
  const left = createStockLookup([...found, ...parts].flatMap(({ stock }) => stock ?? []))
  const digital = [
    ...found.filter(({ product }) => product.productType === 'digital').map(({ product }) => product.id),
    ...parts.filter((part) => part.isDigital).map((part) => part.productId),
  ]
  const filled = await productsWithFiles(tx, digital)
  const offers = new Map<string, Offer>()
  for (const { productId, variantId } of wanted) {
    // A product without variants has one row, without a variant.
    const row = found.find(({ product, variant }) => product.id === productId && (variant?.id ?? null) === variantId)
    if (!row) continue
    const { product, variant } = row
    const inside = parts.filter(({ bundleId }) => bundleId === productId)
    const sold = stockUseOf(product.productType, { productId, variantId }, inside)
    const downloads = product.productType === 'bundle' ? inside.filter((part) => part.isDigital) : []
    const needed = product.productType === 'digital' ? [productId] : downloads.map((part) => part.productId)
    offers.set(offerKey({ productId, variantId }), {
      isReady: needed.every((id) => filled.has(id)),
      productId,
      variantId,
      slug: product.slug,
      name: product.name,
      variant: variant ? variantName(variant.options) : null,
      priceKind: product.priceKind,
      price: product.price + (variant?.priceDifference ?? 0),
      suggestedPrice: product.suggestedPrice,
      vatKind: product.vatKind,
      status: product.status,
      productType: product.productType,
      maxQuantity: variant?.maxQuantity ?? product.maxQuantity,
      productMax: product.maxQuantity,
      parts: inside.map(({ bundleId: _, slug: __, stock: ___, ...part }) => part),
      ...sold,
      available: availableQuantity(sold, left),
    })
  }
  return { offers, left }
}

type StockLookup = ReturnType<typeof createStockLookup>

/** Each product with each of its variants and its stock, in one query: hundreds of requests may come at once. */
function rowsOf(tx: SiteTx, ids: readonly string[]) {
  const { id, slug, name, priceKind, price, suggestedPrice, vatKind, status, productType, maxQuantity } = products
  const { options, priceDifference } = productVariants
  return tx
    .select({
      product: { id, slug, name, priceKind, price, suggestedPrice, vatKind, status, productType, maxQuantity },
      variant: { id: productVariants.id, options, priceDifference, maxQuantity: productVariants.maxQuantity },
      stock,
    })
    .from(products)
    .leftJoin(productVariants, and(eq(productVariants.productId, id), productVariants.isOffered))
    .leftJoin(
      stockItems,
      and(eq(stockItems.productId, id), sql`${stockItems.variantId} is not distinct from ${productVariants.id}`),
    )
    .where(inArray(id, [...ids]))
}

/** The parts of several bundles. A part without a stock item is digital; roles that see no drafts know it by that. */
export async function bundlePartsOf(
  tx: SiteTx,
  bundleIds: readonly string[],
): Promise<(OfferPart & { bundleId: string; slug: string | null; stock: StockLevel | null })[]> {
  if (!bundleIds.length) return []
  const { bundleId, productId, variantId, quantity } = bundleParts
  const rows = await tx
    .select({
      bundleId,
      productId,
      variantId,
      quantity,
      name: products.name,
      slug: products.slug,
      options: productVariants.options,
      stock,
    })
    .from(bundleParts)
    .leftJoin(products, eq(products.id, productId))
    .leftJoin(productVariants, eq(productVariants.id, variantId))
    .leftJoin(stockItems, and(eq(stockItems.productId, productId), sameVariant))
    .where(inArray(bundleId, [...bundleIds]))
    .orderBy(bundleParts.id)
  return rows.map(({ options, ...part }) => ({
    ...part,
    variant: options && variantName(options),
    isDigital: part.stock === null,
  }))
}

const stock = {
  productId: stockItems.productId,
  variantId: stockItems.variantId,
  onHand: stockItems.onHand,
  held: stockItems.held,
}
const sameVariant = sql`${stockItems.variantId} is not distinct from ${bundleParts.variantId}`

export function stockOf(tx: SiteTx, productIds: readonly string[]): Promise<StockLevel[]> {
  return tx
    .select(stock)
    .from(stockItems)
    .where(inArray(stockItems.productId, [...new Set(productIds)]))
}
