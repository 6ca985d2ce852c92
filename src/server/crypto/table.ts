import { sql } from 'drizzle-orm'
import { check, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { createRolePolicy, createSitePolicy, selectedSiteId } from '#server/db/access.ts'
import { siteColumns, siteConstraints, timestamptz } from '#server/sites/site-table.ts'
import { websites } from '#server/sites/table.ts'

/** The data keys that values of a website may be sealed with, by their ids: without any of them, some would be lost. */
export const dataKeys = pgTable(
  'data_keys',
  {
    ...siteColumns(),
    keyId: text().notNull(),
    firstUsedAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('data_keys_once').on(t.websiteId, t.keyId),
    check('data_keys_id_shape', sql`${t.keyId} ~ '^[0-9a-f]{8}$'`),
    createRolePolicy('worker', 'all'),
  ],
)

/** The APP_SECRET that a website's indexes, download links and recovery codes follow from, by its id. */
export const appSecrets = pgTable(
  'app_secrets',
  {
    websiteId: uuid()
      .primaryKey()
      .default(selectedSiteId)
      .references(() => websites.websiteId, { onDelete: 'cascade' }),
    secretId: text().notNull(),
    firstUsedAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    createSitePolicy(),
    check('app_secrets_id_shape', sql`${t.secretId} ~ '^[0-9a-f]{8}$'`),
    createRolePolicy('worker', 'all'),
  ],
)
