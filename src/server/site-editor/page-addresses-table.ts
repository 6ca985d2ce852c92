import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { OwnPagePart } from '#domain/site-editor/document.ts'
import { createRolePolicy, createSitePolicy, selectedSiteId } from '#server/db/access.ts'
import { websites } from '#server/sites/table.ts'

/**
 * Every address that a page of the owner's has had since it was published first, with the page that had it last. So an
 * old address leads to where the page is now, and that of a deleted page answers that it is gone.
 */
export const pageAddresses = pgTable(
  'page_addresses',
  {
    websiteId: uuid()
      .notNull()
      .default(selectedSiteId)
      .references(() => websites.websiteId, { onDelete: 'cascade' }),
    address: text().notNull(),
    /** The part of the document: `own-k3v9`. */
    page: text().$type<OwnPagePart>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.websiteId, t.address] }),
    createSitePolicy(),
    check('page_addresses_address', sql`${t.address} ~ '^/[a-z0-9-]{1,60}$'`),
    check('page_addresses_page', sql`${t.page} ~ '^own-[a-z0-9]{1,12}$'`),
    createRolePolicy('visitor', 'select'),
    createRolePolicy('preview', 'select'),
    ...(['worker', 'administrator'] as const).flatMap((role) => [
      createRolePolicy(role, 'select'),
      createRolePolicy(role, 'insert'),
      createRolePolicy(role, 'update'),
    ]),
  ],
)
