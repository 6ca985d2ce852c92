import type { Picture } from '#domain/images/picture.ts'
import type { PriceKind } from '#domain/products/price.ts'
import type { ProductType } from '#domain/products/product.ts'

export type ShopCategory = { id: string; name: string; slug: string }

export type ShopVariant = {
  id: string
  /** One for each of the product's option names, in their order. */
  options: string[]
  /** What it costs, the difference included. */
  price: number
  isAvailable: boolean
  /** See `available` of the product. */
  available: number | null
  maxQuantity: number | null
}

/** The published parts of a bundle. */
export type ShopPart = { name: string; slug: string; variant: string | null; quantity: number }

/** What a shop page sees of a product. Money is in minor units of the site's currency. */
export type ShopProduct = {
  id: string
  slug: string
  name: string
  /** In plain words, without its Markdown. */
  description: string
  /** The lowest of its variants', where it has some. */
  price: number
  priceKind: PriceKind
  /** Where buyers name their price; null is the minimum. */
  suggestedPrice: number | null
  productType: ProductType
  category: ShopCategory | null
  images: Picture[]
  optionNames: string[]
  variants: ShopVariant[]
  isAvailable: boolean
  /** Not published: shown in previews only, and not for sale. */
  isDraft?: true | undefined
  /** How many are left, but never more than `maxShownStock`, which means at least so many; null is no end of them. */
  available: number | null
  /** At most so many in one order; null is no limit but the stock. */
  maxQuantity: number | null
  isDigital: boolean
  parts?: ShopPart[]
}

/** The exact stock is not public: above this number the shop shows this number. */
export const maxShownStock = 10

export const shownStock = (available: number | null): number | null =>
  available === null ? null : Math.min(available, maxShownStock)

const shownStockSteps = [99, 50, 25, maxShownStock]

/** For larger quantities: in steps, so that repeated requests do not reveal the exact stock. */
export const shownStockInSteps = (available: number | null): number | null =>
  available === null || available <= maxShownStock ? available : shownStockSteps.find((step) => step <= available)!

/** What a cart may hold of it; the server looks again. */
export function maxCartQuantity({ available, maxQuantity }: Pick<ShopVariant, 'available' | 'maxQuantity'>): number {
  const left = available === null || available >= maxShownStock ? maxLineQuantity : available
  return Math.min(left, maxQuantity ?? maxLineQuantity)
}

/** The highest quantity of one item in an order. */
export const maxLineQuantity = 99

/** `M / Black`. */
export const variantName = (options: readonly string[]): string => options.join(' / ')

/** Why it cannot be bought. */
export const unavailableText = ({ isDraft }: Pick<ShopProduct, 'isDraft'>): string => (isDraft ? 'Draft' : 'Sold out')
