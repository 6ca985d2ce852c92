import type { Sellable } from '#domain/checkout/priced.ts'
import { merged, type Needed, type Shelf, shelfKey } from '#domain/products/availability.ts'
import type { ProductStatus } from '#domain/products/product.ts'
import { mostOfOne } from '#domain/products/shop-product.ts'
import { ourCartTexts as texts } from '#domain/texts/our-words.ts'

/** What the database says of something that somebody wants. */
export type Offered = Omit<Sellable, 'quantity'> & {
  status: ProductStatus
  /** At most so many in one order: of this variant, and of all variants of its product together. */
  maxQuantity: number | null
  productMax: number | null
  /** False as long as a file is missing of what is downloaded. */
  isReady: boolean
  /** What one of it takes from which shelf. */
  takes: Needed[]
}

/** What is not, or no longer, as the buyer has seen it. The name is null of what nobody may see. */
export type Notice = { productId: string; variantId: string | null; name: string | null } & (
  | { what: 'gone' | 'sold-out' | 'not-ready' }
  | { what: 'over-limit'; most: number }
  | { what: 'fewer'; quantity: number }
  | { what: 'price-changed'; from: number; to: number }
)

export type Found<O> = { line: O & { quantity: number; most: number } }['line']

type Asked = Needed & { price?: number | undefined }

/**
 * What can be had of what is wanted, and what must be said about the rest. Two lines that take from the same shelf, such
 * as a record and a bundle with that record in it, do not get the same last one; the earlier line comes first.
 */
export function checked<O extends Offered>(
  wanted: readonly Asked[],
  offers: ReadonlyMap<string, O>,
  left: (shelf: Shelf) => number | null,
): { lines: Found<O>[]; notices: Notice[] } {
  const taken = new Map<string, number>()
  const ordered = new Map<string, number>()
  const lines: Found<O>[] = []
  const notices: Notice[] = []
  for (const { quantity, price, ...which } of merged(wanted)) {
    const { productId, variantId } = which
    const offer = offers.get(shelfKey(which))
    if (offer?.status !== 'published' || offer.price < 0) {
      notices.push({ productId, variantId, name: offer?.status === 'archived' ? titleOf(offer) : null, what: 'gone' })
      continue
    }
    const about = { productId, variantId, name: titleOf(offer) }
    if (!offer.isReady) {
      notices.push({ ...about, what: 'not-ready' })
      continue
    }
    const uncounted = offer.isDigital ? Number.POSITIVE_INFINITY : 0
    const there = offer.takes.length ? Math.min(...offer.takes.map((take) => timesLeft(take, left, taken))) : uncounted
    if (there < 1) {
      notices.push({ ...about, what: 'sold-out' })
      continue
    }
    const before = ordered.get(productId) ?? 0
    const { productMax } = offer
    if (productMax !== null && before >= productMax) {
      notices.push({ ...about, what: 'over-limit', most: productMax })
      continue
    }
    const allowed = Math.min(offer.maxQuantity ?? mostOfOne, (productMax ?? Number.POSITIVE_INFINITY) - before)
    const most = Math.min(there, offer.isDigital ? 1 : allowed, mostOfOne)
    const got = Math.min(quantity, most)
    ordered.set(productId, before + got)
    if (got < quantity) notices.push({ ...about, what: 'fewer', quantity: got })
    if (price !== undefined && price !== offer.price)
      notices.push({ ...about, what: 'price-changed', from: price, to: offer.price })
    for (const take of offer.takes) taken.set(shelfKey(take), (taken.get(shelfKey(take)) ?? 0) + take.quantity * got)
    lines.push({ ...offer, quantity: got, most })
  }
  return { lines: lines.map((line) => ({ ...line, most: mostBeside(line, ordered) })), notices }
}

/** One more of a variant must not push another variant out of the order. */
function mostBeside({ productId, productMax, quantity, most }: Found<Offered>, ordered: ReadonlyMap<string, number>) {
  if (productMax === null) return most
  return Math.min(most, productMax - (ordered.get(productId)! - quantity))
}

/** `Tour tee, M / Black`. */
export const titleOf = ({ name, variant }: { name: string; variant: string | null }): string =>
  variant ? `${name}, ${variant}` : name

/** The sentence for a notice; money as the site writes it. */
export function noticeSentence(notice: Notice, money: (amount: number) => string): string {
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
  }
}

function timesLeft(take: Needed, left: (shelf: Shelf) => number | null, taken: ReadonlyMap<string, number>): number {
  const there = left(take)
  if (there === null) return 0
  return Math.floor((there - (taken.get(shelfKey(take)) ?? 0)) / take.quantity)
}
