import { sql } from 'drizzle-orm'
import { boolean, check, date, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { originalTypes } from '#domain/images/upload.ts'
import { createRolePolicy } from '#server/db/access.ts'
import { demoFlagColumn, siteColumns, siteConstraints, timestamptz } from '#server/sites/site-table.ts'

/** Pictures that were uploaded, as they are kept: upright, in sRGB, without anything else that the camera wrote. */
export const pictures = pgTable(
  'pictures',
  {
    ...siteColumns(),
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
    /** What it shows, for those who cannot see it. A place that shows it may have words of its own. */
    alt: text().notNull().default(''),
    /** The picture carries no information, so it needs no description. */
    isDecorative: boolean().notNull().default(false),
    /** The point that stays visible when the picture is cropped, in percent from the left and from the top. */
    focusX: integer().notNull().default(50),
    focusY: integer().notNull().default(50),
    /** What the file was called. Empty for pictures from before this was kept. */
    fileName: text().notNull().default(''),
    /** The file as it was uploaded, metadata included; for administrators only. Null for pictures from before it was kept. */
    originalHash: text(),
    originalBytes: integer(),
    originalType: text({ enum: originalTypes }),
    uploadedBy: text(),
    sequence: integer().notNull().default(0),
    /** Taken out of the library. It is swept when nothing names it any more. */
    removedAt: timestamptz(),
    createdAt: timestamptz().notNull().defaultNow(),
    isDemo: demoFlagColumn(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('pictures_hash').on(t.websiteId, t.hash),
    index('pictures_age').on(t.websiteId, t.createdAt),
    check('pictures_hash_shape', sql`${t.hash} ~ '^[0-9a-f]{16}$'`),
    check('pictures_name_plain', sql`${t.name} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('pictures_focus', sql`${t.focusX} between 0 and 100 and ${t.focusY} between 0 and 100`),
    check('pictures_described', sql`not ${t.isDecorative} or ${t.alt} = ''`),
    check(
      'pictures_original',
      sql`(${t.originalHash} ~ '^[0-9a-f]{64}$' and ${t.originalBytes} > 0 and ${t.originalType} is not null) or num_nonnulls(${t.originalHash}, ${t.originalBytes}, ${t.originalType}) = 0`,
    ),
    check('pictures_sequence_up', sql`${t.sequence} >= 0`),
    check('pictures_size', sql`${t.width} > 0 and ${t.height} > 0 and ${t.bytes} > 0`),
    createRolePolicy('visitor', 'select'),
    createRolePolicy('preview', 'select'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('worker', 'delete'),
    createRolePolicy('administrator', 'all'),
  ],
)
