import type { AnswerDraft } from '#domain/customer-support/answer.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordActivity } from '#server/activity/record.ts'
import { openMessages } from '#server/contact/messages.ts'
import type { ContactDeps } from '#server/contact/receive-message.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import { writeNote } from '#server/customer-support/notes.ts'
import { type Customer, type CustomerKey, loadCustomer } from '#server/customer-support/queries.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { downloadByToken } from '#server/downloads/lookup.ts'
import { orderOfReplacedLink, replaceDownloadLinks } from '#server/downloads/rights.ts'
import { queueMail } from '#server/mail/queue.ts'
import { renderMail } from '#server/mail/template.ts'
import { decryptCustomer } from '#server/orders/decrypt.ts'
import { type BuyerMailDeps, resendOrderMail } from '#server/orders/mail-buyer.ts'
import { orderByNumberOrId } from '#server/orders/order-queries.ts'

type SealAndOpen = Pick<Sealer, 'seal' | 'open'>
type Deps = { sealer: SealAndOpen; contact: ContactDeps }

/** The number of the order that a download link belongs to. Replaced links work too: customers keep old mails. */
export async function orderNumberOfDownloadLink(
  tx: SiteTx,
  keys: Pick<DerivedKeys, 'deriveKey'>,
  token: string,
): Promise<string> {
  const { orderId } = (await orderOfReplacedLink(tx, keys, token)) ?? (await downloadByToken(tx, keys, token))
  return (await orderByNumberOrId(tx, orderId)).orderNumber
}

/** Adds a note about a customer, which the customer never sees. */
export async function addCustomerNote(
  tx: SiteTx,
  sealer: SealAndOpen,
  { customer, text, userId, now }: EditContext & { customer: CustomerKey; text: string },
): Promise<void> {
  const { emailIndex } = await loadCustomer(tx, sealer, customer, now)
  if (!emailIndex) throw new Refusal('no-recipient')
  await writeNote(tx, sealer, { emailIndex, kind: 'note', written: { subject: null, text }, userId, now })
  await recordActivity(tx, { resourceType: 'customer', action: 'noted', userId }, now)
}

type AnswerOptions = EditContext & {
  customer: CustomerKey
  draft: AnswerDraft
  site: { name: string; locale: string; replyTo: string | null }
}

/** Mails the customer and stores a copy. Replies go to the contact address of the site. */
export async function answerCustomer(
  tx: SiteTx,
  deps: Deps,
  { customer: key, draft, site, userId, now }: AnswerOptions,
): Promise<void> {
  const customer = await loadCustomer(tx, deps.sealer, key, now)
  const to = await addressOf(tx, deps, customer, { userId, now })
  if (!to || !customer.emailIndex) throw new Refusal('no-recipient')
  const content = renderMail({
    site,
    heading: draft.subject,
    paragraphs: draft.text.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/),
  })
  const subject = `${site.name}: ${draft.subject}`
  await queueMail(tx, { to, subject, ...content, ...(site.replyTo && { replyTo: site.replyTo }) })
  const { emailIndex } = customer
  await writeNote(tx, deps.sealer, { emailIndex, kind: 'answer', written: { ...draft }, userId, now })
  await recordActivity(tx, { resourceType: 'customer', action: 'answered', userId }, now)
}

/** The e-mail address in the newest readable order, else in the newest message. */
async function addressOf(
  tx: SiteTx,
  { sealer, contact }: Deps,
  { orders, messages }: Customer,
  context: EditContext,
): Promise<string | null> {
  for (const order of orders) {
    const opened = decryptCustomer(sealer, order)
    if ('customer' in opened) return opened.customer.email
  }
  const [newest] = messages
  if (!newest) return null
  const [opened] = await openMessages(tx, contact, [newest.id], context)
  return opened && 'content' in opened ? opened.content.email : null
}

/** Mails the buyer new links to all downloads of an order. The old links stop working. */
export async function mailNewDownloadLinks(
  tx: SiteTx,
  post: BuyerMailDeps & Pick<DerivedKeys, 'deriveKey'>,
  orderNumber: string,
  { days, ...context }: EditContext & { days: number },
): Promise<void> {
  const order = await orderByNumberOrId(tx, orderNumber)
  await replaceDownloadLinks(tx, post, order.id, { days, now: context.now })
  await resendOrderMail(tx, post, order.id, 'downloads', context)
  const logEntry = {
    resourceType: 'download',
    action: 'reissued',
    resourceId: order.id,
    resourceName: order.orderNumber,
  } as const
  await recordActivity(tx, { ...logEntry, userId: context.userId }, context.now)
}
