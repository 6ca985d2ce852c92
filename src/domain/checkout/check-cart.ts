import type { LineToPrice } from '#domain/checkout/price-cart.ts'
import { mergeStockLines, type RequiredStock, type StockKey, stockKeyText } from '#domain/products/availability.ts'
import { chosenPrice, type PriceRule } from '#domain/products/price.ts'
import type { ProductStatus } from '#domain/products/product.ts'
import { maxLineQuantity } from '#domain/products/shop-product.ts'
import { cartTexts as texts } from '#domain/texts/own-words.ts'

/** A product or variant in the cart, as the database has it. */
export type ProductOffer = Omit<LineToPrice, 'quantity' | 'minimumPrice'> &
  PriceRule & {
    status: ProductStatus
    /** Most pieces in one order: of this variant, and of all variants of the product together. */
    maxQuantity: number | null
    productMax: number | null
    /** False while a file of a download is missing. */
    isReady: boolean
    /** The stock that one piece needs. */
    takes: RequiredStock[]
  }

/** What differs from what the buyer has seen. The name is null for a product that is not public. */
export type CartNotice = { productId: string; variantId: string | null; name: string | null } & (
  | { what: 'gone' | 'sold-out' | 'not-ready' }
  | { what: 'over-limit'; most: number }
  | { what: 'fewer'; quantity: number }
  | { what: 'price-changed'; from: number; to: number }
  /** Where buyers name their price: less than the owner asks. */
  | { what: 'below-minimum'; least: number }
)

export type AvailableLine<O> = { line: O & { quantity: number; most: number; minimumPrice: number | null } }['line']

type CartLine = RequiredStock & { price?: number | undefined }

/**
 * Splits a cart into what can be sold and notices about the rest. Two lines that need the same stock, such as a record
 * and a bundle with that record, do not both get the last piece: the earlier line does.
 */
export function checkCart<O extends ProductOffer>(
  wanted: readonly CartLine[],
  offers: ReadonlyMap<string, O>,
  left: (stockKey: StockKey) => number | null,
): { lines: AvailableLine<O>[]; notices: CartNotice[] } {
  const taken = new Map<string, number>()
  const ordered = new Map<string, number>()
  const lines: AvailableLine<O>[] = []
  const notices: CartNotice[] = []
  for (const { quantity, price, ...which } of mergeStockLines(wanted)) {
    const { productId, variantId } = which
    const offer = offers.get(stockKeyText(which))
    if (offer?.status !== 'published' || offer.price < 0) {
      notices.push({
        productId,
        variantId,
        name: offer?.status === 'archived' ? lineNameWithVariant(offer) : null,
        what: 'gone',
      })
      continue
    }
    const item = { productId, variantId, name: lineNameWithVariant(offer) }
    if (!offer.isReady) {
      notices.push({ ...item, what: 'not-ready' })
      continue
    }
    const uncounted = offer.isDigital ? Number.POSITIVE_INFINITY : 0
    const there = offer.takes.length ? Math.min(...offer.takes.map((take) => timesLeft(take, left, taken))) : uncounted
    if (there < 1) {
      notices.push({ ...item, what: 'sold-out' })
      continue
    }
    const before = ordered.get(productId) ?? 0
    const { productMax } = offer
    if (productMax !== null && before >= productMax) {
      notices.push({ ...item, what: 'over-limit', most: productMax })
      continue
    }
    const allowed = Math.min(offer.maxQuantity ?? maxLineQuantity, (productMax ?? Number.POSITIVE_INFINITY) - before)
    const most = Math.min(there, offer.isDigital ? 1 : allowed, maxLineQuantity)
    const got = Math.min(quantity, most)
    ordered.set(productId, before + got)
    if (got < quantity) notices.push({ ...item, what: 'fewer', quantity: got })
    const isNamed = offer.priceKind === 'from'
    const chosen = chosenPrice(offer, price)
    if (isNamed && chosen < offer.price) notices.push({ ...item, what: 'below-minimum', least: offer.price })
    else if (!isNamed && price !== undefined && price !== offer.price)
      notices.push({ ...item, what: 'price-changed', from: price, to: offer.price })
    for (const take of offer.takes)
      taken.set(stockKeyText(take), (taken.get(stockKeyText(take)) ?? 0) + take.quantity * got)
    const priced = { price: Math.max(chosen, offer.price), minimumPrice: isNamed ? offer.price : null }
    lines.push({ ...offer, ...priced, quantity: got, most })
  }
  return { lines: lines.map((line) => ({ ...line, most: maxBesideOtherVariants(line, ordered) })), notices }
}

/** Raising one variant must not push another one over the limit of the product. */
function maxBesideOtherVariants(
  { productId, productMax, quantity, most }: AvailableLine<ProductOffer>,
  ordered: ReadonlyMap<string, number>,
) {
  if (productMax === null) return most
  return Math.min(most, productMax - (ordered.get(productId)! - quantity))
}

/** `Tour tee, M / Black`. */
export const lineNameWithVariant = ({ name, variant }: { name: string; variant: string | null }): string =>
  variant ? `${name}, ${variant}` : name

export function cartNoticeText(notice: CartNotice, money: (amount: number) => string): string {
  const name = notice.name ?? texts.something
  switch (notice.what) {
    case 'gone':
      return texts.gone({ name })
    case 'sold-out':
      return texts.soldOut({ name })
    case 'not-ready':
      return texts.notReady({ name })
    case 'over-limit':
      return texts.overLimit({ name, most: notice.most })
    case 'fewer':
      return texts.fewer({ name, quantity: notice.quantity })
    case 'price-changed':
      return texts.priceChanged({ name, from: money(notice.from), to: money(notice.to) })
    case 'below-minimum':
      return texts.belowMinimum({ name, least: money(notice.least) })
  }
}

function timesLeft(
  take: RequiredStock,
  left: (stockKey: StockKey) => number | null,
  taken: ReadonlyMap<string, number>,
): number {
  const there = left(take)
  if (there === null) return 0
  return Math.floor((there - (taken.get(stockKeyText(take)) ?? 0)) / take.quantity)
}
