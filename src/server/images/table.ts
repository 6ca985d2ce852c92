import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { allow } from '#server/db/access.ts'
import { ofSite, siteKeys, timestamptz } from '#server/sites/site-table.ts'

/** Pictures that were uploaded, as they are kept: upright, in sRGB, without anything else that the camera wrote. */
export const pictures = pgTable(
  'pictures',
  {
    ...siteKeys(),
    /** Of the bytes that are kept, as addresses say it. */
    hash: text().notNull(),
    /** What its addresses end with, made from the name of the file. */
    name: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    placeholder: text(),
    bytes: integer().notNull(),
    /** The day that the camera wrote down. */
    takenOn: date(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    ...ofSite(t),
    unique('pictures_hash').on(t.websiteId, t.hash),
    index('pictures_age').on(t.websiteId, t.createdAt),
    check('pictures_hash_shape', sql`${t.hash} ~ '^[0-9a-f]{16}$'`),
    check('pictures_name_plain', sql`${t.name} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('pictures_size', sql`${t.width} > 0 and ${t.height} > 0 and ${t.bytes} > 0`),
    allow('visitor', 'select'),
    allow('worker', 'select'),
    allow('worker', 'delete'),
    allow('administrator', 'all'),
  ],
)
