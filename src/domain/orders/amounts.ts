type Line = { isDigital: boolean; vat: number; vatRate: number }
type Amounts = { subtotal: number; shipping: number; vat: number; total: number }

/** The VAT at each rate, delivery included, highest rate first. */
export function vatByRate(lines: readonly Line[], { vat }: Amounts): { rate: number; vat: number }[] {
  const byRate = new Map<number, number>()
  const add = (rate: number, amount: number) => byRate.set(rate, (byRate.get(rate) ?? 0) + amount)
  for (const line of lines) add(line.vatRate, line.vat)
  const ofDelivery = vat - lines.reduce((sum, line) => sum + line.vat, 0)
  // Delivery is taxed at the highest rate of what is shipped.
  if (ofDelivery > 0)
    add(Math.max(0, ...lines.filter(({ isDigital }) => !isDigital).map((line) => line.vatRate)), ofDelivery)
  return [...byRate]
    .map(([rate, amount]) => ({ rate, vat: amount }))
    .filter((each) => each.vat > 0)
    .sort((a, b) => b.rate - a.rate)
}

/** Whether the prices of the order include VAT. */
export const includesVat = ({ subtotal, shipping, vat, total }: Amounts): boolean =>
  vat > 0 && total === subtotal + shipping

/** `20%`, `5.5%`. */
export const vatRateText = (rate: number): string => `${rate / 100}%`

type SummedOrder = {
  subtotal: number
  shipping: number
  total: number
  refunded: number
  vatLines: readonly { rate: number; vat: number }[]
  pricesIncludeVat: boolean
  ships: boolean
  /** The name of the delivery method, where it is known. */
  delivery?: string | null
}

type Sum = { name: string; amount: string; isTotal: boolean }

/** The lines below the items. VAT that is added stands before the total, VAT that is included after it. */
export function orderSummaryLines(
  { subtotal, shipping, total, refunded, vatLines, pricesIncludeVat, ships, delivery }: SummedOrder,
  money: (amount: number) => string,
): Sum[] {
  const line = (name: string, amount: number, isTotal = false): Sum => ({ name, amount: money(amount), isTotal })
  const sending = delivery ? `Delivery (${delivery})` : 'Delivery'
  const whole = line('Total', total, true)
  const vats = vatLines.map(({ rate, vat }) =>
    line(`${pricesIncludeVat ? 'of which VAT' : 'VAT'} ${vatRateText(rate)}`, vat),
  )
  return [
    line('Subtotal', subtotal),
    ...(ships ? [shipping ? line(sending, shipping) : { name: sending, amount: 'Free', isTotal: false }] : []),
    ...(pricesIncludeVat ? [whole, ...vats] : [...vats, whole]),
    ...(refunded ? [line('Refunded', refunded)] : []),
  ]
}
