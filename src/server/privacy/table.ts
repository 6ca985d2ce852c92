import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { bytea, sealedColumn } from '#server/crypto/sealer.ts'
import { createRolePolicy } from '#server/db/access.ts'
import { siteColumns, siteConstraints, timestamptz } from '#server/sites/site-table.ts'

/**
 * A request for the data that the site holds on an e-mail address. The link in the mail confirms the address; the export is
 * sealed and can be fetched for a day.
 */
export const dataExports = pgTable(
  'data_exports',
  {
    ...siteColumns(),
    /** Of the link in the mail. */
    tokenHash: text().notNull(),
    /** The address, sealed, and what finds its rows. */
    email: sealedColumn().notNull(),
    emailIndex: bytea().notNull(),
    requestedAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    confirmedAt: timestamptz(),
    /** Of the link to the file, which only the browser that confirmed has. */
    fileTokenHash: text(),
    /** What was found, as JSON, sealed. */
    content: sealedColumn(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('data_exports_token').on(t.websiteId, t.tokenHash),
    unique('data_exports_file_token').on(t.websiteId, t.fileTokenHash),
    index('data_exports_expires').on(t.websiteId, t.expiresAt),
    check('data_exports_index_size', sql`length(${t.emailIndex}) = 32`),
    check('data_exports_file_whole', sql`(${t.fileTokenHash} is null) = (${t.content} is null)`),
    check('data_exports_confirmed_first', sql`${t.content} is null or ${t.confirmedAt} is not null`),
    createRolePolicy('visitor', 'insert', { condition: sql`${t.confirmedAt} is null and ${t.content} is null` }),
    createRolePolicy('worker', 'all'),
  ],
)
