import { and, asc, inArray, isNotNull } from 'drizzle-orm'
import { mentionsEmail, normalizeEmail } from '#domain/accounts/email.ts'
import { type Sealer, UnreadableValueError } from '#server/crypto/sealer.ts'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'
import type { Mail } from '#server/mail/message.ts'
import { mailSealContext } from '#server/mail/queue.ts'
import { type mailStates, mails } from '#server/mail/table.ts'

type Opener = Pick<Sealer, 'open'>

type State = (typeof mailStates)[number]

/** The readable mails in these states. The content of a sent mail is deleted, so it needs no erasure. */
async function unsentMails(tx: SiteTx, sealer: Opener, states: State[], isWanted: (mail: Mail) => boolean) {
  const { websiteId } = scopeOf(tx)
  const { id, content, state, createdAt } = mails
  const failed = await tx
    .select({ id, content, createdAt })
    .from(mails)
    .where(and(inArray(state, states), isNotNull(content)))
    .orderBy(asc(createdAt), asc(id))
  return failed.flatMap(({ content, ...row }) => {
    const mail = openMailOrNull(() => sealer.open(mailSealContext(websiteId, row.id), content!))
    return mail && isWanted(mail) ? [{ ...row, mail }] : []
  })
}

function openMailOrNull(open: () => string): Mail | null {
  try {
    return JSON.parse(open())
  } catch (error) {
    // It can no longer be decrypted, and is deleted once it is old enough.
    if (error instanceof UnreadableValueError) return null
    throw error
  }
}

/** Sent to the person, or with their address for replies. */
const isTheirs = ({ to, replyTo }: Mail, email: string): boolean =>
  [to, replyTo].some((address) => address && normalizeEmail(address) === normalizeEmail(email))

/** The failed mails for a data export, without their text: a link in it may open more than an export may. */
export const exportFailedMailsOf = async (tx: SiteTx, sealer: Opener, email: string) =>
  (await unsentMails(tx, sealer, ['failed'], (mail) => isTheirs(mail, email))).map(({ mail, createdAt }) => ({
    subject: mail.subject,
    writtenAt: createdAt,
  }))

/**
 * Erases failed mails to this person, and those to others that contain the address. With `waitingToo` also queued mails,
 * which are then never sent.
 */
export async function eraseUnsentMails(
  tx: SiteTx,
  sealer: Opener,
  email: string,
  { waitingToo }: { waitingToo: boolean },
): Promise<void> {
  const states: State[] = waitingToo ? ['failed', 'queued'] : ['failed']
  const isNamed = (value: unknown): boolean =>
    typeof value === 'string'
      ? mentionsEmail(value, email)
      : typeof value === 'object' && value !== null && Object.values(value).some(isNamed)
  const found = await unsentMails(tx, sealer, states, (mail) => isTheirs(mail, email) || isNamed(mail))
  const ids = found.map(({ id }) => id)
  await tx.update(mails).set({ state: 'failed', content: null }).where(inArray(mails.id, ids))
}
