import { sql } from 'drizzle-orm'
import { check, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { setUpStates } from '#domain/set-up/set-up.ts'
import { createRolePolicy, createSitePolicy, hasPlatformAccess } from '#server/db/access.ts'

/** The websites of this installation, those of `sites/` and hosted sites; every other row belongs to one of these. */
export const websites = pgTable(
  'websites',
  {
    websiteId: uuid().primaryKey(),
    name: text().notNull(),
    /** When the demo content was inserted, which happens once. */
    demoFilledAt: timestamp({ withTimezone: true }),
    /** How far its owner is with the set-up; null until they have chosen. */
    setUp: text({ enum: setUpStates }),
    /** When the owner's content replaced the demo artist. Never null again after that. */
    ownSince: timestamp({ withTimezone: true }),
  },
  (t) => [
    check('websites_name_said', sql`${t.name} <> ''`),
    check(
      'websites_set_up_known',
      sql`${t.setUp} in (${sql.raw(setUpStates.map((state) => `'${state}'`).join(', '))})`,
    ),
    createSitePolicy(),
    createRolePolicy('visitor', 'select'),
    createRolePolicy('administrator', 'select'),
    createRolePolicy('checkout', 'select'),
    createRolePolicy('auth_service', 'select'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('worker', 'insert'),
    // Cascades to all rows of the website. Only a hosted site that was deleted, after the time to restore it.
    createRolePolicy('worker', 'delete', {
      condition: sql`exists (select from hosted_sites where hosted_sites.website_id = ${t.websiteId} and hosted_sites.delete_after <= now())`,
    }),
    createRolePolicy('platform', 'insert', { condition: hasPlatformAccess }),
    createRolePolicy('platform', 'select', { condition: hasPlatformAccess }),
    createRolePolicy('worker', 'update', { columns: [t.name] }),
    createRolePolicy('administrator', 'update', { columns: [t.demoFilledAt] }),
    createRolePolicy('administrator', 'update', { columns: [t.setUp] }),
    createRolePolicy('administrator', 'update', { columns: [t.ownSince] }),
  ],
)
