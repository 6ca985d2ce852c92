import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { allow, chosenSite, siteOnly } from '#server/db/access.ts'
import { timestamptz } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

/** What the owner has set otherwise than the site's file says; null is what the file says. */
export const siteSettings = pgTable(
  'site_settings',
  {
    websiteId: uuid()
      .primaryKey()
      .default(chosenSite)
      .references(() => websites.websiteId),
    contactEmail: text(),
    social: jsonb().$type<{ link: string; icon: string; label: string }[]>(),
    sequence: integer().notNull().default(0),
    updatedAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    siteOnly(),
    check('site_settings_social_list', sql`jsonb_typeof(${t.social}) = 'array'`),
    allow('visitor', 'select'),
    allow('preview', 'select'),
    allow('worker', 'select'),
    allow('administrator', 'all'),
  ],
)
