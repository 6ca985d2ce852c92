import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { clipTypes, previewStates } from '#domain/previews/preview.ts'
import { may } from '#server/db/access.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { moment, ofSite, siteKeys, written } from '#server/sites/site-table.ts'

const listed = (words: readonly string[]) => sql.raw(words.map((word) => `'${word}'`).join(', '))

/** What visitors may hear of a track: thirty seconds or less, which are a file of their own. */
export const trackPreviews = pgTable(
  'track_previews',
  {
    ...siteKeys(),
    productId: uuid().notNull(),
    /** The track, which no visitor sees. Another file is another row. */
    fileId: uuid().notNull(),
    state: text({ enum: previewStates }).notNull().default('waiting'),
    /** Where the owner wants the clip to begin, in milliseconds; none is at one third. */
    startMs: integer(),
    /** How often the owner has chosen: a clip that was cut for an earlier choice does not count any more. */
    choice: integer().notNull().default(0),
    /** How long the whole track is. */
    durationMs: integer(),
    /** How loud the whole track is, in 1000 columns of one byte each, as base64. */
    peaks: text(),
    /** The SHA-256 of the clip; what is at its address never changes. */
    clipHash: text(),
    clipEnding: text({ enum: Object.keys(clipTypes) as [keyof typeof clipTypes] }),
    clipBytes: integer(),
    clipStartMs: integer(),
    clipMs: integer(),
    ...written(),
  },
  (t) => [
    ...ofSite(t),
    foreignKey({
      name: 'track_previews_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'track_previews_file',
      columns: [t.websiteId, t.fileId],
      foreignColumns: [productFiles.websiteId, productFiles.id],
    }).onDelete('cascade'),
    unique('track_previews_once').on(t.websiteId, t.fileId),
    index('track_previews_product').on(t.websiteId, t.productId),
    check('track_previews_state_known', sql`${t.state} in (${listed(previewStates)})`),
    check('track_previews_peaks', sql`length(decode(${t.peaks}, 'base64')) = 1000`),
    check('track_previews_start', sql`${t.startMs} >= 0`),
    check('track_previews_clip_whole', sql`(${t.clipHash} is null) = (${t.clipEnding} is null)`),
    check('track_previews_ready', sql`${t.state} <> 'ready' or ${t.clipHash} is not null`),
    // Through a product that they see: what is not on show cannot be heard.
    may('visitor', 'select', {
      when: sql`${t.clipHash} is not null and exists (select from products where products.website_id = ${t.websiteId} and products.id = ${t.productId})`,
    }),
    may('worker', 'all'),
    may('administrator', 'all'),
  ],
)

/**
 * What visitors have listened to, written by the database's function `record_preview_play` alone: one row for a
 * visitor's day and a product, however often it was played. Visitors who want nothing recorded share one row without an
 * id for a product and a day, which knows nothing but how many they were. `sum(play_count)` is the number of plays.
 */
export const previewPlays = pgTable(
  'preview_plays',
  {
    ...siteKeys(),
    productId: uuid().notNull(),
    /** A keyed hash of what the browser calls its day; another one tomorrow. None for those who want nothing recorded. */
    sessionId: text(),
    /** By the clocks of the site. */
    datePlayed: date().notNull(),
    /** One for a session; as many as there were without an id. */
    playCount: integer().notNull(),
    /** Whether a clip was heard to its end: 0 or 1. */
    completePlays: integer().notNull().default(0),
    /** Seconds that were listened to, of all clips of the product together. */
    totalDuration: integer().notNull().default(0),
    /** Whether the product was bought later in the session: 0 or 1. */
    conversionCount: integer().notNull().default(0),
    /** A word of `deviceOf` in the domain of the analytics. */
    device: text(),
    /** The host of the page that led to the site; none for those who came by themselves. */
    referrer: text(),
    firstPlayedAt: moment().notNull(),
    lastPlayedAt: moment().notNull(),
  },
  (t) => [
    ...ofSite(t),
    foreignKey({
      name: 'preview_plays_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }).onDelete('cascade'),
    unique('preview_plays_once').on(t.websiteId, t.productId, t.sessionId, t.datePlayed).nullsNotDistinct(),
    index('preview_plays_day').on(t.websiteId, t.datePlayed),
    index('preview_plays_session').on(t.websiteId, t.sessionId),
    check('preview_plays_counted', sql`${t.playCount} > 0 and (${t.sessionId} is null or ${t.playCount} = 1)`),
    check('preview_plays_complete', sql`${t.completePlays} between 0 and 1 and ${t.conversionCount} between 0 and 1`),
    check('preview_plays_seconds', sql`${t.totalDuration} between 0 and 86400`),
    check(
      'preview_plays_nameless',
      sql`${t.sessionId} is not null or (${t.completePlays} = 0 and ${t.totalDuration} = 0 and ${t.conversionCount} = 0 and ${t.device} is null and ${t.referrer} is null)`,
    ),
    may('worker', 'all'),
    may('administrator', 'select'),
  ],
)
