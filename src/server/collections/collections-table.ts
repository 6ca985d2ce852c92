import { sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { boolean, check, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { collectionNames } from '#domain/collections/collection.ts'
import { awardResults, releaseKinds, type Track } from '#domain/pages/content.ts'
import type { StreamingLink } from '#domain/pages/streaming.ts'
import { createRolePolicy } from '#server/db/access.ts'
import {
  demoFlagColumn,
  siteColumns,
  siteConstraints,
  sqlTextList,
  timestamps,
  timestamptz,
} from '#server/sites/site-table.ts'

/**
 * The collections that the owner has made their own. Without a row here the entries come from the starter. Deleting the
 * row deletes the entries.
 */
export const ownCollections = pgTable(
  'own_collections',
  {
    ...siteColumns(),
    name: text({ enum: collectionNames }).notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('own_collections_name').on(t.websiteId, t.name),
    check('own_collections_name_known', sql`${t.name} in (${sqlTextList(collectionNames)})`),
    createRolePolicy('visitor', 'select'),
    createRolePolicy('worker', 'select'),
    createRolePolicy('administrator', 'all'),
  ],
)

/** The columns that all collections share. */
const entryColumns = () => ({
  ...siteColumns(),
  collectionId: uuid().notNull(),
  /** The lowest comes first. */
  position: integer().notNull(),
  isPublished: boolean().notNull().default(false),
  sequence: integer().notNull().default(0),
  isDemo: demoFlagColumn(),
  ...timestamps(),
})

type EntryColumns = Record<'id' | 'websiteId' | 'collectionId' | 'position' | 'isPublished' | 'sequence', PgColumn>

const entryConstraints = (table: string, t: EntryColumns) => [
  ...siteConstraints(t),
  foreignKey({
    name: `${table}_collection`,
    columns: [t.websiteId, t.collectionId],
    foreignColumns: [ownCollections.websiteId, ownCollections.id],
  }).onDelete('cascade'),
  index(`${table}_collection`).on(t.websiteId, t.collectionId),
  index(`${table}_order`).on(t.websiteId, t.position, t.id),
  check(`${table}_sequence_up`, sql`${t.sequence} >= 0`),
  createRolePolicy('visitor', 'select', { condition: sql`${t.isPublished}` }),
  createRolePolicy('worker', 'select'),
  createRolePolicy('administrator', 'all'),
]

export const releases = pgTable(
  'releases',
  {
    ...entryColumns(),
    slug: text().notNull(),
    title: text().notNull(),
    kind: text({ enum: releaseKinds }).notNull(),
    released: text().notNull(),
    cover: text(),
    coverAlt: text(),
    text: text().notNull(),
    credits: text().notNull(),
    tracks: jsonb().$type<Track[]>().notNull(),
    product: text(),
    links: jsonb().$type<StreamingLink[]>().notNull(),
  },
  (t) => [
    ...entryConstraints('releases', t),
    unique('releases_slug').on(t.websiteId, t.slug),
    check('releases_slug_shape', sql`${t.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('releases_title_said', sql`${t.title} <> ''`),
    check('releases_kind_known', sql`${t.kind} in (${sqlTextList(releaseKinds)})`),
    check('releases_released_date', sql`${t.released} ~ '^[0-9]{4}(-[0-9]{2}-[0-9]{2})?$'`),
    check('releases_tracks_list', sql`jsonb_typeof(${t.tracks}) = 'array'`),
    check('releases_links_list', sql`jsonb_typeof(${t.links}) = 'array'`),
  ],
)

export const awards = pgTable(
  'awards',
  {
    ...entryColumns(),
    year: integer().notNull(),
    title: text().notNull(),
    by: text().notNull(),
    result: text({ enum: awardResults }).notNull(),
    work: text(),
    text: text(),
    image: text(),
    imageAlt: text(),
  },
  (t) => [
    ...entryConstraints('awards', t),
    check('awards_title_said', sql`${t.title} <> ''`),
    check('awards_result_known', sql`${t.result} in (${sqlTextList(awardResults)})`),
  ],
)

export const pressQuotes = pgTable(
  'press_quotes',
  {
    ...entryColumns(),
    quote: text().notNull(),
    source: text().notNull(),
    author: text(),
    year: integer().notNull(),
    link: text(),
  },
  (t) => [
    ...entryConstraints('press_quotes', t),
    check('press_quotes_said', sql`${t.quote} <> '' and ${t.source} <> ''`),
    check('press_quotes_link_open', sql`${t.link} ~* '^https?://'`),
  ],
)
