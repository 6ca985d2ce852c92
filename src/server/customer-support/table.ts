import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { supportKinds } from '#domain/customer-support/answer.ts'
import { sealed } from '#server/crypto/sealed.ts'
import { may } from '#server/db/access.ts'
import { moment, ofSite, siteKeys } from '#server/sites/site-table.ts'

/** What was written to customers and about them by those who help them. Nobody can read it from here without the data key. */
export const supportNotes = pgTable(
  'support_notes',
  {
    ...siteKeys(),
    /** Finds what was written about one address. */
    emailIndex: sealed().notNull(),
    kind: text({ enum: supportKinds }).notNull(),
    /** Subject, if there is one, and text, sealed as one. */
    content: sealed().notNull(),
    userId: uuid().notNull(),
    createdAt: moment().notNull(),
  },
  (t) => [
    ...ofSite(t),
    index('support_notes_email').on(t.websiteId, t.emailIndex, t.createdAt),
    check('support_notes_index_size', sql`length(${t.emailIndex}) = 32`),
    check('support_notes_kind_known', sql`${t.kind} in ('note', 'answer')`),
    may('administrator', 'select'),
    may('administrator', 'insert'),
    may('administrator', 'delete'),
    may('worker', 'select'),
    // For another data key.
    may('worker', 'update', { columns: [t.content] }),
  ],
)
