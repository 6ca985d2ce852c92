import { asc, inArray } from 'drizzle-orm'
import { type AvailableLine, type CartNotice, checkCart } from '#domain/checkout/check-cart.ts'
import { type PricedCart, priceCart } from '#domain/checkout/price-cart.ts'
import type { QuoteRequest } from '#domain/checkout/request.ts'
import type { Picture } from '#domain/images/picture.ts'
import { maxCartQuantity, shownStock, shownStockInSteps } from '#domain/products/shop-product.ts'
import { type ShippingOption, type ShopRules, shippingOptionsFor, shippingPrice } from '#domain/sites/shop-rules.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { type FileAt, picturesAt } from '#server/images/pictures.ts'
import { type Offer, readOffers } from '#server/products/offers.ts'
import { productImages } from '#server/products/table.ts'

type Line = AvailableLine<Offer>
export type QuotedLine = Line & { total: number; image: Picture | null; maxQuantity: number }

export type Quote = {
  lines: QuotedLine[]
  notices: CartNotice[]
  subtotal: number
  /** At least one line is shipped. */
  ships: boolean
  /** Shipping options to this country with their price for this cart. */
  options: (ShippingOption & { price: number })[]
  /** What is charged; null while the country is unknown or cannot be delivered to. */
  amounts: PricedCart | null
}

/** What the cart costs now, and what has changed since the items were chosen. Holds no stock. */
export async function quoteCart(
  tx: SiteTx,
  { items, country, shippingOption }: QuoteRequest,
  { rules, fileAt }: { rules: ShopRules; fileAt: FileAt },
): Promise<Quote> {
  const { offers, left } = await readOffers(tx, items)
  const { lines: found, notices } = checkCart(items, offers, (stockKey) => shownStockInSteps(left(stockKey)))
  const imageOf = await imagesOf(tx, found, fileAt)
  const lines = found.map((line) => ({
    ...line,
    total: line.price * line.quantity,
    maxQuantity: maxOrderable(line),
    image: imageOf(line.productId),
  }))
  const subtotal = lines.reduce((sum, { total }) => sum + total, 0)
  const ships = lines.some(({ isDigital }) => !isDigital)
  const options = ships && country ? shippingOptionsFor(rules, country) : []
  const option = options.find(({ id }) => id === shippingOption) ?? options[0]
  const isKnown = country !== null && lines.length > 0 && (!ships || option)
  return {
    lines,
    notices,
    subtotal,
    ships,
    options: options.map((each) => ({ ...each, price: shippingPrice(each, subtotal) })),
    amounts: isKnown ? priceCart(found, rules, { country, shippingOption: option?.id ?? null }) : null,
  }
}

/** The exact stock is not revealed. */
const maxOrderable = ({ isDigital, most, maxQuantity }: Line): number =>
  isDigital ? 1 : maxCartQuantity({ available: shownStock(most), maxQuantity })

/** The first picture of each product. */
async function imagesOf(tx: SiteTx, lines: readonly Line[], fileAt: FileAt): Promise<(id: string) => Picture | null> {
  if (!lines.length) return () => null
  const { productId, imageUrl, alt, position } = productImages
  const ids = lines.map((line) => line.productId)
  const found = await tx
    .select({ productId, imageUrl, alt })
    .from(productImages)
    .where(inArray(productId, ids))
    .orderBy(asc(position), asc(productImages.id))
  const pictureAt = await picturesAt(
    tx,
    found.map((image) => image.imageUrl),
    fileAt,
  )
  return (id) => {
    const first = found.find((image) => image.productId === id)
    return first ? pictureAt(first.imageUrl, first.alt) : null
  }
}
