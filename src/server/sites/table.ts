import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { setUpStates } from '#domain/set-up/set-up.ts'
import { allow, hasPlatformAccess, siteOnly } from '#server/db/access.ts'

/** The websites of this installation, of `sites/` and made in the admin area; every other row belongs to one of these. */
export const websites = pgTable(
  'websites',
  {
    websiteId: uuid().primaryKey(),
    name: text().notNull(),
    /** When the demo content was put in; never twice. */
    demoFilledAt: timestamp({ withTimezone: true }),
    /** How far its owner is with the set-up; null until they have chosen. */
    setUp: text({ enum: setUpStates }),
    /** Since when nothing of the demo artist is shown; never again after that. */
    ownSince: timestamp({ withTimezone: true }),
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
    // All that belongs to it goes with it. Only a website that was deleted in the admin area, and when its time has come.
    allow('worker', 'delete', {
      condition: sql`exists (select from hosted_sites where hosted_sites.website_id = ${t.websiteId} and hosted_sites.delete_after <= now())`,
    }),
    allow('platform', 'insert', { condition: hasPlatformAccess }),
    allow('platform', 'select', { condition: hasPlatformAccess }),
    allow('worker', 'update', { columns: [t.name] }),
    allow('administrator', 'update', { columns: [t.demoFilledAt] }),
    allow('administrator', 'update', { columns: [t.setUp] }),
    allow('administrator', 'update', { columns: [t.ownSince] }),
  ],
)
