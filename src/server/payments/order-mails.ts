import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { PostalAddress } from '#domain/checkout/address.ts'
import { hasExpired } from '#domain/downloads/state.ts'
import { moneyWords } from '#domain/money.ts'
import { attentions, attentionWords } from '#domain/orders/attention.ts'
import { customerMails } from '#domain/orders/events.ts'
import type { SiteSettings } from '#domain/sites/overrides.ts'
import type { Site } from '#domain/sites/site.ts'
import { withoutTurning } from '#domain/turning.ts'
import { customerOf } from '#server/checkout/start.ts'
import { checkouts } from '#server/checkout/table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { type Sealer, Unreadable } from '#server/crypto/sealer.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { downloadToken, type Right, rightsOf } from '#server/downloads/rights.ts'
import { defineJob, type Job, NeverRuns, type Run } from '#server/jobs/job.ts'
import { letter } from '#server/mail/letter.ts'
import type { Mail } from '#server/mail/mail.ts'
import { queueMail } from '#server/mail/queue.ts'
import { openCustomer } from '#server/orders/decrypt.ts'
import { orderItems, orders } from '#server/orders/table.ts'
import { buyersWords } from '#server/payments/buyers-words.ts'
import { orderWords } from '#server/payments/order-words.ts'
import { readSettings } from '#server/sites/settings.ts'

const OrderMail = z.union([
  z.strictObject({ orderId: z.uuid(), mail: z.enum(customerMails).optional() }),
  z.strictObject({ reviewOf: z.uuid(), why: z.string() }),
  z.strictObject({ unknownEvent: z.string(), type: z.string() }),
  z.strictObject({ failedOf: z.uuid() }),
])
/**
 * A new order, something that its buyer is to know later, a payment that a person must look at, one that belongs to no
 * order here, or a delayed payment that did not arrive.
 */
export type OrderMail = z.infer<typeof OrderMail>

type Parts = {
  sealer: Pick<Sealer, 'open'>
  keys: Pick<DerivedKeys, 'deriveKey'>
  /** A website as its owner has set it, and where it lives; null when this house has none such. */
  siteOf: (websiteId: string, settings: SiteSettings) => (Site & { origin: string }) | null
  clock: () => Date
}

/** Mails are written after the order is safe: the job to do so was part of its transaction. */
export function orderMailJob(parts: Parts): Job<OrderMail> {
  return defineJob({
    name: 'order-mails',
    data: OrderMail,
    tries: 50,
    run: async (about, run) => {
      const mails = await mailsAbout(parts, about, run)
      await run.finish(async (tx) => {
        for (const mail of mails) await queueMail(tx, mail)
      })
    },
  })
}

function mailsAbout(parts: Parts, about: OrderMail, run: Run): Promise<Mail[]> {
  if ('orderId' in about) return ofOrder(parts, about, run)
  if ('failedOf' in about) return ofFailed(parts, about, run)
  return 'reviewOf' in about ? ofReview(parts, about, run) : ofUnknown(parts, about, run)
}

type OfOrder = Extract<OrderMail, { orderId: string }>

