import { titleOf } from '#domain/checkout/check-cart.ts'
import { moneyWords } from '#domain/money.ts'
import { includesVat, sumsOf, vatLines } from '#domain/orders/amounts.ts'
import { type BuyerMail, orderStateText } from '#domain/orders/events.ts'
import { itemWords, partsOfLine, refundDue } from '#domain/orders/order.ts'
import { trackingLink } from '#domain/orders/tracking.ts'
import { deliveryName } from '#domain/sites/shop-rules.ts'
import type { Site } from '#domain/sites/site.ts'
import type { Order, OrderItem } from '#server/commerce/orders-table.ts'
import type { DownloadRight } from '#server/downloads/rights.ts'

/** An order as mails show it: amounts and dates are formatted. */
export type OrderMailContent = {
  number: string
  reference: string
  /** `parts`: what is in a bundle, `2 × Poster`. */
  lines: { title: string; quantity: number; total: string; parts: string[] }[]
  sums: { name: string; amount: string; isTotal: boolean }[]
  downloads: { name: string; terms: string; href: string | null }[]
  ships: boolean
}

type ContentOptions = {
  order: Order
  items: OrderItem[]
  rights: DownloadRight[]
  linkOf: (right: DownloadRight) => string
  site: Pick<Site, 'locale' | 'zone' | 'shop'>
}

export function orderMailContent({ order, items, rights, linkOf, site }: ContentOptions): OrderMailContent {
  const { locale, zone } = site
  const money = (amount: number) => moneyWords(amount, { locale, currency: order.currency })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone })
  const { subtotalAmount: subtotal, shippingAmount: shipping, vatAmount: vat, totalAmount: total } = order
  const amounts = { subtotal, shipping, vat, total }
  const ships = items.some(({ isDigital }) => !isDigital)
  const taxed = items.map(({ isDigital, vatAmount, vatRate }) => ({ isDigital, vat: vatAmount, vatRate }))
  const delivery = deliveryName(site.shop, order.shippingOption)
  const figures = { ...amounts, ships, delivery, refunded: order.refundedAmount }
  const vats = { vatLines: vatLines(taxed, amounts), pricesIncludeVat: includesVat(amounts) }
  return {
    number: order.orderNumber,
    reference: order.orderReference,
    lines: items.map(({ productName, variantName, quantity, totalPrice, parts }) => ({
      title: titleOf({ name: productName, variant: variantName }),
      quantity,
      total: money(totalPrice),
      parts: partsOfLine({ parts, quantity }).map(itemWords),
    })),
    sums: sumsOf({ ...figures, ...vats }, money),
    downloads: rights.map((right) => ({
      name: right.name,
      terms: `up to ${right.downloadsAllowed} times until ${date.format(right.expiresAt)}`,
      href: linkOf(right),
    })),
    ships,
  }
}

type MailContext = {
  order: Order
  words: OrderMailContent
  name: string
  site: Pick<Site, 'name' | 'locale'> & { origin: string }
}
/** The texts of a mail to the buyer. */
export type OrderMailTexts = {
  heading: string
  paragraphs: string[]
  action: { label: string; href: string }
  footnote: string
}

export const buyerMailTexts: Record<BuyerMail, (context: MailContext) => OrderMailTexts & { subject: string }> = {
  confirmation: ({ order, words, name, site }) => ({
    subject: `Your order ${words.number} at ${site.name}`,
    heading: 'Thank you for your order',
    paragraphs: [
      `Hello ${name}, we have received your payment for order ${words.number}.`,
      orderStateText({ status: order.status, ships: words.ships, isShort: order.attention === 'stock-gone' }),
    ],
    action: { label: 'See your order', href: confirmPage(site, words) },
    footnote: footnote(words, site),
  }),
  downloads: ({ words, name, site }) => ({
    subject: `Your downloads of order ${words.number} at ${site.name}`,
    heading: 'Your downloads',
    paragraphs: [`Hello ${name}, here is what you can download from order ${words.number}.`],
    action: { label: 'Get your downloads', href: only(words.downloads)?.href ?? confirmPage(site, words) },
    footnote: footnote(words, site),
  }),
  shipped: ({ order, words, name, site }) => {
    const { trackingCarrier: carrier, trackingNumber: number } = order
    const link = trackingLink(carrier, number)
    return {
      subject: `Your order ${words.number} is on its way`,
      heading: 'It is on its way',
      paragraphs: [
        `Hello ${name}, your order ${words.number} has left us.`,
        ...(carrier && number ? [`${carrier} carries it, with the tracking number ${number}.`] : []),
      ],
      action: link
        ? { label: 'Follow your parcel', href: link }
        : { label: 'See your order', href: confirmPage(site, words) },
      footnote: footnote(words, site),
    }
  },
  cancelled: ({ order, words, name, site }) => {
    const back = refundDue(order) || order.refundedAmount
    const amount = moneyWords(back, { locale: site.locale, currency: order.currency })
    return {
      subject: `Your order ${words.number} is cancelled`,
      heading: 'Your order is cancelled',
      paragraphs: [
        `Hello ${name}, we have cancelled your order ${words.number}.`,
        ...(back > 0 ? [`We give back ${amount}, the way you paid. Banks can take some days over it.`] : []),
      ],
      action: { label: 'See your order', href: confirmPage(site, words) },
      footnote: footnote(words, site),
    }
  },
}

const only = <T>(all: T[]): T | undefined => (all.length === 1 ? all[0] : undefined)

const confirmPage = ({ origin }: { origin: string }, { reference }: OrderMailContent): string =>
  `${origin}/payment/confirm?reference=${encodeURIComponent(reference)}`

const footnote = ({ reference, number }: OrderMailContent, { origin }: { origin: string }): string =>
  `Your reference is ${reference}. Where your order is, you can see at any time: ${origin}/orders/find?number=${number}. If something is not right, just answer this mail.`
