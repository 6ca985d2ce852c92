import { eq } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import type { Place, Sealer } from '#server/crypto/sealer.ts'
import { asRole } from '#server/db/as-role.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Job } from '#server/jobs/job.ts'
import { checkedMail, type Mail } from '#server/mail/mail.ts'
import { mails } from '#server/mail/table.ts'

type Box = { sealer: Sealer; job: Job<{ mailId: string }> }
const boxes = new WeakMap<Database, Box>()

export const setBox = (database: Database, box: Box) => boxes.set(database, box)

export function boxOf(tx: SiteTx): Box {
  const box = boxes.get(placeOf(tx).database)
  if (!box) throw new Error('A mail was queued before openPost.')
  return box
}

/**
 * The mail goes out exactly if the transaction is committed. Until then, and while it waits, nobody can read it. A mail
 * about one thing may have the id of that thing, so that it can be told later what became of it.
 */
export async function queueMail(tx: SiteTx, mail: Mail, mailId = newId()): Promise<void> {
  const { sealer, job } = boxOf(tx)
  await tx.insert(mails).values({ id: mailId, content: sealedMail(tx, sealer, mail, mailId) })
  await enqueue(tx, job, { mailId })
}

/** The same once more, as it reads today: only when no server has the one before, or may have it. */
export async function queueMailAgain(tx: SiteTx, mail: Mail, mailId: string, now: Date): Promise<void> {
  const { sealer, job } = boxOf(tx)
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
  sealer.seal(contentPlace(placeOf(tx).scope.websiteId, mailId), JSON.stringify(checkedMail(mail)))

export const contentPlace = (websiteId: string, mailId: string): Place => ({
  websiteId,
  table: 'mails',
  column: 'content',
  rowId: mailId,
})
