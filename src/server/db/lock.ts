import { sql } from 'drizzle-orm'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'

/** Until the end of the transaction, nobody else who asks does something about this subject on this website. */
export async function alone(tx: SiteTx, subject: string): Promise<void> {
  const name = `${placeOf(tx).scope.websiteId} ${subject}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
