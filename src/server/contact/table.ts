import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytea, sealedColumn } from '#server/crypto/sealer.ts'
import { createRolePolicy, createSitePolicy, selectedSiteId } from '#server/db/access.ts'
import { siteColumns, siteConstraints, timestamptz } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

/** Messages from visitors to the owner of the site, sealed with the data key. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    ...siteColumns(),
    /** Sealed JSON of name, e-mail address, subject and message. */
    content: sealedColumn().notNull(),
    /** Blind index of the visitor's e-mail address. */
    emailIndex: bytea().notNull(),
    receivedAt: timestamptz().notNull(),
    readAt: timestamptz(),
  },
  (t) => [
    ...siteConstraints(t),
    index('contact_messages_newest').on(t.websiteId, t.receivedAt.desc()),
    index('contact_messages_email').on(t.websiteId, t.emailIndex),
    check('contact_messages_index_size', sql`length(${t.emailIndex}) = 32`),
    createRolePolicy('visitor', 'insert', { condition: sql`${t.readAt} is null` }),
    createRolePolicy('worker', 'select'),
    createRolePolicy('worker', 'delete'),
    // To undo a delete.
    createRolePolicy('worker', 'insert'),
    // To reseal with a new data key.
    createRolePolicy('worker', 'update', { columns: [t.content] }),
    createRolePolicy('administrator', 'select'),
    createRolePolicy('administrator', 'update', { columns: [t.readAt] }),
    createRolePolicy('administrator', 'delete'),
  ],
)

/** Human checks that were used, so that none is used twice; deleted once they have expired. */
export const usedChecks = pgTable(
  'used_checks',
  {
    websiteId: uuid()
      .notNull()
      .default(selectedSiteId)
      .references(() => websites.websiteId, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.tokenHash] }),
    createSitePolicy(),
    index('used_checks_expires').on(t.websiteId, t.expiresAt),
    createRolePolicy('visitor', 'insert'),
    createRolePolicy('checkout', 'insert'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('worker', 'delete'),
  ],
)
