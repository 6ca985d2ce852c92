import { sql } from 'drizzle-orm'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'

/** Waits for an advisory lock on a subject of this website and holds it until the end of the transaction. */
export async function advisoryLock(tx: SiteTx, subject: string): Promise<void> {
  const name = `${scopeOf(tx).websiteId} ${subject}`
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}

/** Input for a new row: the client chooses the id and sends the same one in every retry. */
export type WithClientId = { id?: string | undefined }

/**
 * Whether an earlier request has created the row and its response was lost. Locks the id until the end of the transaction,
 * so that no other request creates a row with it.
 */
export async function isAlreadyCreated(
  tx: SiteTx,
  id: string,
  find: (id: string) => Promise<readonly unknown[]>,
): Promise<boolean> {
  await advisoryLock(tx, `new ${id}`)
  return (await find(id)).length > 0
}
