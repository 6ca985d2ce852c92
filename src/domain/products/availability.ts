import type { ProductType } from '#domain/products/product.ts'

/** Identifies a stock item: a product without variants, or a variant. */
export type StockKey = { productId: string; variantId: string | null }
export type StockLevel = StockKey & { onHand: number; held: number }
export type RequiredStock = StockKey & { quantity: number }

export const stockKeyText = ({ productId, variantId }: StockKey) => `${productId} ${variantId ?? ''}`

/** How many can be sold: the stock on hand without the pieces held for checkouts. */
export const freePieces = ({ onHand, held }: Pick<StockLevel, 'onHand' | 'held'>): number => Math.max(0, onHand - held)

/** How many of each stock item can be sold. Null: unlimited, as for a download. */
export function createStockLookup(stock: readonly StockLevel[]): (stockKey: StockKey) => number | null {
  const counted = new Map(stock.map((item) => [stockKeyText(item), freePieces(item)]))
  return (stockKey) => counted.get(stockKeyText(stockKey)) ?? null
}

/** The same thing twice is one line of both, otherwise as the last of them. */
export function mergeStockLines<N extends RequiredStock>(lines: readonly N[]): N[] {
  const found = new Map<string, N>()
  for (const line of lines) {
    const before = found.get(stockKeyText(line))
    found.set(stockKeyText(line), before ? { ...line, quantity: before.quantity + line.quantity } : line)
  }
  return [...found.values()]
}

/** How often all of this can be taken together; null: unlimited. */
export function availableSets(
  needed: readonly RequiredStock[],
  left: (stockKey: StockKey) => number | null,
): number | null {
  const times = mergeStockLines(needed).flatMap((each) => {
    const there = left(each)
    return there === null ? [] : [Math.floor(there / each.quantity)]
  })
  return times.length ? Math.min(...times) : null
}

export const isAvailable = (available: number | null): boolean => available === null || available > 0

/** What selling one piece takes from stock, and whether there is nothing to send. */
export type StockUse = { isDigital: boolean; takes: RequiredStock[] }

/** A bundle is digital when all its parts are; one without parts cannot be sold. */
export function stockUseOf(
  type: ProductType,
  self: StockKey,
  parts: readonly (RequiredStock & { isDigital: boolean })[],
): StockUse {
  if (type === 'digital') return { isDigital: true, takes: [] }
  if (type === 'physical') return { isDigital: false, takes: [{ ...self, quantity: 1 }] }
  const takes = parts.filter(({ isDigital }) => !isDigital)
  return {
    isDigital: parts.length > 0 && takes.length === 0,
    takes: takes.map(({ productId, variantId, quantity }) => ({ productId, variantId, quantity })),
  }
}

/** How many can be sold; null: unlimited. A physical product without a stock item has none. */
export const availableQuantity = (
  { isDigital, takes }: StockUse,
  left: (stockKey: StockKey) => number | null,
): number | null => (isDigital ? null : takes.length ? availableSets(takes, (stockKey) => left(stockKey) ?? 0) : 0)
