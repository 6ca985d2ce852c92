import { eq } from 'drizzle-orm'
import { withoutBidiControls } from '#domain/bidi-controls.ts'
import { addressLines } from '#domain/checkout/address-lines.ts'
import { hasDownloadRightExpired } from '#domain/downloads/state.ts'
import { formatMoney } from '#domain/money.ts'
import { attentionLabels, attentions } from '#domain/orders/attention.ts'
import type { Site } from '#domain/sites/site.ts'
import { countryName } from '#domain/tour/country.ts'
import { decryptBuyer } from '#server/checkout/lifecycle.ts'
import { checkouts } from '#server/commerce/checkout-table.ts'
import { OrderMailJobPayload } from '#server/commerce/deps.ts'
import { orderItems, orders } from '#server/commerce/orders-table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { type Sealer, UnreadableValueError } from '#server/crypto/sealer.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { activeDownloadRightsOf, type DownloadRight, downloadToken } from '#server/downloads/rights.ts'
import type { Images } from '#server/images/images.ts'
import { defineJob, type Job, type JobRun, PermanentJobError } from '#server/jobs/job.ts'
import type { Mail } from '#server/mail/message.ts'
import { queueMail } from '#server/mail/queue.ts'
import { renderMail } from '#server/mail/template.ts'
import { decryptCustomer } from '#server/orders/decrypt.ts'
import { buyerMailTexts, orderMailContent, orderMailParts } from '#server/orders/mail-texts.ts'
import { createFirstPictureLookup } from '#server/orders/order-queries.ts'

type Deps = {
  sealer: Pick<Sealer, 'open'>
  keys: Pick<DerivedKeys, 'deriveKey'>
  /** A website as it is now, with its origin; null when it is not configured. */
  siteOf: (tx: SiteTx, websiteId: string) => Promise<(Site & { origin: string }) | null>
  /** A picture of the site's folder, which no table knows. */
  pictureAt: Images['pictureAt']
  clock: () => Date
}

/** Composes mails after the order is committed: the job was enqueued in the same transaction. */
export function orderMailJob(deps: Deps): Job<OrderMailJobPayload> {
  return defineJob({
    name: 'order-mails',
    data: OrderMailJobPayload,
    tries: 50,
    run: async (payload, run) => {
      const mails = await mailsFor(deps, payload, run)
      await run.finish(async (tx) => {
        for (const mail of mails) await queueMail(tx, mail)
      })
    },
  })
}

function mailsFor(deps: Deps, payload: OrderMailJobPayload, run: JobRun): Promise<Mail[]> {
  if ('orderId' in payload) return orderMails(deps, payload, run)
  if ('failedOf' in payload) return failedPaymentMails(deps, payload, run)
  return 'reviewOf' in payload ? reviewMails(deps, payload, run) : unknownEventMails(deps, payload, run)
}

type OrderMailPayload = Extract<OrderMailJobPayload, { orderId: string }>

async function orderMails(
  deps: Deps,
  { orderId, mail }: OrderMailPayload,
  { websiteId, inSite }: JobRun,
): Promise<Mail[]> {
  const { sealer, keys, clock } = deps
  const found = await inSite((tx) => readOrder(tx, deps, { websiteId, orderId }))
  const { order, items, site } = found
  // The mail may be late: leave out links that have expired.
  const rights = found.rights.filter((right) => !hasDownloadRightExpired(right, clock()))
  if (mail === 'downloads' && !rights.length) return []
  const opened = decryptCustomer(sealer, order)
  // The buyer was erased on request: no address is left.
  if (order.erasedAt) return []
  if ('unreadable' in opened) throw new PermanentJobError(`the buyer cannot be read: ${opened.unreadable}`)
  const { email, address } = opened.customer
  const name = withoutBidiControls(opened.customer.name)
  const linkOf = (right: DownloadRight) => `${site.origin}/downloads/${downloadToken(keys, websiteId, right)}`
  const words = orderMailContent({ order, items, rights, linkOf, site })
  const lines = address ? [name, ...addressLines(address, countryName(address.country, site.locale))] : []
  const { subject, ...texts } = buyerMailTexts[mail ?? 'confirmation']({ order, words, name, site })
  const buyersMail: Mail = {
    to: email,
    subject,
    ...renderMail({ site, ...texts, parts: orderMailParts(words, lines) }),
  }
  if (mail || !site.contact.email) return [buyersMail]
  const attention = attentions.find((each) => each === order.attention)
  // Only the buyer gets the download links.
  const withoutLinks = { ...words, downloads: words.downloads.map((each) => ({ ...each, href: null })) }
  const toOwner = renderMail({
    site,
    heading: `New order ${words.number}`,
    paragraphs: [
      `${name} has paid ${words.sums.find(({ isTotal }) => isTotal)!.amount}.`,
      ...(attention ? [attentionLabels[attention]] : []),
    ],
    action: { label: 'Open the order', href: `${site.origin}/admin/orders/${words.number}` },
    parts: orderMailParts(withoutLinks, lines),
    footnote: 'Reply to this mail to write to the buyer.',
  })
  const ownersSubject = attention ? `Order ${words.number} needs your attention` : `New order ${words.number}`
  return [buyersMail, { to: site.contact.email, replyTo: email, subject: `${site.name}: ${ownersSubject}`, ...toOwner }]
}

