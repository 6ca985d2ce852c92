import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createRolePolicy, createSitePolicy, selectedSiteId } from '#server/db/access.ts'
import { timestamptz } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

/** Links that show the draft of a website to people without an account. The token itself is not stored. */
export const previewLinks = pgTable(
  'preview_links',
  {
    websiteId: uuid()
      .notNull()
      .default(selectedSiteId)
      .references(() => websites.websiteId, { onDelete: 'cascade' }),
    id: uuid().notNull(),
    tokenHash: text().notNull(),
    /** What the owner notes about it: who it is for. */
    note: text().notNull(),
    userId: text().notNull(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.id] }),
    uniqueIndex('preview_links_token').on(t.websiteId, t.tokenHash),
    createSitePolicy(),
    check('preview_links_note', sql`length(${t.note}) <= 200`),
    check('preview_links_times', sql`${t.createdAt} < ${t.expiresAt}`),
    createRolePolicy('worker', 'select'),
    createRolePolicy('worker', 'delete'),
    createRolePolicy('administrator', 'select'),
    createRolePolicy('administrator', 'insert'),
    createRolePolicy('administrator', 'delete'),
  ],
)
