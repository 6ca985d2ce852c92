import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { sealed } from '#server/crypto/sealed.ts'
import { chosenSite, may, siteOnly } from '#server/db/access.ts'
import { moment, ofSite, siteKeys } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

/** What visitors have written to the owner of the site. Nobody can read it from here without the data key. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    ...siteKeys(),
    /** Name, address, subject and message, sealed as one. */
    content: sealed().notNull(),
    /** Finds what one address has written. */
    emailIndex: sealed().notNull(),
    receivedAt: moment().notNull(),
    readAt: moment(),
  },
  (t) => [
    ...ofSite(t),
    index('contact_messages_newest').on(t.websiteId, t.receivedAt.desc()),
    index('contact_messages_email').on(t.websiteId, t.emailIndex),
    check('contact_messages_index_size', sql`length(${t.emailIndex}) = 32`),
    may('visitor', 'insert', { when: sql`${t.readAt} is null` }),
    may('worker', 'select'),
    may('worker', 'delete'),
    // For another data key.
    may('worker', 'update', { columns: [t.content] }),
    may('administrator', 'select'),
    may('administrator', 'update', { columns: [t.readAt] }),
    may('administrator', 'delete'),
  ],
)

/** Human checks that were passed, so that none is used twice; forgotten once they would be refused for their age. */
export const usedChecks = pgTable(
  'used_checks',
  {
    websiteId: uuid()
      .notNull()
      .default(chosenSite)
      .references(() => websites.websiteId),
    tokenHash: text().notNull(),
    expiresAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.tokenHash] }),
    siteOnly(),
    index('used_checks_expires').on(t.websiteId, t.expiresAt),
    may('visitor', 'insert'),
    may('checkout', 'insert'),
    may('worker', 'select'),
    may('worker', 'delete'),
  ],
)
