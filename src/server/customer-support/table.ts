import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { supportEntryKinds } from '#domain/customer-support/answer.ts'
import { bytea, sealedColumn } from '#server/crypto/sealer.ts'
import { createRolePolicy } from '#server/db/access.ts'
import { siteColumns, siteConstraints, timestamptz } from '#server/sites/site-table.ts'

/** Answers to customers and notes about them, sealed with the data key. */
export const supportNotes = pgTable(
  'support_notes',
  {
    ...siteColumns(),
    /** Blind index of the customer's e-mail address. */
    emailIndex: bytea().notNull(),
    kind: text({ enum: supportEntryKinds }).notNull(),
    /** Sealed JSON of subject (or null) and text. */
    content: sealedColumn().notNull(),
    userId: uuid().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    ...siteConstraints(t),
    index('support_notes_email').on(t.websiteId, t.emailIndex, t.createdAt),
    check('support_notes_index_size', sql`length(${t.emailIndex}) = 32`),
    check('support_notes_kind_known', sql`${t.kind} in ('note', 'answer')`),
    createRolePolicy('administrator', 'select'),
    createRolePolicy('administrator', 'insert'),
    createRolePolicy('administrator', 'delete'),
    createRolePolicy('worker', 'select'),
    // To reseal with a new data key.
    createRolePolicy('worker', 'update', { columns: [t.content] }),
  ],
)
