import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { afterMove, type Move, type Placed } from '#domain/positions.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/**
 * Stores a new order of a table with a `position`. `all` is the current order, read under a lock. Refuses with `conflict`
 * when the client's list names a row that no longer exists.
 */
export async function moveIn(tx: SiteTx, table: PgTable, all: Placed[], { ids, before }: Move): Promise<void> {
  const changed = afterMove(all, ids, before)
  if (!changed) throw new Refusal('conflict')
  await tx.execute(
    sql`update ${table} set position = moved.position
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as moved (id uuid, position int)
      where ${table}.id = moved.id`,
  )
}
