import { and, eq, getTableColumns, getTableName, gt, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { type UndoableType, undoLifetimeMs } from '#domain/activity/undo.ts'
import { Refusal } from '#domain/refusal.ts'
import { asPermittedRole, reinsertDeletedRows, rowsWithCascade } from '#server/activity/deleted-rows.ts'
import { type LoggedResource, undoableDeletes } from '#server/activity/undo-table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'

/** How many rows a command has deleted, and the id that undoes it; null when there was nothing to delete. */
export type DeleteResult = { changed: number; undo: string | null }

type StoredDelete = {
  resourceType: UndoableType
  table: PgTable
  ids: readonly string[]
  /** For the line in the activity log when the delete is undone. */
  logged: readonly LoggedResource[]
  /** Columns that the command clears in other rows. Undoing sets those that are still empty. */
  cleared?: readonly { table: PgTable; column: PgColumn; where: SQL }[]
}

/** Deletes, undoes and erasures on a website run one after another, so that an erasure misses no kept row. */
export const lockDeletes = (tx: SiteTx): Promise<void> => advisoryLock(tx, 'deletes')

/**
 * Keeps rows that the caller deletes next in the same transaction, and all that the database deletes with them. Returns
 * the id that undoes the delete.
 */
export async function storeRowsForUndo(
  tx: SiteTx,
  { resourceType, table, ids, logged, cleared = [] }: StoredDelete,
  { now }: { now: Date },
): Promise<string> {
  await lockDeletes(tx)
  const root = getTableName(table)
  const found = await rowsWithCascade(tx, root, ids)
  if (found.get(root)?.size !== new Set(ids).size) throw new Refusal('not-found')
  const rows = [...found].map(([name, texts]) => `${JSON.stringify(name)}:[${[...texts].join(',')}]`)
  const clearedColumns = []
  for (const each of cleared) clearedColumns.push(await clearedColumn(tx, each))
  const [kept] = await tx
    .insert(undoableDeletes)
    .values({
      resourceType,
      tables: [...found.keys()],
      rows: sql`${`{${rows.join(',')}}`}::jsonb`,
      cleared: sql`${`[${clearedColumns.join(',')}]`}::jsonb`,
      logged: [...logged],
      expiresAt: new Date(+now + undoLifetimeMs),
    })
    .returning({ id: undoableDeletes.id })
  return kept!.id
}

/** Keeps the rows, then deletes them. */
export async function deleteWithUndo(
  tx: SiteTx,
  kept: StoredDelete & { id: PgColumn },
  context: { now: Date },
): Promise<string> {
  const undo = await storeRowsForUndo(tx, kept, context)
  await tx.delete(kept.table).where(inArray(kept.id, [...kept.ids]))
  return undo
}

async function clearedColumn(
  tx: SiteTx,
  { table, column, where }: NonNullable<StoredDelete['cleared']>[number],
): Promise<string> {
  const [from, name] = [getTableName(table), toSnakeCase(column.name)]
  const { rows } = await asPermittedRole(tx, from, 'update', () =>
    tx.execute<{ row: string }>(
      sql`select jsonb_build_object('id', id, ${name}::text, ${column})::text as row from ${table} where ${where} for update`,
    ),
  )
  const isVersioned = 'sequence' in getTableColumns(table)
  const about = JSON.stringify({ table: from, column: name, isVersioned })
  return `${about.slice(0, -1)},"rows":[${rows.map(({ row }) => row).join(',')}]}`
}

/** What kind of resource an undo would restore. */
export async function undoableTypeOf(tx: SiteTx, id: string): Promise<UndoableType> {
  const [found] = await tx
    .select({ resourceType: undoableDeletes.resourceType })
    .from(undoableDeletes)
    .where(eq(undoableDeletes.id, id))
  if (!found) throw new Refusal('undo-over')
  return found.resourceType
}

export type RestoredDelete = { ids: string[]; logged: LoggedResource[] }

/** Restores the rows of a delete as they were. It works once, and not after its time is over. */
export async function restoreDeleted(tx: SiteTx, id: string, now: Date): Promise<RestoredDelete> {
  await lockDeletes(tx)
  const { tables, rows, cleared, logged, expiresAt } = undoableDeletes
  const [kept] = await tx
    .delete(undoableDeletes)
    .where(and(eq(undoableDeletes.id, id), gt(expiresAt, now)))
    .returning({ tables, logged, cleared: sql<string>`${cleared}::text`, rows: sql<string>`${rows}::text` })
  if (!kept) throw new Refusal('undo-over')
  for (const table of kept.tables) await reinsertDeletedRows(tx, table, sql`(${kept.rows}::jsonb -> ${table}::text)`)
  const columns: { table: string; column: string; isVersioned: boolean }[] = JSON.parse(kept.cleared)
  for (const [at, { table, column, isVersioned }] of columns.entries()) {
    const [into, name] = [sql.identifier(table), sql.identifier(column)]
    const before = sql`jsonb_populate_recordset(null::${into}, ${kept.cleared}::jsonb -> ${sql.raw(String(at))} -> 'rows')`
    await asPermittedRole(tx, table, 'update', () =>
      tx.execute(sql`
        update ${into} set ${name} = before.${name}${isVersioned ? sql`, sequence = ${into}.sequence + 1` : sql``}
        from ${before} as before where ${into}.id = before.id and ${into}.${name} is null`),
    )
  }
  // Ids are texts, which JavaScript does not change.
  const restored: Record<string, { id: string }[]> = JSON.parse(kept.rows)
  return { ids: restored[kept.tables[0]!]!.map((row) => row.id), logged: kept.logged }
}

/** Deletes whose time is over. */
export async function sweepUndoableDeletes(tx: SiteTx, now: Date): Promise<void> {
  await tx.delete(undoableDeletes).where(lte(undoableDeletes.expiresAt, now))
}

/** After this no delete of the website can be undone: erased data and old keys must not come back. */
export async function dropUndoableDeletes(tx: SiteTx): Promise<void> {
  await lockDeletes(tx)
  await tx.delete(undoableDeletes)
}

/** The values of a column in kept rows, as a subquery: sweeps keep the files that an undo needs. */
export function valuesInUndoableRows(tx: SiteTx, column: PgColumn, now: Date) {
  const [table, name] = [getTableName(column.table), toSnakeCase(column.name)]
  const kept = sql`${undoableDeletes}, jsonb_array_elements(${undoableDeletes.rows} -> ${sql.raw(`'${table}'`)}) as kept`
  return tx
    .select({ value: sql<string>`kept ->> ${sql.raw(`'${name}'`)}`.as('value') })
    .from(kept)
    .where(gt(undoableDeletes.expiresAt, now))
}
