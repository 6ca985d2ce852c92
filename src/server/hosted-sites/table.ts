import { sql } from 'drizzle-orm'
import { boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createRolePolicy, hasPlatformAccess } from '#server/db/access.ts'
import { timestamptz } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

/**
 * The websites that were created in the admin area. Every process serves all of them, so the rows belong to the
 * installation, and `site only` does not apply. The websites of `sites/` have no row here.
 */
export const hostedSites = pgTable(
  'hosted_sites',
  {
    websiteId: uuid()
      .primaryKey()
      .references(() => websites.websiteId, { onDelete: 'cascade' }),
    /** The folder in `sites/` that the website begins as. */
    starter: text().notNull(),
    name: text().notNull(),
    createdBy: uuid(),
    createdAt: timestamptz().notNull(),
    suspendedAt: timestamptz(),
    /** When a deleted website is deleted for good; until then it can be restored. */
    deleteAfter: timestamptz(),
  },
  (t) => [
    index('hosted_sites_newest').on(t.createdAt),
    check('hosted_sites_name_said', sql`${t.name} <> ''`),
    createRolePolicy('worker', 'select'),
    createRolePolicy('platform', 'select', { condition: hasPlatformAccess }),
    createRolePolicy('platform', 'insert', { condition: hasPlatformAccess }),
    createRolePolicy('platform', 'update', { condition: hasPlatformAccess, columns: [t.suspendedAt, t.deleteAfter] }),
  ],
)

/** By its DNS, or by a user with platform access. */
const confirmations = ['dns', 'person'] as const

/** Hosts of websites, besides those in `sites/`. A host belongs to one website of the installation. */
export const siteHosts = pgTable(
  'site_hosts',
  {
    /** In ASCII form, as in a Host header. */
    host: text().primaryKey(),
    websiteId: uuid()
      .notNull()
      .references(() => websites.websiteId, { onDelete: 'cascade' }),
    /** Used in links and mails, instead of the domain of the site's file. */
    isMain: boolean().notNull(),
    createdAt: timestamptz().notNull(),
    /** The host is served only from then on, so that no one can claim the domain of someone else. */
    confirmedAt: timestamptz(),
    confirmation: text({ enum: confirmations }),
  },
  (t) => [
    uniqueIndex('site_hosts_one_main').on(t.websiteId).where(sql`${t.isMain}`),
    index('site_hosts_website').on(t.websiteId),
    check('site_hosts_ascii', sql`${t.host} ~ '^[a-z0-9-]+(\\.[a-z0-9-]+)*$' and length(${t.host}) <= 253`),
    check('site_hosts_confirmation', sql`num_nulls(${t.confirmedAt}, ${t.confirmation}) in (0, 2)`),
    check('site_hosts_confirmation_known', sql`${t.confirmation} in ('dns', 'person')`),
    createRolePolicy('worker', 'select'),
    createRolePolicy('platform', 'all', { condition: hasPlatformAccess }),
  ],
)
