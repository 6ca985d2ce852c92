import { rateWords } from '#domain/orders/vat-lines.ts'

type Amounts = {
  subtotal: number
  shipping: number
  total: number
  refunded: number
  vatLines: readonly { rate: number; vat: number }[]
  pricesIncludeVat: boolean
  ships: boolean
}

type Sum = { name: string; amount: string; isTotal: boolean }

/** What an order came to, line by line, as everybody reads it. VAT on top stands before the total, VAT in it after. */
export function sumsOf(
  { subtotal, shipping, total, refunded, vatLines, pricesIncludeVat, ships }: Amounts,
  money: (amount: number) => string,
): Sum[] {
  const line = (name: string, amount: number, isTotal = false): Sum => ({ name, amount: money(amount), isTotal })
  const whole = line('Total', total, true)
  const vats = vatLines.map(({ rate, vat }) =>
    line(`${pricesIncludeVat ? 'of which VAT' : 'VAT'} ${rateWords(rate)}`, vat),
  )
  return [
    line('Subtotal', subtotal),
    ...(ships ? [shipping ? line('Delivery', shipping) : { name: 'Delivery', amount: 'Free', isTotal: false }] : []),
    ...(pricesIncludeVat ? [whole, ...vats] : [...vats, whole]),
    ...(refunded ? [line('Refunded', refunded)] : []),
  ]
}
