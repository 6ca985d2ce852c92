import type { ProductType } from '#domain/products/product.ts'

/** Something that lies on a shelf: a product without variants, or a variant. */
export type Shelf = { productId: string; variantId: string | null }
export type StockLevel = Shelf & { onHand: number; held: number }
export type RequiredStock = Shelf & { quantity: number }

export const shelfKey = ({ productId, variantId }: Shelf) => `${productId} ${variantId ?? ''}`

/** How many can be sold: the stock on hand without the pieces held for checkouts. */
export const free = ({ onHand, held }: Pick<StockLevel, 'onHand' | 'held'>): number => Math.max(0, onHand - held)

/** Says of each shelf how many can be sold; what no shelf has, such as a download, has no end. */
export function freeOn(stock: readonly StockLevel[]): (shelf: Shelf) => number | null {
  const counted = new Map(stock.map((item) => [shelfKey(item), free(item)]))
  return (shelf) => counted.get(shelfKey(shelf)) ?? null
}

/** The same thing twice is one line of both. */
export function merged<N extends RequiredStock>(lines: readonly N[]): N[] {
  const found = new Map<string, N>()
  for (const line of lines) {
    const before = found.get(shelfKey(line))
    found.set(shelfKey(line), before ? { ...before, quantity: before.quantity + line.quantity } : line)
  }
  return [...found.values()]
}

/** How often all of this can be taken together; null is without end. */
export function timesAvailable(needed: readonly RequiredStock[], left: (shelf: Shelf) => number | null): number | null {
  const times = merged(needed).flatMap((each) => {
    const there = left(each)
    return there === null ? [] : [Math.floor(there / each.quantity)]
  })
  return times.length ? Math.min(...times) : null
}

export const isLeft = (available: number | null): boolean => available === null || available > 0

/** What selling one of something takes from which shelf, and whether there is nothing to send. */
export type Sold = { isDigital: boolean; takes: RequiredStock[] }

/** A bundle is digital when all its parts are; one without parts cannot be sold. */
export function soldAs(
  type: ProductType,
  self: Shelf,
  parts: readonly (RequiredStock & { isDigital: boolean })[],
): Sold {
  if (type === 'digital') return { isDigital: true, takes: [] }
  if (type === 'physical') return { isDigital: false, takes: [{ ...self, quantity: 1 }] }
  const takes = parts.filter(({ isDigital }) => !isDigital)
  return {
    isDigital: parts.length > 0 && takes.length === 0,
    takes: takes.map(({ productId, variantId, quantity }) => ({ productId, variantId, quantity })),
  }
}

/** How many can be sold; null is without end. What is not digital and on no shelf is not there. */
export const availableAs = ({ isDigital, takes }: Sold, left: (shelf: Shelf) => number | null): number | null =>
  isDigital ? null : takes.length ? timesAvailable(takes, (shelf) => left(shelf) ?? 0) : 0
