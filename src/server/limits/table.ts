import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { chosenSite, may, siteOnly } from '#server/db/access.ts'
import { moment } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

/** How often somebody has tried something of late, counted for all processes together. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    websiteId: uuid()
      .notNull()
      .default(chosenSite)
      .references(() => websites.websiteId),
    /** The limit and whom it counts, who cannot be told from it. */
    key: text().notNull(),
    count: integer().notNull(),
    resetsAt: moment().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.key] }),
    siteOnly(),
    index('rate_limits_resets').on(t.websiteId, t.resetsAt),
    check('rate_limits_count_up', sql`${t.count} >= 0`),
    may('auth_service', 'all'),
  ],
)

/**
 * The same for what is counted over all websites: an account is one for all of them, so its tries are too. Only the role
 * `auth_service` reaches it, and nobody can tell from a key whose account it is.
 */
export const installationLimits = pgTable(
  'installation_limits',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    resetsAt: moment().notNull(),
  },
  (t) => [
    index('installation_limits_resets').on(t.resetsAt),
    check('installation_limits_count_up', sql`${t.count} >= 0`),
    may('auth_service', 'all'),
  ],
)
