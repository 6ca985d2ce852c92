import { sql } from 'drizzle-orm'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'

/** Only the worker may touch a mail that is queued; for a moment the transaction is its own, on the same website. */
export async function asWorker<T>(tx: SiteTx, work: () => Promise<T>): Promise<T> {
  const { role } = placeOf(tx).scope
  await tx.execute(sql.raw('set local role worker'))
  const result = await work()
  await tx.execute(sql.raw(`set local role ${role}`))
  return result
}
