import { eq, lt } from 'drizzle-orm'
import type { ContactForm } from '#domain/contact/form.ts'
import { type Passed, spendCheck } from '#server/contact/human-check.ts'
import { contactMail } from '#server/contact/mail.ts'
import { contactMessages, usedChecks } from '#server/contact/table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import { type Place, type Sealer, Unreadable } from '#server/crypto/sealer.ts'
import { newId } from '#server/db/id.ts'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

export type ContactParts = { sealer: Pick<Sealer, 'seal' | 'open'>; blindIndex: DerivedKeys['blindIndex'] }

type Received = {
  form: ContactForm
  /** The check that the visitor has passed. */
  check: Passed
  site: { name: string; locale: string }
  /** Whom the message goes to. */
  to: string
  now: Date
}

/**
 * The message is stored, its mail waits in the queue and the check is used up, all or nothing: so whoever is answered
 * that it was received can rely on it.
 */
export async function receiveMessage(
  tx: SiteTx,
  { sealer, blindIndex }: ContactParts,
  { form, check, site, to, now }: Received,
): Promise<string> {
  const { websiteId } = placeOf(tx).scope
  const id = newId()
  await spendCheck(tx, check)
  await tx.insert(contactMessages).values({
    id,
    content: sealer.seal(contentPlace(websiteId, id), JSON.stringify(form)),
    emailIndex: blindIndex(websiteId, form.email),
    receivedAt: now,
  })
  await queueMail(tx, contactMail({ form, site, to }), id)
  return id
}

type Kept = { receivedAt: Date } & (ContactForm | { unreadable: string })

/** What one address has written to this site, for its owner; what cannot be read is named all the same. */
export async function messagesOf(tx: SiteTx, { sealer }: ContactParts, emailIndex: Buffer): Promise<Kept[]> {
  const { websiteId } = placeOf(tx).scope
  const found = await tx.select().from(contactMessages).where(eq(contactMessages.emailIndex, emailIndex))
  return found.map(({ id, content, receivedAt }) => {
    try {
      return { receivedAt, ...(JSON.parse(sealer.open(contentPlace(websiteId, id), content)) as ContactForm) }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error
      return { receivedAt, unreadable: 'This message is kept, but can no longer be read.' }
    }
  })
}

export async function sweepChecks(tx: SiteTx, now: Date): Promise<void> {
  await tx.delete(usedChecks).where(lt(usedChecks.expiresAt, now))
}

export const contentPlace = (websiteId: string, rowId: string): Place => ({
  websiteId,
  table: 'contact_messages',
  column: 'content',
  rowId,
})
