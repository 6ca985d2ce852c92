import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ActivityRecord, activityActions, Json, ResourceType } from '#domain/activity/activity.ts'
import { changedFieldValues } from '#domain/activity/activity.ts'
import type { UndoableType } from '#domain/activity/undo.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordActivity } from '#server/activity/record.ts'
import { type DeleteResult, deleteWithUndo } from '#server/activity/undoable-delete.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'

/** An edit of a version that the administrator has seen: the `sequence` of the row that they had before them. */
export type VersionedEditContext = EditContext & { expectedVersion: number }

type EditableOptions<R extends ResourceType, Row, Draft> = {
  resourceType: R
  nameOf: (row: Row) => string
  /** The fields of the draft; the activity log says which of them an edit has changed. */
  fields: readonly (keyof Draft & string)[]
  /** For the log, where a stored row has other values than its draft. */
  loggedOf?: (row: Row) => Record<keyof Draft & string, unknown>
  /** These rows, locked in the order of their ids: two edits of the same rows then never wait for each other. */
  lock: (tx: SiteTx, ids: string[]) => Promise<Row[]>
  /** Stores a changed draft with the `nextVersion` of the row. */
  store: (tx: SiteTx, before: Row, draft: Draft, context: EditContext) => Promise<Row>
  /** For a resource that can be published: the field that says so, and its value for the log. */
  status?: { field: keyof Draft & string; of: (row: Row) => string }
} & (Row extends Draft ? { draftOf?: (row: Row) => Draft } : { draftOf: (row: Row) => Draft })

/** All of these rows; a missing one is a refusal. */
async function lockAll<Row>(
  lock: (tx: SiteTx, ids: string[]) => Promise<Row[]>,
  tx: SiteTx,
  ids: readonly string[],
): Promise<Row[]> {
  const unique = [...new Set(ids)]
  const found = await lock(tx, unique)
  if (found.length !== unique.length) throw new Refusal('not-found')
  return found
}

export const nextVersion = (sequence: PgColumn): SQL => sql`${sequence} + 1`

/**
 * How administrators edit one kind of resource: lock the row, compare its version, store what differs, record the
 * difference in the activity log.
 */
export function editable<R extends ResourceType, Row extends { id: string; sequence: number }, Draft extends object>({
  resourceType,
  nameOf,
  fields,
  lock,
  store,
  status,
  loggedOf,
  ...options
}: EditableOptions<R, Row, Draft>) {
  // Without a `draftOf` a row has all fields of its draft.
  const pickFields = (row: Row) => Object.fromEntries(fields.map((field) => [field, row[field as never]])) as Draft
  const draftOf = (options as { draftOf?: (row: Row) => Draft }).draftOf ?? pickFields
  const locked = (tx: SiteTx, ids: readonly string[]): Promise<Row[]> => lockAll(lock, tx, ids)
  const lockedRow = async (tx: SiteTx, id: string): Promise<Row> => (await locked(tx, [id]))[0]!

  /** A refusal when the row has changed since the administrator saw it: their edit would undo that change. */
  async function lockedVersion(tx: SiteTx, id: string, expectedVersion: number): Promise<Row> {
    const row = await lockedRow(tx, id)
    if (row.sequence !== expectedVersion) throw new Refusal('conflict')
    return row
  }

  async function log(
    tx: SiteTx,
    row: Row,
    { userId, now }: EditContext,
    action: (typeof activityActions)[R][number],
    details?: Record<string, Json>,
  ): Promise<void> {
    const activity = { resourceType, resourceId: row.id, resourceName: nameOf(row), userId, action }
    await recordActivity(tx, { ...activity, ...(details && { details }) } as ActivityRecord, now)
  }

  /** Stores and records the draft of a locked row; a draft that changes nothing makes no new version. */
  async function save(tx: SiteTx, before: Row, draft: Draft, context: EditContext): Promise<Row> {
    const edits = changedFieldValues<Draft>(draftOf(before), draft, fields)
    if (Object.keys(edits).length === 0) return before
    const after = await store(tx, before, draft, context)
    const changes = loggedOf
      ? changedFieldValues<ReturnType<typeof loggedOf>>(loggedOf(before), loggedOf(after), fields)
      : edits
    const action = status && changes[status.field] ? 'status_changed' : 'updated'
    await log(tx, after, context, action as never, { ...(status && { new_status: status.of(after) }), changes })
    return after
  }

  /** Deletes locked rows of this table and records it. */
  async function deleteRows(
    tx: SiteTx,
    table: PgTable & { id: PgColumn },
    rows: readonly Row[],
    context: EditContext,
  ): Promise<DeleteResult> {
    if (!rows.length) return { changed: 0, undo: null }
    const ids = rows.map(({ id }) => id)
    const logged = rows.map((row) => ({ resourceId: row.id, resourceName: nameOf(row) }))
    const kept = { resourceType: resourceType as R & UndoableType, table, id: table.id, ids, logged }
    const undo = await deleteWithUndo(tx, kept, context)
    for (const row of rows) await log(tx, row, context, 'deleted')
    return { changed: rows.length, undo }
  }

  return {
    deleteRows,
    draftOf,
    locked,
    lockedRow,
    lockedVersion,
    log,
    save,
    update: async (
      tx: SiteTx,
      id: string,
      draft: Draft,
      { expectedVersion, ...context }: VersionedEditContext,
    ): Promise<Row> => save(tx, await lockedVersion(tx, id, expectedVersion), draft, context),
  }
}
