import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { allow, siteOnly } from '#server/db/access.ts'

/** What an owner has chosen in the set-up guide: to look at the demo first, the site is theirs, or no guide any more. */
const setUpStates = ['exploring', 'mine', 'dismissed'] as const

/** The websites of this installation, as `sites/` states them; every other row belongs to one of these. */
export const websites = pgTable(
  'websites',
  {
    websiteId: uuid().primaryKey(),
    name: text().notNull(),
    /** When the demo content was put in; never twice. */
    demoFilledAt: timestamp({ withTimezone: true }),
    /** How far its owner is with the set-up; null until they have chosen. */
    setUp: text({ enum: setUpStates }),
  },
  (t) => [
    check('websites_name_said', sql`${t.name} <> ''`),
    check(
      'websites_set_up_known',
      sql`${t.setUp} in (${sql.raw(setUpStates.map((state) => `'${state}'`).join(', '))})`,
    ),
    siteOnly(),
    allow('visitor', 'select'),
    allow('administrator', 'select'),
    allow('checkout', 'select'),
    allow('auth_service', 'select'),
    allow('worker', 'select'),
    allow('worker', 'insert'),
    allow('worker', 'update', { columns: [t.name] }),
    allow('administrator', 'update', { columns: [t.demoFilledAt] }),
    allow('administrator', 'update', { columns: [t.setUp] }),
  ],
)
