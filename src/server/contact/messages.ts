import { aliasedTable, and, count, desc, eq, gte, inArray, isNotNull, isNull, lt, notExists } from 'drizzle-orm'
import type { Activity } from '#domain/activity/activity.ts'
import type { ContactForm } from '#domain/contact/form.ts'
import { forgottenBefore } from '#domain/contact/retention.ts'
import { Refusal } from '#domain/refusal.ts'
import { record } from '#server/activity/actions.ts'
import { type ContactParts, contentPlace } from '#server/contact/actions.ts'
import { contactMail } from '#server/contact/mail.ts'
import { contactMessages } from '#server/contact/table.ts'
import { Unreadable } from '#server/crypto/sealer.ts'
import { asRole } from '#server/db/as-role.ts'
import { type EditContext, placeOf, type SiteTx } from '#server/db/in-site.ts'
import { queueMailAgain } from '#server/mail/queue.ts'
import { type mailStates, mails } from '#server/mail/table.ts'

type MessageAction = Extract<Activity, { resourceType: 'contact_message' }>['action']

export type ListedMessage = {
  id: string
  receivedAt: Date
  readAt: Date | null
  /** What became of its mail to the owner; null when that is no longer known. */
  mail: (typeof mailStates)[number] | null
}

/** The newest first, without a word of what was written. */
export async function listMessages(
  tx: SiteTx,
  { unread, page, size }: { unread: boolean; page: number; size: number },
): Promise<{ messages: ListedMessage[]; total: number }> {
  const { id, receivedAt, readAt } = contactMessages
  const wanted = unread ? isNull(readAt) : undefined
  // A message's mail has the message's id.
  const messages = await tx
    .select({ id, receivedAt, readAt, mail: mails.state })
    .from(contactMessages)
    .leftJoin(mails, eq(mails.id, id))
    .where(wanted)
    .orderBy(desc(receivedAt), desc(id))
    .limit(size)
    .offset((page - 1) * size)
  const [found] = await tx.select({ total: count() }).from(contactMessages).where(wanted)
  return { messages, total: found!.total }
}

export async function countUnread(tx: SiteTx): Promise<number> {
  const [found] = await tx.select({ unread: count() }).from(contactMessages).where(isNull(contactMessages.readAt))
  return found!.unread
}

export type OpenedMessage = { id: string } & ({ content: ContactForm } | { unreadable: Unreadable['why'] })

/** What was written in these. Who has looked at which is noted, and never what they saw. */
export async function openMessages(
  tx: SiteTx,
  parts: Pick<ContactParts, 'sealer'>,
  ids: readonly string[],
  context: EditContext,
): Promise<OpenedMessage[]> {
  const found = await theseMessages(tx, ids)
  await note(tx, 'opened', found, context)
  return found.map((message) => opened(tx, parts, message))
}

/** All of them or none; those that are marked so already are left as they are. */
export async function markMessages(
  tx: SiteTx,
  ids: readonly string[],
  read: boolean,
  context: EditContext,
): Promise<number> {
  await theseMessages(tx, ids)
  const { id, readAt } = contactMessages
  const changed = await tx
    .update(contactMessages)
    .set({ readAt: read ? context.now : null })
    .where(and(inArray(id, [...ids]), read ? isNull(readAt) : isNotNull(readAt)))
    .returning({ id })
  await note(tx, read ? 'marked_read' : 'marked_unread', changed, context)
  return changed.length
}

/** With them goes what a mail that failed still holds of them. */
export async function dropMessages(tx: SiteTx, ids: readonly string[], context: EditContext): Promise<number> {
  const found = await theseMessages(tx, ids)
  const unique = found.map(({ id }) => id)
  await tx.delete(contactMessages).where(inArray(contactMessages.id, unique))
  await asRole(tx, 'worker', () =>
    tx
      .update(mails)
      .set({ content: null })
      .where(and(inArray(mails.id, unique), eq(mails.state, 'failed'))),
  )
  await note(tx, 'deleted', found, context)
  return found.length
}

/** Whoever has not written for so long is forgotten with all that they wrote; that it went is noted, as nobody's doing. */
export async function sweepMessages(tx: SiteTx, now: Date): Promise<void> {
  const [then, newer] = [forgottenBefore(now), aliasedTable(contactMessages, 'newer')]
  const { id, emailIndex, receivedAt } = contactMessages
  const since = tx
    .select({ id: newer.id })
    .from(newer)
    .where(and(eq(newer.emailIndex, emailIndex), gte(newer.receivedAt, then)))
  const gone = await tx
    .delete(contactMessages)
    // The first is in the second too, but by that alone the database would look at all of them.
    .where(and(lt(receivedAt, then), notExists(since)))
    .returning({ id })
  await note(tx, 'expired', gone, { userId: null, now })
}

type Again = EditContext & { site: { name: string; locale: string }; to: string }

/** The mail about a message once more, to where the site's mail goes today. */
export async function sendMessageAgain(
  tx: SiteTx,
  parts: Pick<ContactParts, 'sealer'>,
  messageId: string,
  { site, to, ...context }: Again,
): Promise<void> {
  const [message] = await theseMessages(tx, [messageId])
  const read = opened(tx, parts, message!)
  if (!('content' in read)) throw new Refusal('message-unreadable')
  await queueMailAgain(tx, contactMail({ form: read.content, site, to }), messageId, context.now)
  await note(tx, 'sent_again', [message!], context)
}

type Sealed = { id: string; content: Buffer }

async function theseMessages(tx: SiteTx, ids: readonly string[]): Promise<Sealed[]> {
  const unique = [...new Set(ids)]
  const { id, content, receivedAt } = contactMessages
  const found = await tx
    .select({ id, content })
    .from(contactMessages)
    .where(inArray(id, unique))
    .orderBy(desc(receivedAt), desc(id))
  if (found.length !== unique.length) throw new Refusal('not-found')
  return found
}

function opened(tx: SiteTx, { sealer }: Pick<ContactParts, 'sealer'>, { id, content }: Sealed): OpenedMessage {
  try {
    return { id, content: JSON.parse(sealer.open(contentPlace(placeOf(tx).scope.websiteId, id), content)) }
  } catch (error) {
    if (error instanceof Unreadable) return { id, unreadable: error.why }
    throw error
  }
}

async function note(
  tx: SiteTx,
  action: MessageAction,
  messages: { id: string }[],
  { userId, now }: { userId: string | null; now: Date },
): Promise<void> {
  const ids = messages.map(({ id }) => id)
  if (ids.length === 0) return
  const [only] = ids.length === 1 ? ids : []
  const about = only ? { resourceId: only } : { details: { messages: ids } }
  await record(tx, { resourceType: 'contact_message', action, userId, ...about }, now)
}
