import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { PostalAddress } from '#domain/checkout/address.ts'
import { attentions, attentionWords } from '#domain/orders/attention.ts'
import type { SiteSettings } from '#domain/sites/overrides.ts'
import type { Site } from '#domain/sites/site.ts'
import { checkouts } from '#server/checkout/table.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { rightsOf } from '#server/downloads/rights.ts'
import { defineJob, type Job, NeverRuns, type Run } from '#server/jobs/job.ts'
import { letter } from '#server/mail/letter.ts'
import type { Mail } from '#server/mail/mail.ts'
import { queueMail } from '#server/mail/queue.ts'
import { orderPlace } from '#server/orders/place.ts'
import { orderItems, orders } from '#server/orders/table.ts'
import { orderLetter } from '#server/payments/order-letter.tsx'
import { orderWords } from '#server/payments/order-words.ts'
import { readSettings } from '#server/sites/settings.ts'

const OrderMail = z.union([
  z.strictObject({ orderId: z.uuid() }),
  z.strictObject({ reviewOf: z.uuid(), why: z.string() }),
])
/** A new order, or a payment that a person must look at. */
export type OrderMail = z.infer<typeof OrderMail>

type Parts = {
  sealer: Pick<Sealer, 'open'>
  /** A website as its owner has set it, and where it lives; null when this house has none such. */
  siteOf: (websiteId: string, settings: SiteSettings) => (Site & { origin: string }) | null
}

/** Mails are written after the order is safe: the job to do so was part of its transaction. */
export function orderMailJob(parts: Parts): Job<OrderMail> {
  return defineJob({
    name: 'order-mails',
    data: OrderMail,
    tries: 50,
    run: async (about, run) => {
      const mails = 'orderId' in about ? await ofOrder(parts, about.orderId, run) : await ofReview(parts, about, run)
      await run.finish(async (tx) => {
        for (const mail of mails) await queueMail(tx, mail)
      })
    },
  })
}

async function ofOrder({ sealer, siteOf }: Parts, orderId: string, { websiteId, inSite }: Run): Promise<Mail[]> {
  const found = await inSite((tx) => readOrder(tx, orderId))
  if (!found) throw new NeverRuns('there is no such order')
  const { order, items, rights, settings } = found
  const site = siteOf(websiteId, settings)
  if (!site) throw new NeverRuns('the order is of a website that is not here')
  const opened = (column: string, box: Buffer) => sealer.open(orderPlace(websiteId, column, order.id), box)
  const email = opened('customer_email', order.customerEmail)
  const name = opened('customer_name', order.customerName)
  const address: PostalAddress | null =
    order.shippingAddress && JSON.parse(opened('shipping_address', order.shippingAddress))
  const words = orderWords({ order, items, rights, locale: site.locale, zone: site.zone })
  const lines = address ? addressLines(name, address, order.country, site.locale) : []
  const attention = attentions.find((each) => each === order.attention)
  const common = { site, order: words, address: lines }
  const toBuyer = await orderLetter({
    ...common,
    heading: 'Thank you for your order',
    paragraphs: [
      `Hello ${name}, we have received your payment for order ${words.number}.`,
      attention === 'stock-gone'
        ? 'Something in it sold out while you were paying. We will write to you about it very soon.'
        : words.isShipped
          ? 'We pack it next, and write to you when it is on its way.'
          : 'Everything is ready for you.',
    ],
    action: {
      label: 'See your order',
      href: `${site.origin}/payment/confirm?reference=${encodeURIComponent(words.reference)}`,
    },
    footnote: `Your reference is ${words.reference}. If something is not right, just answer this mail.`,
  })
  const buyersMail: Mail = { to: email, subject: `Your order ${words.number} at ${site.name}`, ...toBuyer }
  if (!site.contact.email) return [buyersMail]
  const toOwner = await orderLetter({
    ...common,
    heading: `New order ${words.number}`,
    paragraphs: [
      `${name} has paid ${words.sums.find(({ isTotal }) => isTotal)!.amount}.`,
      ...(attention ? [attentionWords[attention]] : []),
    ],
    action: { label: 'Open the orders', href: `${site.origin}/admin/orders` },
    footnote: 'Answer this mail to write to the buyer.',
  })
  const subject = attention ? `Look at order ${words.number}` : `New order ${words.number}`
  return [buyersMail, { to: site.contact.email, replyTo: email, subject: `${site.name}: ${subject}`, ...toOwner }]
}

async function ofReview(
  { siteOf }: Parts,
  { reviewOf, why }: { reviewOf: string; why: string },
  { websiteId, inSite }: Run,
): Promise<Mail[]> {
  const { reference, settings } = await inSite(async (tx) => {
    const [found] = await tx.select().from(checkouts).where(eq(checkouts.id, reviewOf))
    return { reference: found?.reference ?? reviewOf, settings: await readSettings(tx) }
  })
  const site = siteOf(websiteId, settings)
  if (!site?.contact.email) return []
  const heading = 'A payment needs your eyes'
  const said = letter({
    site,
    heading,
    paragraphs: [
      `Money came in for the checkout ${reference}, but it is not what was asked for (${why}).`,
      'No order was made and nothing was sent. Look the payment up in your payment account, and refund it or agree on something with the buyer.',
    ],
  })
  return [{ to: site.contact.email, subject: `${site.name}: ${heading}`, ...said }]
}

async function readOrder(tx: SiteTx, orderId: string) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
  if (!order) return null
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(orderItems.position)
  return { order, items, rights: await rightsOf(tx, orderId), settings: await readSettings(tx) }
}

function addressLines(name: string, address: PostalAddress, country: string, locale: string): string[] {
  const { line1, line2, city, region, postcode } = address
  const place = [postcode, city, region].filter(Boolean).join(' ')
  return [name, line1, line2, place, new Intl.DisplayNames(locale, { type: 'region' }).of(country) ?? country].filter(
    Boolean,
  )
}