async function ofOrder(parts: Parts, { orderId, mail: told }: OfOrder, { websiteId, inSite }: Run): Promise<Mail[]> {
  const { sealer, keys, siteOf, clock } = parts
  const found = await inSite((tx) => readOrder(tx, orderId))
  if (!found) throw new NeverRuns('there is no such order')
  const { order, items, settings } = found
  // A link that has ended is no help to anybody, also when the mail is late.
  const rights = found.rights.filter((right) => !hasExpired(right, clock()))
  if (told === 'downloads' && !rights.length) return []
  const site = siteOf(websiteId, settings)
  if (!site) throw new NeverRuns('the order is of a website that is not here')
  const opened = openCustomer(sealer, order)
  // Forgotten since, as they asked: there is nobody to write to.
  if (order.erasedAt) return []
  if ('unreadable' in opened) throw new NeverRuns(`who made the order cannot be read: ${opened.unreadable}`)
  const { email, address } = opened.customer
  const name = withoutTurning(opened.customer.name)
  const linkOf = (right: Right) => `${site.origin}/downloads/${downloadToken(keys, websiteId, right)}`
  const words = orderWords({ order, items, rights, linkOf, locale: site.locale, zone: site.zone })
  const lines = address ? addressLines(name, address, order.country, site.locale) : []
  const common = { site, order: words, address: lines }
  const { subject, ...said } = buyersWords[told ?? 'confirmation']({ order, words, name, site })
  // Only when there is something to write: whoever starts without it starts sooner.
  const { orderLetter } = await import('#server/payments/order-letter.tsx')
  const buyersMail: Mail = { to: email, subject, ...(await orderLetter({ ...common, ...said })) }
  if (told || !site.contact.email) return [buyersMail]
  const attention = attentions.find((each) => each === order.attention)
  const toOwner = await orderLetter({
    ...common,
    // The links are the buyer's.
    order: { ...words, downloads: words.downloads.map((each) => ({ ...each, href: null })) },
    heading: `New order ${words.number}`,
    paragraphs: [
      `${name} has paid ${words.sums.find(({ isTotal }) => isTotal)!.amount}.`,
      ...(attention ? [attentionWords[attention]] : []),
    ],
    action: { label: 'Open the order', href: `${site.origin}/admin/orders/${words.number}` },
    footnote: 'Answer this mail to write to the buyer.',
  })
  const ownersSubject = attention ? `Look at order ${words.number}` : `New order ${words.number}`
  return [buyersMail, { to: site.contact.email, replyTo: email, subject: `${site.name}: ${ownersSubject}`, ...toOwner }]
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
  return toOwner(siteOf(websiteId, settings), [
    `Money came in for the checkout ${reference}, but no order could be made of it (${why}).`,
    'No order was made and nothing was sent. Look the payment up in your payment account, and refund it or agree on something with the buyer.',
  ])
}

async function ofUnknown(
  { siteOf }: Parts,
  { unknownEvent, type }: Extract<OrderMail, { unknownEvent: string }>,
  { websiteId, inSite }: Run,
): Promise<Mail[]> {
  return toOwner(siteOf(websiteId, await inSite(readSettings)), [
    `Your payment service reported a payment that belongs to no order here (${type}, message ${unknownEvent}).`,
    'Nothing was changed and nothing was sent. Look the message up in your payment account. If the site was restored from a backup, the order may be one that came after it.',
  ])
}

function toOwner(site: Site | null, paragraphs: string[]): Mail[] {
  if (!site?.contact.email) return []
  const heading = 'A payment needs your eyes'
  const said = letter({ site, heading, paragraphs })
  return [{ to: site.contact.email, subject: `${site.name}: ${heading}`, ...said }]
}

/** To somebody whose bank took its time and then did not pay: they may have left the page days ago. */
async function ofFailed(
  { sealer, siteOf }: Parts,
  { failedOf }: Extract<OrderMail, { failedOf: string }>,
  { websiteId, inSite }: Run,
): Promise<Mail[]> {
  const { checkout, settings } = await inSite(async (tx) => {
    const [found] = await tx.select().from(checkouts).where(eq(checkouts.id, failedOf))
    return { checkout: found, settings: await readSettings(tx) }
  })
  const site = siteOf(websiteId, settings)
  // Swept since, or paid after all.
  if (!checkout || !site || checkout.state === 'paid') return []
  const { email, name } = readable(() => customerOf(sealer, checkout))
  // Forgotten since, as they asked.
  if (!email) return []
  const amount = moneyWords(checkout.total, { locale: site.locale, currency: checkout.currency })
  const said = letter({
    site,
    heading: 'Your payment did not arrive',
    paragraphs: [
      `Hello ${withoutTurning(name)}, your bank has not paid the ${amount} for your order with the reference ${checkout.reference}.`,
      'So no order was made, nothing is sent, and nothing is kept for you any more. If your bank did take the money, please answer this mail.',
      'If you still want it, please order again. A card is the fastest way to pay.',
    ],
    action: { label: 'Back to the shop', href: `${site.origin}/shop` },
  })
  return [{ to: email, subject: `Your payment to ${withoutTurning(site.name)} did not arrive`, ...said }]
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

function readable<T>(open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (error instanceof Unreadable) throw new NeverRuns('who wanted to buy cannot be read')
    throw error
  }
}
