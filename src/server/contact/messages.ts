import { aliasedTable, and, count, desc, eq, gte, inArray, isNotNull, isNull, lt, notExists } from 'drizzle-orm'
import type { ActivityRecord } from '#domain/activity/activity.ts'
import type { ContactFormValues } from '#domain/contact/contact.ts'
import { messageRetentionCutoff } from '#domain/contact/contact.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordActivity } from '#server/activity/record.ts'
import { type DeleteResult, deleteWithUndo } from '#server/activity/undoable-delete.ts'
import { contactMail } from '#server/contact/mail.ts'
import { type ContactDeps, messageSealContext } from '#server/contact/receive-message.ts'
import { contactMessages } from '#server/contact/table.ts'
import { UnreadableValueError } from '#server/crypto/sealer.ts'
import { asRole, type EditContext, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { pageOf } from '#server/db/list.ts'
import { requeueMail } from '#server/mail/queue.ts'
import { type mailStates, mails } from '#server/mail/table.ts'

type MessageAction = Extract<ActivityRecord, { resourceType: 'contact_message' }>['action']

export type ListedMessage = {
  id: string
  receivedAt: Date
  readAt: Date | null
  /** State of the mail to the owner; null when the mail was deleted. */
  mail: (typeof mailStates)[number] | null
  /** Who wrote and about what; null when the message cannot be decrypted. */
  about: { name: string; subject: string } | null
}

/** Newest first, with sender and subject. The text and the e-mail address stay sealed until a message is opened. */
export async function listMessages(
  tx: SiteTx,
  deps: Pick<ContactDeps, 'sealer'>,
  { unread, page, size }: { unread: boolean; page: number; size: number },
): Promise<{ messages: ListedMessage[]; total: number }> {
  const { id, receivedAt, readAt, content } = contactMessages
  const { rows, total } = await pageOf(tx, {
    // A message's mail has the message's id.
    rows: tx
      .select({ id, receivedAt, readAt, content, mail: mails.state })
      .from(contactMessages)
      .leftJoin(mails, eq(mails.id, id))
      .$dynamic(),
    from: contactMessages,
    where: unread ? isNull(readAt) : undefined,
    orderBy: [desc(receivedAt), desc(id)],
    page,
    size,
  })
  return {
    messages: rows.map(({ content, ...row }) => ({ ...row, about: senderAndSubjectOf(tx, deps, row.id, content) })),
    total,
  }
}

function senderAndSubjectOf(
  tx: SiteTx,
  deps: Pick<ContactDeps, 'sealer'>,
  id: string,
  content: Buffer,
): ListedMessage['about'] {
  const read = openMessage(tx, deps, { id, content })
  return 'content' in read ? { name: read.content.name, subject: read.content.subject } : null
}

export async function countUnread(tx: SiteTx): Promise<number> {
  const [found] = await tx.select({ unread: count() }).from(contactMessages).where(isNull(contactMessages.readAt))
  return found!.unread
}

export type OpenedMessage = { id: string } & (
  | { content: ContactFormValues }
  | { unreadable: UnreadableValueError['reason'] }
)

/** Decrypts messages. The activity log records who opened which message, never the content. */
export async function openMessages(
  tx: SiteTx,
  deps: Pick<ContactDeps, 'sealer'>,
  ids: readonly string[],
  context: EditContext,
): Promise<OpenedMessage[]> {
  const found = await messagesByIds(tx, ids)
  await recordMessageActivity(tx, 'opened', found, context)
  return found.map((message) => openMessage(tx, deps, message))
}

/** Marks all of them or none, and returns how many changed. */
export async function markMessages(
  tx: SiteTx,
  ids: readonly string[],
  read: boolean,
  context: EditContext,
): Promise<number> {
  await messagesByIds(tx, ids)
  const { id, readAt } = contactMessages
  const changed = await tx
    .update(contactMessages)
    .set({ readAt: read ? context.now : null })
    .where(and(inArray(id, [...ids]), read ? isNull(readAt) : isNotNull(readAt)))
    .returning({ id })
  await recordMessageActivity(tx, read ? 'marked_read' : 'marked_unread', changed, context)
  return changed.length
}

/** Deletes messages, and their content in mails that failed. */
export async function deleteMessages(tx: SiteTx, ids: readonly string[], context: EditContext): Promise<DeleteResult> {
  const found = await messagesByIds(tx, ids)
  const unique = found.map(({ id }) => id)
  const failedMails = and(inArray(mails.id, unique), eq(mails.state, 'failed'))!
  const kept = {
    resourceType: 'contact_message',
    table: contactMessages,
    id: contactMessages.id,
    ids: unique,
    logged: [targetOf(unique)],
    cleared: [{ table: mails, column: mails.content, where: failedMails }],
  } as const
  const undo = await deleteWithUndo(tx, kept, context)
  await asRole(tx, 'worker', () => tx.update(mails).set({ content: null }).where(failedMails))
  await recordMessageActivity(tx, 'deleted', found, context)
  return { changed: found.length, undo }
}

/** Deletes all messages of visitors who have not written for two years, and logs it without a user. */
export async function sweepMessages(tx: SiteTx, now: Date): Promise<void> {
  const [then, newer] = [messageRetentionCutoff(now), aliasedTable(contactMessages, 'newer')]
  const { id, emailIndex, receivedAt } = contactMessages
  const since = tx
    .select({ id: newer.id })
    .from(newer)
    .where(and(eq(newer.emailIndex, emailIndex), gte(newer.receivedAt, then)))
  const gone = await tx
    .delete(contactMessages)
    // `notExists` alone implies the first condition, but would make the database read every row.
    .where(and(lt(receivedAt, then), notExists(since)))
    .returning({ id })
  await recordMessageActivity(tx, 'expired', gone, { userId: null, now })
}

type ResendContext = EditContext & { site: { name: string; locale: string }; to: string }

/** Mails a message again, to the current contact address of the site. */
export async function resendMessage(
  tx: SiteTx,
  deps: Pick<ContactDeps, 'sealer'>,
  messageId: string,
  { site, to, ...context }: ResendContext,
): Promise<void> {
  const [message] = await messagesByIds(tx, [messageId])
  const read = openMessage(tx, deps, message!)
  if (!('content' in read)) throw new Refusal('message-unreadable')
  await requeueMail(tx, contactMail({ form: read.content, site, to }), messageId, context.now)
  await recordMessageActivity(tx, 'sent_again', [message!], context)
}

type SealedMessage = { id: string; content: Buffer }

async function messagesByIds(tx: SiteTx, ids: readonly string[]): Promise<SealedMessage[]> {
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

function openMessage(
  tx: SiteTx,
  { sealer }: Pick<ContactDeps, 'sealer'>,
  { id, content }: SealedMessage,
): OpenedMessage {
  try {
    return { id, content: JSON.parse(sealer.open(messageSealContext(scopeOf(tx).websiteId, id), content)) }
  } catch (error) {
    if (error instanceof UnreadableValueError) return { id, unreadable: error.reason }
    throw error
  }
}

async function recordMessageActivity(
  tx: SiteTx,
  action: MessageAction,
  messages: { id: string }[],
  { userId, now }: { userId: string | null; now: Date },
): Promise<void> {
  const ids = messages.map(({ id }) => id)
  if (ids.length === 0) return
  await recordActivity(tx, { resourceType: 'contact_message', action, userId, ...targetOf(ids) }, now)
}

/** The messages of a line in the activity log. */
function targetOf(ids: string[]) {
  const [only] = ids.length === 1 ? ids : []
  return only ? { resourceId: only } : { details: { messages: ids } }
}
