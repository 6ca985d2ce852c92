import { lineNameWithVariant } from '#domain/checkout/check-cart.ts'
import { imageVariantPath } from '#domain/images/addresses.ts'
import { type Picture, variantWidthsOf } from '#domain/images/picture.ts'
import { formatMoney } from '#domain/money.ts'
import { includesVat, orderSummaryLines, vatByRate } from '#domain/orders/amounts.ts'
import { type BuyerMailKind, orderStateText } from '#domain/orders/events.ts'
import { orderItemText, partsOfOrderLine, refundDue } from '#domain/orders/order.ts'
import { trackingPageUrl } from '#domain/orders/tracking.ts'
import { shippingOptionName } from '#domain/sites/shop-rules.ts'
import type { Site } from '#domain/sites/site.ts'
import type { Order, OrderItem } from '#server/commerce/orders-table.ts'
import type { DownloadRight } from '#server/downloads/rights.ts'
import type { MailContent, MailPart, MailPicture } from '#server/mail/template.ts'

/** An order as mails show it: amounts and dates are formatted. */
export type OrderMailContent = {
  number: string
  reference: string
  /** `parts`: what is in a bundle, `2 × Poster`. */
  lines: { title: string; quantity: number; total: string; parts: string[]; picture: MailPicture | null }[]
  sums: { name: string; amount: string; isTotal: boolean }[]
  downloads: { name: string; terms: string; href: string | null }[]
  ships: boolean
}

type ContentOptions = {
  order: Order
  items: (OrderItem & { picture: Picture | null })[]
  rights: DownloadRight[]
  linkOf: (right: DownloadRight) => string
  site: Pick<Site, 'locale' | 'zone' | 'shop'>
}

export function orderMailContent({ order, items, rights, linkOf, site }: ContentOptions): OrderMailContent {
  const { locale, zone } = site
  const money = (amount: number) => formatMoney(amount, { locale, currency: order.currency })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone })
  const { subtotalAmount: subtotal, shippingAmount: shipping, vatAmount: vat, totalAmount: total } = order
  const amounts = { subtotal, shipping, vat, total }
  const ships = items.some(({ isDigital }) => !isDigital)
  const taxed = items.map(({ isDigital, vatAmount, vatRate }) => ({ isDigital, vat: vatAmount, vatRate }))
  const delivery = shippingOptionName(site.shop, order.shippingOption)
  const figures = { ...amounts, ships, delivery, refunded: order.refundedAmount }
  const vats = { vatLines: vatByRate(taxed, amounts), pricesIncludeVat: includesVat(amounts) }
  return {
    number: order.orderNumber,
    reference: order.orderReference,
    lines: items.map(({ productName, variantName, quantity, totalPrice, parts, picture }) => ({
      title: lineNameWithVariant({ name: productName, variant: variantName }),
      quantity,
      total: money(totalPrice),
      parts: partsOfOrderLine({ parts, quantity }).map(orderItemText),
      picture: picture && mailPicture(picture, productName),
    })),
    sums: orderSummaryLines({ ...figures, ...vats }, money),
    downloads: rights.map((right) => ({
      name: right.name,
      terms: `up to ${right.downloadsAllowed} times until ${date.format(right.expiresAt)}`,
      href: linkOf(right),
    })),
    ships,
  }
}

const pictureBox = { width: 72, height: 108 }

/** In JPEG, which every mail program shows, and in the smallest width, which is sharp on dense screens too. */
function mailPicture(picture: Picture, alt: string): MailPicture | null {
  const [smallest] = variantWidthsOf(picture)
  if (!smallest) return null
  const scale = Math.min(pictureBox.width / picture.width, pictureBox.height / picture.height)
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)))
  return { path: imageVariantPath(picture, smallest, 'jpeg'), width: width!, height: height!, alt }
}

