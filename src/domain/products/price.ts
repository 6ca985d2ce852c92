/** In minor units: a million of most currencies. */
export const maxPrice = 100_000_000

export const priceKinds = ['fixed', 'from'] as const
export type PriceKind = (typeof priceKinds)[number]

/** `fixed`: it costs `price`. `from`: buyers name their price, at least `price`. In minor units. */
export type PriceRule = { priceKind: PriceKind; price: number; suggestedPrice: number | null }

/** What the amount field of a product begins with. */
export const proposedPrice = ({ price, suggestedPrice }: PriceRule): number => Math.max(price, suggestedPrice ?? 0)

/** What one piece costs a buyer who chose this amount; it may be below the minimum. */
export const chosenPrice = (rule: PriceRule, chosen: number | undefined): number =>
  rule.priceKind === 'fixed' ? rule.price : (chosen ?? proposedPrice(rule))

/** Why a buyer cannot choose this amount. `below-charge`: no payment can be as small. */
export function chosenPriceProblem(
  chosen: number,
  { price, smallestCharge }: { price: number; smallestCharge: number },
): 'below-minimum' | 'below-charge' | null {
  if (chosen < price) return 'below-minimum'
  return chosen > 0 && chosen < smallestCharge ? 'below-charge' : null
}

/** The two buttons beside the amount field: the minimum, and half as much again as the proposal in whole major units. */
export function quickPrices(rule: PriceRule, decimals: number): [number, number] {
  const major = 10 ** decimals
  return [rule.price, Math.max(1, Math.ceil((proposedPrice(rule) * 1.5) / major)) * major]
}
