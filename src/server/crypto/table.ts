import { sql } from 'drizzle-orm'
import { check, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { may } from '#server/db/access.ts'
import { moment, ofSite, siteKeys } from '#server/sites/site-table.ts'

/** The data keys that values of a website may be sealed with, by their ids: without any of them, some would be lost. */
export const dataKeys = pgTable(
  'data_keys',
  {
    ...siteKeys(),
    keyId: text().notNull(),
    firstUsedAt: moment().notNull().defaultNow(),
  },
  (t) => [
    ...ofSite(t),
    unique('data_keys_once').on(t.websiteId, t.keyId),
    check('data_keys_id_shape', sql`${t.keyId} ~ '^[0-9a-f]{8}$'`),
    may('worker', 'all'),
  ],
)