/** What was bought, as the parts of a mail. `address` is empty when everything is downloaded. */
export function orderMailParts({ lines, sums, downloads }: OrderMailContent, address: string[]): MailPart[] {
  const items = lines.map(({ title, quantity, total, parts, picture }) => ({
    title: quantity > 1 ? `${quantity} × ${title}` : title,
    details: parts,
    amount: total,
    picture,
  }))
  const links = downloads.map(({ name, terms, href }) => ({ label: name, note: terms, href }))
  return [
    ...(links.length ? [{ kind: 'links', heading: 'Downloads', links } as const] : []),
    { kind: 'items', items, sums },
    ...(address.length ? [{ kind: 'lines', heading: 'Where it goes', lines: address } as const] : []),
  ]
}

type MailContext = {
  order: Order
  words: OrderMailContent
  name: string
  site: Pick<Site, 'name' | 'locale'> & { origin: string }
}
type Link = { label: string; href: string }
/** The texts of a mail to the buyer. */
type OrderMailTexts = Required<Omit<MailContent, 'parts'>> & { subject: string }

export const buyerMailTexts: Record<BuyerMailKind, (context: MailContext) => OrderMailTexts> = {
  confirmation: ({ order, words, name, site }) => ({
    subject: `Your order ${words.number} at ${site.name}`,
    heading: 'Thank you for your order',
    paragraphs: [
      `Hello ${name}, we have received your payment for order ${words.number}.`,
      orderStateText({ status: order.status, ships: words.ships, isShort: order.attention === 'stock-gone' }),
    ],
    ...actionParts(downloadLink(words, site), { words, site }),
    footnote: footnote(words),
  }),
  downloads: ({ words, name, site }) => ({
    subject: `Your downloads of order ${words.number} at ${site.name}`,
    heading: 'Your downloads',
    paragraphs: [`Hello ${name}, here is what you can download from order ${words.number}.`],
    ...actionParts(downloadLink(words, site), { words, site }),
    footnote: footnote(words),
  }),
  shipped: ({ order, words, name, site }) => {
    const { trackingCarrier: carrier, trackingNumber: number } = order
    const link = trackingPageUrl(carrier, number)
    return {
      subject: `Your order ${words.number} has been shipped`,
      heading: 'Shipped',
      paragraphs: [
        `Hello ${name}, your order ${words.number} has been shipped.`,
        ...(carrier && number ? [`It is shipped with ${carrier}. The tracking number is ${number}.`] : []),
      ],
      ...actionParts(link ? { label: 'Track your parcel', href: link } : null, { words, site }),
      footnote: footnote(words),
    }
  },
  cancelled: ({ order, words, name, site }) => {
    const back = refundDue(order) || order.refundedAmount
    const amount = formatMoney(back, { locale: site.locale, currency: order.currency })
    return {
      subject: `Your order ${words.number} is cancelled`,
      heading: 'Your order is cancelled',
      paragraphs: [
        `Hello ${name}, we have cancelled your order ${words.number}.`,
        ...(back > 0
          ? [`We refund ${amount} to the card or account that you paid with. This can take your bank some days.`]
          : []),
      ],
      ...actionParts(null, { words, site }),
      footnote: footnote(words),
    }
  },
}

/** One download is opened at once; several are on the page of the order. */
function downloadLink({ downloads, reference }: OrderMailContent, site: { origin: string }): Link | null {
  const [first, ...others] = downloads
  if (!first) return null
  if (others.length || !first.href) return { label: 'Get your downloads', href: confirmPage(site, { reference }) }
  return { label: 'Get your download', href: first.href }
}

/** The main button, and links to the order. */
function actionParts(
  main: Link | null,
  { words, site }: Pick<MailContext, 'words' | 'site'>,
): Pick<OrderMailTexts, 'action' | 'links'> {
  const order = { label: 'See your order', href: confirmPage(site, words) }
  const find = { label: 'Find your order at any time', href: `${site.origin}/orders/find?number=${words.number}` }
  return main && main.href !== order.href
    ? { action: main, links: [order, find] }
    : { action: main ?? order, links: [find] }
}

const confirmPage = ({ origin }: { origin: string }, { reference }: Pick<OrderMailContent, 'reference'>): string =>
  `${origin}/payment/confirm?reference=${encodeURIComponent(reference)}`

const footnote = ({ reference }: OrderMailContent): string =>
  `Your reference is ${reference}. If something is wrong, please reply to this mail.`
