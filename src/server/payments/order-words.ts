import { moneyWords } from '#domain/money.ts'
import { includesVat, rateWords, vatLines } from '#domain/orders/vat-lines.ts'
import type { Right } from '#server/downloads/rights.ts'
import type { Order, OrderItem } from '#server/orders/place.ts'

/** An order as it is written to people: everything in words. */
export type OrderWords = {
  number: string
  reference: string
  lines: { title: string; quantity: number; total: string }[]
  sums: { name: string; amount: string; isTotal: boolean }[]
  downloads: { name: string; terms: string }[]
  isShipped: boolean
}

type Told = { order: Order; items: OrderItem[]; rights: Right[]; locale: string; zone: string }

export function orderWords({ order, items, rights, locale, zone }: Told): OrderWords {
  const money = (amount: number) => moneyWords(amount, { locale, currency: order.currency })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone })
  const { subtotalAmount: subtotal, shippingAmount: shipping, vatAmount: vat, totalAmount: total } = order
  const amounts = { subtotal, shipping, vat, total }
  const isShipped = items.some(({ isDigital }) => !isDigital)
  const vats = vatLines(
    items.map(({ isDigital, vatAmount, vatRate }) => ({ isDigital, vat: vatAmount, vatRate })),
    amounts,
  )
  const isIncluded = includesVat(amounts)
  const vatSums = vats.map((each) => ({
    name: isIncluded ? `of which VAT ${rateWords(each.rate)}` : `VAT ${rateWords(each.rate)}`,
    amount: money(each.vat),
    isTotal: false,
  }))
  const totalSum = { name: 'Total', amount: money(total), isTotal: true }
  return {
    number: order.orderNumber,
    reference: order.orderReference,
    lines: items.map(({ productName, variantName, quantity, totalPrice }) => ({
      title: variantName ? `${productName}, ${variantName}` : productName,
      quantity,
      total: money(totalPrice),
    })),
    sums: [
      { name: 'Goods', amount: money(subtotal), isTotal: false },
      ...(isShipped ? [{ name: 'Delivery', amount: money(shipping), isTotal: false }] : []),
      ...(isIncluded ? [totalSum, ...vatSums] : [...vatSums, totalSum]),
    ],
    downloads: rights.map(({ name, downloadsAllowed, expiresAt }) => ({
      name,
      terms: `up to ${downloadsAllowed} times until ${date.format(expiresAt)}`,
    })),
    isShipped,
  }
}
