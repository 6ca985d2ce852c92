import type { AnswerDraft } from '#domain/customer-support/answer.ts'
import { Refusal } from '#domain/refusal.ts'
import { record } from '#server/activity/actions.ts'
import type { ContactParts } from '#server/contact/actions.ts'
import { openMessages } from '#server/contact/messages.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import { type Customer, customerOf, type Whom } from '#server/customer-support/find.ts'
import { writeNote } from '#server/customer-support/notes.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { downloadOf } from '#server/downloads/find.ts'
import { renewLinks, replacedLink } from '#server/downloads/rights.ts'
import { letter } from '#server/mail/letter.ts'
import { queueMail } from '#server/mail/queue.ts'
import { openCustomer } from '#server/orders/decrypt.ts'
import type { Post } from '#server/orders/mail-buyer.ts'
import { orderCalled } from '#server/orders/manage.ts'
import { mailAgain } from '#server/payments/mail-again.ts'

type Seal = Pick<Sealer, 'seal' | 'open'>

/** The order that a download link belongs to, also one that was replaced: customers keep their old mails. */
export async function orderOfLink(tx: SiteTx, keys: Pick<DerivedKeys, 'deriveKey'>, token: string): Promise<string> {
  const { orderId } = (await replacedLink(tx, keys, token)) ?? (await downloadOf(tx, keys, token))
  return (await orderCalled(tx, orderId)).orderNumber
}

/** Writes down what was done for somebody; they never see it. */
export async function noteOnCustomer(
  tx: SiteTx,
  sealer: Seal,
  { whom, text, userId, now }: EditContext & { whom: Whom; text: string },
): Promise<void> {
  const { emailIndex } = await customerOf(tx, sealer, whom, now)
  if (!emailIndex) throw new Refusal('nobody-to-answer')
  await writeNote(tx, sealer, { emailIndex, kind: 'note', written: { subject: null, text }, userId, now })
  await record(tx, { resourceType: 'customer', action: 'noted', userId }, now)
}

type Answer = EditContext & {
  whom: Whom
  draft: AnswerDraft
  site: { name: string; locale: string; replyTo: string | null }
}

/** A mail to the customer, of which a copy stays. An answer to it goes to the site's own address. */
export async function answerCustomer(
  tx: SiteTx,
  parts: { sealer: Seal; contact: ContactParts },
  { whom, draft, site, userId, now }: Answer,
): Promise<void> {
  const customer = await customerOf(tx, parts.sealer, whom, now)
  const to = await addressOf(tx, parts, customer, { userId, now })
  if (!to || !customer.emailIndex) throw new Refusal('nobody-to-answer')
  const said = letter({
    site,
    heading: draft.subject,
    paragraphs: draft.text.replaceAll(/\r\n?/g, '\n').split(/\n{2,}/),
  })
  const subject = `${site.name}: ${draft.subject}`
  await queueMail(tx, { to, subject, ...said, ...(site.replyTo && { replyTo: site.replyTo }) })
  const { emailIndex } = customer
  await writeNote(tx, parts.sealer, { emailIndex, kind: 'answer', written: { ...draft }, userId, now })
  await record(tx, { resourceType: 'customer', action: 'answered', userId }, now)
}

/** As it stands in their newest order that can be read, else in their newest message. */
async function addressOf(
  tx: SiteTx,
  { sealer, contact }: { sealer: Seal; contact: ContactParts },
  { orders, messages }: Customer,
  context: EditContext,
): Promise<string | null> {
  for (const order of orders) {
    const opened = openCustomer(sealer, order)
    if ('customer' in opened) return opened.customer.email
  }
  const [newest] = messages
  if (!newest) return null
  const [opened] = await openMessages(tx, contact, [newest.id], context)
  return opened && 'content' in opened ? opened.content.email : null
}

type Reissue = EditContext & { days: number }

/** New links to everything of an order, mailed to whoever made it; the links before end. */
export async function reissueLinks(
  tx: SiteTx,
  post: Post & Pick<DerivedKeys, 'deriveKey'>,
  orderNumber: string,
  { days, ...context }: Reissue,
): Promise<void> {
  const order = await orderCalled(tx, orderNumber)
  await renewLinks(tx, post, order.id, { days, now: context.now })
  await mailAgain(tx, post, order.id, 'downloads', context)
  const about = {
    resourceType: 'download',
    action: 'reissued',
    resourceId: order.id,
    resourceName: order.orderNumber,
  } as const
  await record(tx, { ...about, userId: context.userId }, context.now)
}
