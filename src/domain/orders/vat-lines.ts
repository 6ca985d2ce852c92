type Line = { isDigital: boolean; vat: number; vatRate: number }
type Amounts = { subtotal: number; shipping: number; vat: number; total: number }

/** How much VAT an order has at each rate, that of its delivery included; the highest rate first. */
export function vatLines(lines: readonly Line[], { vat }: Amounts): { rate: number; vat: number }[] {
  const byRate = new Map<number, number>()
  const add = (rate: number, amount: number) => byRate.set(rate, (byRate.get(rate) ?? 0) + amount)
  for (const line of lines) add(line.vatRate, line.vat)
  const ofDelivery = vat - lines.reduce((sum, line) => sum + line.vat, 0)
  // A parcel is taxed as the highest of what is in it.
  if (ofDelivery > 0)
    add(Math.max(0, ...lines.filter(({ isDigital }) => !isDigital).map((line) => line.vatRate)), ofDelivery)
  return [...byRate]
    .map(([rate, amount]) => ({ rate, vat: amount }))
    .filter((each) => each.vat > 0)
    .sort((a, b) => b.rate - a.rate)
}

/** Whether the prices of an order have its VAT in them. */
export const includesVat = ({ subtotal, shipping, vat, total }: Amounts): boolean =>
  vat > 0 && total === subtotal + shipping

/** `20%`, `5.5%`. */
export const rateWords = (rate: number): string => `${rate / 100}%`
