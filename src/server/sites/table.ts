import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { may, siteOnly } from '#server/db/access.ts'

/** The websites of this installation, as `sites/` states them; every other row belongs to one of these. */
export const websites = pgTable(
  'websites',
  {
    websiteId: uuid().primaryKey(),
    name: text().notNull(),
    /** When the demo content was put in; never twice. */
    demoFilledAt: timestamp({ withTimezone: true }),
  },
  (t) => [
    check('websites_name_said', sql`${t.name} <> ''`),
    siteOnly(),
    may('visitor', 'select'),
    may('administrator', 'select'),
    may('checkout', 'select'),
    may('auth_service', 'select'),
    may('worker', 'select'),
    may('worker', 'insert'),
    may('worker', 'update', { columns: [t.name] }),
    may('administrator', 'update', { columns: [t.demoFilledAt] }),
  ],
)
