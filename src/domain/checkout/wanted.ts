/** What is wanted of a product or of one of its variants. */
export type WantedLine = { productId: string; variantId: string | null; quantity: number }

/** So many different things go into one order: a payment page lists a hundred, with the delivery and the VAT among them. */
export const mostLines = 98

/** The same thing twice is one line of both. */
export function merged<L extends WantedLine>(lines: readonly L[]): L[] {
  const found = new Map<string, L>()
  for (const line of lines) {
    const key = `${line.productId} ${line.variantId ?? ''}`
    const before = found.get(key)
    found.set(key, before ? { ...before, quantity: before.quantity + line.quantity } : line)
  }
  return [...found.values()]
}
