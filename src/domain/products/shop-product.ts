import type { Picture } from '#domain/images/picture.ts'
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

/** Of what a bundle is made, as far as it is on show. */
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
  productType: ProductType
  category: ShopCategory | null
  images: Picture[]
  optionNames: string[]
  variants: ShopVariant[]
  isAvailable: boolean
  /** How many are left, but never more than `mostTold`, which means at least so many; null is no end of them. */
  available: number | null
  /** At most so many in one order; null is no limit but the stock. */
  maxQuantity: number | null
  isDigital: boolean
  parts?: ShopPart[]
}

/** How many there are exactly is nobody's business. */
export const mostTold = 10

export const told = (available: number | null): number | null =>
  available === null ? null : Math.min(available, mostTold)

const toldSteps = [99, 50, 25, mostTold]

/** The same for those who ask for more than that: in steps, so that no number of questions finds the exact count. */
export const toldInSteps = (available: number | null): number | null =>
  available === null || available <= mostTold ? available : toldSteps.find((step) => step <= available)!

/** What a cart may hold of it; the server looks again. */
export function mostInCart({ available, maxQuantity }: Pick<ShopVariant, 'available' | 'maxQuantity'>): number {
  const left = available === null || available >= mostTold ? mostOfOne : available
  return Math.min(left, maxQuantity ?? mostOfOne)
}

/** Nobody buys more of one thing at once. */
export const mostOfOne = 99

/** `M / Black`. */
export const variantName = (options: readonly string[]): string => options.join(' / ')
