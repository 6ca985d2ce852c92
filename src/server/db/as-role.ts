import { sql } from 'drizzle-orm'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'
import type { Role } from '#server/db/roles.ts'

/**
 * For what only another role may touch: for a moment the transaction is its own, on the same website. `none` is the
 * login itself, which may touch nothing but the jobs.
 */
export async function asRole<T>(tx: SiteTx, role: Role | 'none', work: () => Promise<T>): Promise<T> {
  const { role: ours } = placeOf(tx).scope
  await tx.execute(sql.raw(`set local role ${role}`))
  const result = await work()
  await tx.execute(sql.raw(`set local role ${ours}`))
  return result
}
