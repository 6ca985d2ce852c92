import { titleOf } from '#domain/checkout/checked.ts'
import { moneyWords } from '#domain/money.ts'
import { sumsOf } from '#domain/orders/sums.ts'
import { includesVat, vatLines } from '#domain/orders/vat-lines.ts'
import type { Right } from '#server/downloads/rights.ts'
import type { Order, OrderItem } from '#server/orders/place.ts'

/** An order as it is written to people: everything in words. */
export type OrderWords = {
  number: string
  reference: string
  lines: { title: string; quantity: number; total: string }[]
  sums: { name: string; amount: string; isTotal: boolean }[]
  downloads: { name: string; terms: string; href: string | null }[]
  ships: boolean
}

type Told = {
  order: Order
  items: OrderItem[]
  rights: Right[]
  linkOf: (right: Right) => string
  locale: string
  zone: string
}

export function orderWords({ order, items, rights, linkOf, locale, zone }: Told): OrderWords {
  const money = (amount: number) => moneyWords(amount, { locale, currency: order.currency })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone })
  const { subtotalAmount: subtotal, shippingAmount: shipping, vatAmount: vat, totalAmount: total } = order
  const amounts = { subtotal, shipping, vat, total }
  const ships = items.some(({ isDigital }) => !isDigital)
  const taxed = items.map(({ isDigital, vatAmount, vatRate }) => ({ isDigital, vat: vatAmount, vatRate }))
  const about = { ...amounts, ships, refunded: order.refundedAmount }
  const vats = { vatLines: vatLines(taxed, amounts), pricesIncludeVat: includesVat(amounts) }
  return {
    number: order.orderNumber,
    reference: order.orderReference,
    lines: items.map(({ productName, variantName, quantity, totalPrice }) => ({
      title: titleOf({ name: productName, variant: variantName }),
      quantity,
      total: money(totalPrice),
    })),
    sums: sumsOf({ ...about, ...vats }, money),
    downloads: rights.map((right) => ({
      name: right.name,
      terms: `up to ${right.downloadsAllowed} times until ${date.format(right.expiresAt)}`,
      href: linkOf(right),
    })),
    ships,
  }
}
