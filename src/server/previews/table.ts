import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { clipTypes, previewStates } from '#domain/previews/preview.ts'
import { createRolePolicy } from '#server/db/access.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import {
  demoFlagColumn,
  siteColumns,
  siteConstraints,
  sqlTextList,
  timestamps,
  timestamptz,
} from '#server/sites/site-table.ts'

/** Previews: clips of at most thirty seconds, each in a file of its own. */
export const trackPreviews = pgTable(
  'track_previews',
  {
    ...siteColumns(),
    productId: uuid().notNull(),
    /** The file of the track, which visitors cannot read. */
    fileId: uuid().notNull(),
    state: text({ enum: previewStates }).notNull().default('waiting'),
    /** The start of the clip that the owner has chosen; null is at one third. */
    startMs: integer(),
    /** Increased when the owner chooses a start: a clip that was cut for an earlier choice is discarded. */
    choice: integer().notNull().default(0),
    /** The duration of the whole track. */
    durationMs: integer(),
    /** The waveform of the whole track: 1000 columns of one byte, as base64. */
    peaks: text(),
    /** The SHA-256 of the clip, which is part of its address. */
    clipHash: text(),
    clipEnding: text({ enum: Object.keys(clipTypes) as [keyof typeof clipTypes] }),
    clipBytes: integer(),
    clipStartMs: integer(),
    clipMs: integer(),
    ...timestamps(),
  },
  (t) => [
    ...siteConstraints(t),
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
    check('track_previews_state_known', sql`${t.state} in (${sqlTextList(previewStates)})`),
    check('track_previews_peaks', sql`length(decode(${t.peaks}, 'base64')) = 1000`),
    check('track_previews_start', sql`${t.startMs} >= 0`),
    check('track_previews_clip_whole', sql`(${t.clipHash} is null) = (${t.clipEnding} is null)`),
    check('track_previews_ready', sql`${t.state} <> 'ready' or ${t.clipHash} is not null`),
    // Visitors hear previews of published products only.
    createRolePolicy('visitor', 'select', {
      condition: sql`${t.clipHash} is not null and exists (select from products where products.website_id = ${t.websiteId} and products.id = ${t.productId})`,
    }),
    createRolePolicy('worker', 'all'),
    createRolePolicy('administrator', 'all'),
  ],
)

/**
 * Plays, written only by the database function `record_preview_play`: one row per session and product, however often it
 * was played. Visitors without consent share one row without an id per product and day, which only counts them.
 * `sum(play_count)` is the number of plays.
 */
export const previewPlays = pgTable(
  'preview_plays',
  {
    ...siteColumns(),
    productId: uuid().notNull(),
    /** A keyed hash of the browser's session of the day; null without consent. */
    sessionId: text(),
    /** In the time zone of the site. */
    datePlayed: date().notNull(),
    /** 1 for a session; without an id the number of plays. */
    playCount: integer().notNull(),
    /** Whether a clip was heard to its end: 0 or 1. */
    completePlays: integer().notNull().default(0),
    /** Seconds that were listened to, of all clips of the product together. */
    totalDuration: integer().notNull().default(0),
    /** Whether the product was bought later in the session: 0 or 1. */
    conversionCount: integer().notNull().default(0),
    /** A word of `deviceOf` in the domain of the analytics. */
    device: text(),
    /** The host of the referring page; null for a direct visit. */
    referrer: text(),
    firstPlayedAt: timestamptz().notNull(),
    lastPlayedAt: timestamptz().notNull(),
    isDemo: demoFlagColumn(),
  },
  (t) => [
    ...siteConstraints(t),
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
    createRolePolicy('demo_remover', 'select', { condition: sql`${t.isDemo}` }),
    createRolePolicy('demo_remover', 'delete', { condition: sql`${t.isDemo}` }),
    createRolePolicy('worker', 'all'),
    createRolePolicy('administrator', 'select'),
  ],
)
