import { eq, lt } from 'drizzle-orm'
import type { ContactFormValues } from '#domain/contact/contact.ts'
import { markHumanCheckUsed, type PassedCheck } from '#server/contact/human-check.ts'
import { contactMail } from '#server/contact/mail.ts'
import { contactMessages, usedChecks } from '#server/contact/table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { type SealContext, type Sealer, UnreadableValueError } from '#server/crypto/sealer.ts'
import { newId } from '#server/db/id.ts'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

export type ContactDeps = { sealer: Pick<Sealer, 'seal' | 'open'>; blindIndex: DerivedKeys['blindIndex'] }

type ReceivedMessage = {
  form: ContactFormValues
  /** The human check that the visitor passed. */
  check: PassedCheck
  site: { name: string; locale: string }
  /** The contact address of the site. */
  to: string
  now: Date
}

/**
 * Stores the message, queues its mail and uses up the human check in one transaction, so that the visitor can rely on
 * the confirmation.
 */
export async function receiveMessage(
  tx: SiteTx,
  { sealer, blindIndex }: ContactDeps,
  { form, check, site, to, now }: ReceivedMessage,
): Promise<string> {
  const { websiteId } = scopeOf(tx)
  const id = newId()
  await markHumanCheckUsed(tx, check)
  await tx.insert(contactMessages).values({
    id,
    content: sealer.seal(messageSealContext(websiteId, id), JSON.stringify(form)),
    emailIndex: blindIndex(websiteId, form.email),
    receivedAt: now,
  })
  await queueMail(tx, contactMail({ form, site, to }), id)
  return id
}

type CustomerMessage = { receivedAt: Date } & (ContactFormValues | { unreadable: string })

/** All messages from one e-mail address, for a data export. Messages that cannot be decrypted are listed too. */
export async function messagesOfCustomer(
  tx: SiteTx,
  { sealer }: ContactDeps,
  emailIndex: Buffer,
): Promise<CustomerMessage[]> {
  const { websiteId } = scopeOf(tx)
  const found = await tx.select().from(contactMessages).where(eq(contactMessages.emailIndex, emailIndex))
  return found.map(({ id, content, receivedAt }) => {
    try {
      return {
        receivedAt,
        ...(JSON.parse(sealer.open(messageSealContext(websiteId, id), content)) as ContactFormValues),
      }
    } catch (error) {
      if (!(error instanceof UnreadableValueError)) throw error
      return { receivedAt, unreadable: 'This message is kept, but can no longer be read.' }
    }
  })
}

export async function sweepUsedHumanChecks(tx: SiteTx, now: Date): Promise<void> {
  await tx.delete(usedChecks).where(lt(usedChecks.expiresAt, now))
}

export const messageSealContext = (websiteId: string, rowId: string): SealContext => ({
  websiteId,
  table: 'contact_messages',
  column: 'content',
  rowId,
})
