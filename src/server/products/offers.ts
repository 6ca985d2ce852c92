import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  availableAs,
  type Counted,
  freeOn,
  type Needed,
  type Shelf,
  shelfKey,
  soldAs,
} from '#domain/products/availability.ts'
import type { ProductStatus, ProductType } from '#domain/products/product.ts'
import { variantName } from '#domain/products/shop-product.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { bundleParts, products, productVariants, stockItems } from '#server/products/table.ts'

/** What somebody puts into a cart. */
export type Wanted = Shelf

/** Of what a bundle is made; its name is null for those who may not see it. */
export type OfferPart = Needed & { name: string | null; variant: string | null; isDigital: boolean }

/** What the database says of something that is to be sold, at this moment. */
export type Offer = Wanted & {
  slug: string
  name: string
  /** `M / Black`; null without variants. */
  variant: string | null
  /** In minor units, the variant's difference included. */
  price: number
  vatKind: string
  status: ProductStatus
  productType: ProductType
  /** A bundle is when all its parts are. */
  isDigital: boolean
  maxQuantity: number | null
  digitalMetadata: Record<string, unknown> | null
  parts: OfferPart[]
  /** What one of it takes from which shelf; nothing when it is digital. */
  takes: Needed[]
  /** How many can be sold now; null is without end. Only a hold makes sure of them. */
  available: number | null
}

export const offerKey = shelfKey

/**
 * What is wanted, by `offerKey`. Not in it: what this website does not have (or its asker may not see), a variant that
 * is given up or another product's, and a product with variants of which none is named. The status is for the asker to
 * look at.
 */
export async function offersOf(tx: SiteTx, wanted: readonly Wanted[]): Promise<Map<string, Offer>> {
  const ids = [...new Set(wanted.map(({ productId }) => productId))]
  if (!ids.length) return new Map()
  const found = await tx.select().from(products).where(inArray(products.id, ids))
  const variants = await tx
    .select()
    .from(productVariants)
    .where(and(inArray(productVariants.productId, ids), productVariants.isOffered))
  const parts = await partsOf(
    tx,
    found.filter(({ productType }) => productType === 'bundle').map(({ id }) => id),
  )
  const left = freeOn(await stockOf(tx, [...ids, ...parts.map(({ productId }) => productId)]))
  const offers = new Map<string, Offer>()
  for (const { productId, variantId } of wanted) {
    const product = found.find(({ id }) => id === productId)
    const own = variants.filter((variant) => variant.productId === productId)
    const variant = own.find(({ id }) => id === variantId)
    if (!product || (variantId === null ? own.length > 0 : !variant)) continue
    const inside = parts.filter(({ bundleId }) => bundleId === productId)
    const sold = soldAs(product.productType, { productId, variantId }, inside)
    offers.set(offerKey({ productId, variantId }), {
      productId,
      variantId,
      slug: product.slug,
      name: product.name,
      variant: variant ? variantName(variant.options) : null,
      price: product.price + (variant?.priceDifference ?? 0),
      vatKind: product.vatKind,
      status: product.status,
      productType: product.productType,
      maxQuantity: variant?.maxQuantity ?? product.maxQuantity,
      digitalMetadata: product.digitalMetadata,
      parts: inside.map(({ bundleId: _, slug: __, ...part }) => part),
      ...sold,
      available: availableAs(sold, left),
    })
  }
  return offers
}

/** The parts of several bundles. What no shelf is kept for is digital, which also those can tell who see no drafts. */
export async function partsOf(
  tx: SiteTx,
  bundleIds: readonly string[],
): Promise<(OfferPart & { bundleId: string; slug: string | null })[]> {
  if (!bundleIds.length) return []
  const { bundleId, productId, variantId, quantity } = bundleParts
  const rows = await tx
    .select({
      ...{ bundleId, productId, variantId, quantity },
      name: products.name,
      slug: products.slug,
      options: productVariants.options,
      stockId: stockItems.id,
    })
    .from(bundleParts)
    .leftJoin(products, eq(products.id, productId))
    .leftJoin(productVariants, eq(productVariants.id, variantId))
    .leftJoin(stockItems, and(eq(stockItems.productId, productId), sameVariant))
    .where(inArray(bundleId, [...bundleIds]))
    .orderBy(bundleParts.id)
  return rows.map(({ options, stockId, ...part }) => ({
    ...part,
    variant: options && variantName(options),
    isDigital: stockId === null,
  }))
}

const sameVariant = sql`${stockItems.variantId} is not distinct from ${bundleParts.variantId}`

export function stockOf(tx: SiteTx, productIds: readonly string[]): Promise<Counted[]> {
  const { productId, variantId, onHand, held } = stockItems
  return tx
    .select({ productId, variantId, onHand, held })
    .from(stockItems)
    .where(inArray(productId, [...new Set(productIds)]))
}
