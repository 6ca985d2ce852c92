import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { mediaKinds } from '#domain/media/item.ts'
import { createRolePolicy } from '#server/db/access.ts'
import { demoFlagColumn, siteColumns, siteConstraints, timestamps, timestamptz } from '#server/sites/site-table.ts'

export const mediaItems = pgTable(
  'media_items',
  {
    ...siteColumns(),
    kind: text({ enum: mediaKinds }).notNull(),
    title: text().notNull(),
    description: text(),
    source: text().notNull(),
    duration: integer(),
    posterUrl: text(),
    posterAlt: text(),
    position: integer().notNull().default(0),
    isPublished: boolean().notNull().default(false),
    sequence: integer().notNull().default(0),
    ...timestamps(),
    isDemo: demoFlagColumn(),
  },
  (t) => [
    ...siteConstraints(t),
    index('media_items_order').on(t.websiteId, t.position),
    check('media_items_kind_known', sql`${t.kind} in (${sql.raw(mediaKinds.map((kind) => `'${kind}'`).join(', '))})`),
    check('media_items_title_said', sql`${t.title} <> ''`),
    check('media_items_source_open', sql`${t.source} ~ '^(https://|/[^/])'`),
    check('media_items_poster_open', sql`${t.posterUrl} ~ '^(https?:/)?/[^/]'`),
    check('media_items_sequence_up', sql`${t.sequence} >= 0`),
    check('media_items_duration_long', sql`${t.duration} > 0`),
    createRolePolicy('visitor', 'select', { condition: sql`${t.isPublished}` }),
    createRolePolicy('worker', 'select'),
    createRolePolicy('administrator', 'all'),
  ],
)

/** Videos and audio that the owner has uploaded; an item names one by its address. */
export const mediaFiles = pgTable(
  'media_files',
  {
    ...siteColumns(),
    hash: text().notNull(),
    /** As it was called when it came. */
    name: text().notNull(),
    /** Found in its bytes, never believed from its name. */
    type: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
    isDemo: demoFlagColumn(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('media_files_hash').on(t.websiteId, t.hash),
    check('media_files_hash_shape', sql`${t.hash} ~ '^[0-9a-f]{64}$'`),
    check('media_files_type_known', sql`${t.type} ~ '^(audio|video)/'`),
    check('media_files_size', sql`${t.bytes} > 0`),
    createRolePolicy('visitor', 'select'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('worker', 'delete'),
    createRolePolicy('administrator', 'all'),
  ],
)
