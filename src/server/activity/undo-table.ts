import { sql } from 'drizzle-orm'
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { Json } from '#domain/activity/activity.ts'
import { undoableTypes } from '#domain/activity/undo.ts'
import { createRolePolicy } from '#server/db/access.ts'
import { siteColumns, siteConstraints, timestamptz } from '#server/sites/site-table.ts'

/** A column that a delete has cleared in rows of another table. */
export type ClearedColumn = {
  table: string
  column: string
  /** The row counts its versions. */
  isVersioned: boolean
  rows: Record<string, Json>[]
}

/** What the activity log says of a deleted resource. */
export type LoggedResource = { resourceId?: string; resourceName?: string; details?: Record<string, Json> }

/** Deletes that can be undone for some minutes, each with the rows that it deleted. Backups leave them out. */
export const undoableDeletes = pgTable(
  'undoable_deletes',
  {
    ...siteColumns(),
    resourceType: text({ enum: undoableTypes }).notNull(),
    /** The tables of the deleted rows in the order of their foreign keys; the first is that of the resource. */
    tables: text().array().notNull(),
    /** The rows by table, as PostgreSQL writes them, because JavaScript would round numbers. */
    rows: jsonb().$type<Record<string, unknown[]>>().notNull(),
    cleared: jsonb().$type<ClearedColumn[]>().notNull().default([]),
    logged: jsonb().$type<LoggedResource[]>().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  (t) => [
    ...siteConstraints(t),
    index('undoable_deletes_expires').on(t.websiteId, t.expiresAt),
    check(
      'undoable_deletes_type_known',
      sql`${t.resourceType} in (${sql.raw(undoableTypes.map((type) => `'${type}'`).join(', '))})`,
    ),
    check('undoable_deletes_some', sql`cardinality(${t.tables}) > 0`),
    createRolePolicy('administrator', 'select'),
    createRolePolicy('administrator', 'insert'),
    createRolePolicy('administrator', 'delete'),
    // Sweeps keep the files that these rows name.
    createRolePolicy('worker', 'select'),
    createRolePolicy('worker', 'delete'),
  ],
)
