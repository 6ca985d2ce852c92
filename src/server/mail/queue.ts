import { and, eq, isNotNull, lt, ne } from 'drizzle-orm'
import { failedMailRetentionDays } from '#domain/mail/failure.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SealContext, Sealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { asRole, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Job } from '#server/jobs/job.ts'
import { type Mail, validateMail } from '#server/mail/message.ts'
import { mails } from '#server/mail/table.ts'

type Box = { sealer: Sealer; job: Job<{ mailId: string }> }
const boxes = new WeakMap<Database, Box>()

export const setMailQueue = (database: Database, box: Box) => boxes.set(database, box)

export function mailQueueOf(tx: SiteTx): Box {
  const box = boxes.get(scopeOf(tx).database)
  if (!box) throw new Error('A mail was queued before createMailJob.')
  return box
}

/**
 * The mail is sent if and only if the transaction is committed. Its content is sealed while it waits. A mail may have the
 * id of the row that it is about, so that its state can be looked up.
 */
export async function queueMail(tx: SiteTx, mail: Mail, mailId = newId()): Promise<void> {
  const { sealer, job } = mailQueueOf(tx)
  await tx.insert(mails).values({ id: mailId, content: sealedMail(tx, sealer, mail, mailId) })
  await enqueue(tx, job, { mailId })
}

/** Queues the mail again with its current content, unless a server has or may have the earlier one. */
export async function requeueMail(tx: SiteTx, mail: Mail, mailId: string, now: Date): Promise<void> {
  const { sealer, job } = mailQueueOf(tx)
  const content = sealedMail(tx, sealer, mail, mailId)
  const fresh = { content, state: 'queued', attempts: 0, failure: null, createdAt: now } as const
  await asRole(tx, 'worker', async () => {
    const { state, handedOverAt } = mails
    const [before] = await tx.select({ state, handedOverAt }).from(mails).where(eq(mails.id, mailId)).for('update')
    if (before && (before.state !== 'failed' || before.handedOverAt)) throw new Refusal('mail-not-retried')
    if (before) await tx.update(mails).set(fresh).where(eq(mails.id, mailId))
    else await tx.insert(mails).values({ id: mailId, ...fresh })
  })
  await enqueue(tx, job, { mailId })
}

const sealedMail = (tx: SiteTx, sealer: Sealer, mail: Mail, mailId: string): Buffer =>
  sealer.seal(mailSealContext(scopeOf(tx).websiteId, mailId), JSON.stringify(validateMail(mail)))

export const mailSealContext = (websiteId: string, mailId: string): SealContext => ({
  websiteId,
  table: 'mails',
  column: 'content',
  rowId: mailId,
})

/** How long it is remembered that there was a mail, and what became of it. */
const rememberedDays = 90

/** First what was written is forgotten, then that anything was. */
export async function sweepMails(tx: SiteTx, now: Date): Promise<void> {
  await tx
    .update(mails)
    .set({ content: null })
    .where(
      and(
        eq(mails.state, 'failed'),
        isNotNull(mails.content),
        lt(mails.createdAt, daysBefore(now, failedMailRetentionDays)),
      ),
    )
  await tx.delete(mails).where(and(ne(mails.state, 'queued'), lt(mails.createdAt, daysBefore(now, rememberedDays))))
}

export const daysBefore = (now: Date, days: number): Date => new Date(+now - days * 86_400_000)