async function reviewMails(
  { siteOf }: Deps,
  { reviewOf, why }: { reviewOf: string; why: string },
  { websiteId, inSite }: JobRun,
): Promise<Mail[]> {
  const { reference, site } = await inSite(async (tx) => {
    const [found] = await tx.select().from(checkouts).where(eq(checkouts.id, reviewOf))
    return { reference: found?.reference ?? reviewOf, site: await siteOf(tx, websiteId) }
  })
  return toOwner(site, [
    `A payment arrived for the checkout ${reference}, but no order could be created (${why}).`,
    'Nothing was sent to the buyer. Please find the payment in your payment account, and refund it or contact the buyer.',
  ])
}

async function unknownEventMails(
  { siteOf }: Deps,
  { unknownEvent, type }: Extract<OrderMailJobPayload, { unknownEvent: string }>,
  { websiteId, inSite }: JobRun,
): Promise<Mail[]> {
  return toOwner(await inSite((tx) => siteOf(tx, websiteId)), [
    `Your payment service reported a payment that does not belong to any order (${type}, message ${unknownEvent}).`,
    'Nothing was changed and nothing was sent. Please find the message in your payment account. If the site was restored from a backup, the order may be newer than the backup.',
  ])
}

function toOwner(site: Site | null, paragraphs: string[]): Mail[] {
  if (!site?.contact.email) return []
  const heading = 'A payment needs your attention'
  const content = renderMail({ site, heading, paragraphs })
  return [{ to: site.contact.email, subject: `${site.name}: ${heading}`, ...content }]
}

/** To a buyer whose bank declined a delayed payment, perhaps days after the page was closed. */
async function failedPaymentMails(
  { sealer, siteOf }: Deps,
  { failedOf }: Extract<OrderMailJobPayload, { failedOf: string }>,
  { websiteId, inSite }: JobRun,
): Promise<Mail[]> {
  const { checkout, site } = await inSite(async (tx) => {
    const [found] = await tx.select().from(checkouts).where(eq(checkouts.id, failedOf))
    return { checkout: found, site: await siteOf(tx, websiteId) }
  })
  // Deleted by the sweep, or paid after all.
  if (!checkout || !site || checkout.state === 'paid') return []
  const { email, name } = readable(() => decryptBuyer(sealer, checkout))
  // The buyer was erased on request.
  if (!email) return []
  const amount = formatMoney(checkout.total, { locale: site.locale, currency: checkout.currency })
  const content = renderMail({
    site,
    heading: 'Your payment did not arrive',
    paragraphs: [
      `Hello ${withoutBidiControls(name)}, your bank has not paid the ${amount} for your order with the reference ${checkout.reference}.`,
      'So there is no order, and nothing is reserved for you. If your bank did take the money, please reply to this mail.',
      'If you still want your items, please order again. A card is the fastest way to pay.',
    ],
    action: { label: 'Back to the shop', href: `${site.origin}/shop` },
  })
  return [{ to: email, subject: `Your payment to ${withoutBidiControls(site.name)} did not arrive`, ...content }]
}

async function readOrder(
  tx: SiteTx,
  { siteOf, pictureAt }: Pick<Deps, 'siteOf' | 'pictureAt'>,
  { websiteId, orderId }: { websiteId: string; orderId: string },
) {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new PermanentJobError('the order does not exist')
  const site = await siteOf(tx, websiteId)
  if (!site) throw new PermanentJobError('the website of this order is not configured')
  const items = await tx.select().from(orderItems).where(eq(orderItems.orderId, orderId)).orderBy(orderItems.position)
  const productIds = items.map(({ productId }) => productId)
  const pictureOf = await createFirstPictureLookup(tx, productIds, (requested) => pictureAt(site, requested))
  return {
    order,
    site,
    items: items.map((item) => ({ ...item, picture: pictureOf(item.productId) })),
    rights: await activeDownloadRightsOf(tx, orderId),
  }
}

function readable<T>(open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (error instanceof UnreadableValueError) throw new PermanentJobError('the buyer cannot be read')
    throw error
  }
}
