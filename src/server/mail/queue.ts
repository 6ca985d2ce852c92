import type { Place, Sealer } from '#server/crypto/sealer.ts'
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

/** The mail goes out exactly if the transaction is committed. Until then, and while it waits, nobody can read it. */
export async function queueMail(tx: SiteTx, mail: Mail): Promise<void> {
  const { database, scope } = placeOf(tx)
  const box = boxes.get(database)
  if (!box) throw new Error('A mail was queued before openPost.')
  const mailId = newId()
  const content = box.sealer.seal(contentPlace(scope.websiteId, mailId), JSON.stringify(checkedMail(mail)))
  await tx.insert(mails).values({ id: mailId, content })
  await enqueue(tx, box.job, { mailId })
}

export const contentPlace = (websiteId: string, mailId: string): Place => ({
  websiteId,
  table: 'mails',
  column: 'content',
  rowId: mailId,
})
