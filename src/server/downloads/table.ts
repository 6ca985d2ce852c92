import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { downloadEventSchemas as eventTypes, failureReasons } from '#domain/downloads/events.ts'
import type { ByteRange } from '#domain/files/conditional-requests.ts'
import { orderItems, orders } from '#server/commerce/orders-table.ts'
import { bytea } from '#server/crypto/sealer.ts'
import { createRolePolicy } from '#server/db/access.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { siteColumns, siteConstraints, sqlTextList, timestamptz } from '#server/sites/site-table.ts'

/** Download rights. The token of the link is stored as a keyed hash only. */
export const digitalDownloads = pgTable(
  'digital_downloads',
  {
    ...siteColumns(),
    orderId: uuid().notNull(),
    orderItemId: uuid().notNull(),
    productId: uuid().notNull(),
    tokenHash: bytea().notNull(),
    /** Increased with every new link, which ends the ones before. */
    linkSerial: integer().notNull().default(0),
    /**
     * The highest number of complete downloads of any of its files, also after a reset: 0 until the first one. The
     * downloads left are counted for each file, see `usage.ts`.
     */
    downloadsUsed: integer().notNull().default(0),
    downloadsAllowed: integer().notNull(),
    createdAt: timestamptz().notNull().defaultNow(),
    expiresAt: timestamptz().notNull(),
    revokedAt: timestamptz(),
  },
  (t) => [
    ...siteConstraints(t),
    foreignKey({
      name: 'digital_downloads_order',
      columns: [t.websiteId, t.orderId],
      foreignColumns: [orders.websiteId, orders.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'digital_downloads_item',
      columns: [t.websiteId, t.orderItemId],
      foreignColumns: [orderItems.websiteId, orderItems.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'digital_downloads_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }),
    unique('digital_downloads_token').on(t.websiteId, t.tokenHash),
    unique('digital_downloads_once').on(t.websiteId, t.orderItemId, t.productId),
    index('digital_downloads_order').on(t.websiteId, t.orderId),
    index('digital_downloads_product').on(t.websiteId, t.productId),
    index('digital_downloads_newest').on(t.websiteId, t.createdAt, t.id),
    check('digital_downloads_counted', sql`${t.downloadsUsed} >= 0 and ${t.downloadsAllowed} > 0`),
    createRolePolicy('checkout', 'all'),
    createRolePolicy('worker', 'all'),
    createRolePolicy('administrator', 'select'),
    createRolePolicy('administrator', 'update'),
  ],
)

/** How much of one file has been served for one right. No row means nothing yet. */
export const downloadCounts = pgTable(
  'download_counts',
  {
    ...siteColumns(),
    downloadId: uuid().notNull(),
    fileId: uuid().notNull(),
    /** Complete downloads. */
    completed: integer().notNull().default(0),
    completedAt: timestamptz(),
    /** Of the download that is not complete: the served ranges, and the served bytes including repeats. */
    served: jsonb().$type<ByteRange[]>().notNull().default([]),
    servedBytes: bigint({ mode: 'number' }).notNull().default(0),
    updatedAt: timestamptz().notNull(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('download_counts_once').on(t.websiteId, t.downloadId, t.fileId),
    foreignKey({
      name: 'download_counts_download',
      columns: [t.websiteId, t.downloadId],
      foreignColumns: [digitalDownloads.websiteId, digitalDownloads.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'download_counts_file',
      columns: [t.websiteId, t.fileId],
      foreignColumns: [productFiles.websiteId, productFiles.id],
    }).onDelete('cascade'),
    check('download_counts_counted', sql`${t.completed} >= 0 and ${t.servedBytes} >= 0`),
    createRolePolicy('worker', 'all'),
    createRolePolicy('administrator', 'select'),
    createRolePolicy('administrator', 'delete'),
  ],
)

/**
 * Download events by the clock of the server. The browser chooses the id of its events, so that a repeated event is stored
 * once. `bytes` and `durationMs` (without pauses) are set with `verified`.
 */
export const downloadEvents = pgTable(
  'download_events',
  {
    ...siteColumns(),
    downloadId: uuid().notNull(),
    /** The right's product. */
    productId: uuid().notNull(),
    /** The file, which may be deleted since. */
    fileId: uuid().notNull(),
    eventType: text({ enum: eventTypes }).notNull(),
    /** Only with `completed`: it is the first complete download of this right. */
    isFirst: boolean().notNull().default(false),
    /** Only with `failed`. */
    reason: text({ enum: failureReasons }),
    bytes: bigint({ mode: 'number' }),
    durationMs: integer(),
    createdAt: timestamptz().notNull(),
  },
  (t) => [
    ...siteConstraints(t),
    foreignKey({
      name: 'download_events_download',
      columns: [t.websiteId, t.downloadId],
      foreignColumns: [digitalDownloads.websiteId, digitalDownloads.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'download_events_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }),
    index('download_events_time').on(t.websiteId, t.createdAt),
    index('download_events_file')
      .on(t.websiteId, t.fileId, t.createdAt)
      .where(sql`${t.reason} = 'file-missing' or ${t.eventType} = 'completed'`),
    index('download_events_download').on(t.websiteId, t.downloadId, t.createdAt),
    check('download_events_type_known', sql`${t.eventType} in (${sqlTextList(eventTypes)})`),
    check('download_events_reason', sql`(${t.eventType} = 'failed') = (${t.reason} is not null)`),
    check('download_events_reason_known', sql`${t.reason} in (${sqlTextList(failureReasons)})`),
    check('download_events_measured', sql`${t.bytes} >= 0 and ${t.durationMs} >= 0`),
    createRolePolicy('worker', 'all'),
    createRolePolicy('administrator', 'select'),
  ],
)
