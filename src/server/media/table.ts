import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { mediaKinds } from '#domain/media/item.ts'
import { may } from '#server/db/access.ts'
import { ofSite, siteKeys, written } from '#server/sites/site-table.ts'

export const mediaItems = pgTable(
  'media_items',
  {
    ...siteKeys(),
    kind: text({ enum: mediaKinds }).notNull(),
    title: text().notNull(),
    description: text(),
    source: text().notNull(),
    duration: integer(),
    posterUrl: text(),
    posterAlt: text(),
    position: integer().notNull().default(0),
    isPublished: boolean().notNull().default(false),
    ...written(),
  },
  (t) => [
    ...ofSite(t),
    index('media_items_order').on(t.websiteId, t.position),
    check('media_items_kind_known', sql`${t.kind} in (${sql.raw(mediaKinds.map((kind) => `'${kind}'`).join(', '))})`),
    check('media_items_title_said', sql`${t.title} <> ''`),
    check('media_items_source_open', sql`${t.source} ~ '^(https://|/[^/])'`),
    check('media_items_poster_open', sql`${t.posterUrl} ~ '^(https?:/)?/[^/]'`),
    check('media_items_duration_long', sql`${t.duration} > 0`),
    may('visitor', 'select', { when: sql`${t.isPublished}` }),
    may('worker', 'select'),
    may('administrator', 'all'),
  ],
)
