import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { createRolePolicy, createSitePolicy, selectedSiteId } from '#server/db/access.ts'
import { timestamptz } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

/** Recent attempts per limit and subject, counted for all processes together. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    websiteId: uuid()
      .notNull()
      .default(selectedSiteId)
      .references(() => websites.websiteId, { onDelete: 'cascade' }),
    /** The name of the limit and a keyed hash of what it counts. */
    key: text().notNull(),
    count: integer().notNull(),
    resetsAt: timestamptz().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.key] }),
    createSitePolicy(),
    index('rate_limits_resets').on(t.websiteId, t.resetsAt),
    check('rate_limits_count_up', sql`${t.count} >= 0`),
    createRolePolicy('auth_service', 'all'),
  ],
)

/**
 * The same for limits over all websites, which share accounts. Only the role `auth_service` can read it, and a key does
 * not reveal whose account it is.
 */
export const installationLimits = pgTable(
  'installation_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: timestamptz().notNull(),
  },
  (t) => [
    index('installation_limits_resets').on(t.resetsAt),
    check('installation_limits_count_up', sql`${t.count} >= 0`),
    createRolePolicy('auth_service', 'all'),
  ],
)
