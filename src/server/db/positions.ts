import { sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { type Positioned, positionsAfterMove, type RowMove } from '#domain/positions.ts'
import { Refusal } from '#domain/refusal.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/**
 * Stores a new order of a table with a `position`. `all` is the current order, read under a lock. Refuses with `conflict`
 * when the client's list names a row that no longer exists.
 */
export async function movePositions(
  tx: SiteTx,
  table: PgTable,
  all: Positioned[],
  { ids, before }: RowMove,
): Promise<void> {
  const changed = positionsAfterMove(all, ids, before)
  if (!changed) throw new Refusal('conflict')
  await tx.execute(
    sql`update ${table} set position = moved.position
      from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as moved (id uuid, position int)
      where ${table}.id = moved.id`,
  )
}
