import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { supportKinds } from '#domain/customer-support/answer.ts'
import { bytea, sealed } from '#server/crypto/sealer.ts'
import { allow } from '#server/db/access.ts'
import { siteColumns, siteConstraints, timestamptz } from '#server/sites/site-table.ts'

/** Answers to customers and notes about them, sealed with the data key. */
export const supportNotes = pgTable(
  'support_notes',
  {
    ...siteColumns(),
    /** Blind index of the customer's e-mail address. */
    emailIndex: bytea().notNull(),
    kind: text({ enum: supportKinds }).notNull(),
    /** Sealed JSON of subject (or null) and text. */
    content: sealed().notNull(),
    userId: uuid().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    ...siteConstraints(t),
    index('support_notes_email').on(t.websiteId, t.emailIndex, t.createdAt),
    check('support_notes_index_size', sql`length(${t.emailIndex}) = 32`),
    check('support_notes_kind_known', sql`${t.kind} in ('note', 'answer')`),
    allow('administrator', 'select'),
    allow('administrator', 'insert'),
    allow('administrator', 'delete'),
    allow('worker', 'select'),
    // To reseal with a new data key.
    allow('worker', 'update', { columns: [t.content] }),
  ],
)
