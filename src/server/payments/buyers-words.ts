import { moneyWords } from '#domain/money.ts'
import { trackingLink } from '#domain/orders/carriers.ts'
import type { CustomerMail } from '#domain/orders/events.ts'
import { refundDue } from '#domain/orders/lifecycle.ts'
import { whereabouts } from '#domain/orders/whereabouts.ts'
import type { Site } from '#domain/sites/site.ts'
import type { Order } from '#server/orders/place.ts'
import type { OrderLetter } from '#server/payments/order-letter.tsx'
import type { OrderWords } from '#server/payments/order-words.ts'

type About = { order: Order; words: OrderWords; name: string; site: Pick<Site, 'name' | 'locale'> & { origin: string } }
type Said = Pick<OrderLetter, 'heading' | 'paragraphs' | 'action' | 'footnote'> & { subject: string }

/** What is written to whoever has bought something, for each occasion. */
export const buyersWords: Record<CustomerMail, (about: About) => Said> = {
  confirmation: ({ order, words, name, site }) => ({
    subject: `Your order ${words.number} at ${site.name}`,
    heading: 'Thank you for your order',
    paragraphs: [
      `Hello ${name}, we have received your payment for order ${words.number}.`,
      whereabouts({ status: order.status, ships: words.ships, isShort: order.attention === 'stock-gone' }),
    ],
    action: { label: 'See your order', href: placeOf(site, words) },
    footnote: footnote(words, site),
  }),
  downloads: ({ words, name, site }) => ({
    subject: `Your downloads of order ${words.number} at ${site.name}`,
    heading: 'Your downloads',
    paragraphs: [`Hello ${name}, here is what you can download from order ${words.number}.`],
    action: { label: 'Get your downloads', href: only(words.downloads)?.href ?? placeOf(site, words) },
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
        : { label: 'See your order', href: placeOf(site, words) },
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
      action: { label: 'See your order', href: placeOf(site, words) },
      footnote: footnote(words, site),
    }
  },
}

const only = <T>(all: T[]): T | undefined => (all.length === 1 ? all[0] : undefined)

const placeOf = ({ origin }: { origin: string }, { reference }: OrderWords): string =>
  `${origin}/payment/confirm?reference=${encodeURIComponent(reference)}`

const footnote = ({ reference, number }: OrderWords, { origin }: { origin: string }): string =>
  `Your reference is ${reference}. Where your order is, you can see at any time: ${origin}/orders/find?number=${number}. If something is not right, just answer this mail.`
