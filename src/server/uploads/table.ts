import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { fileTypes } from '#domain/uploads/options.ts'
import { may } from '#server/db/access.ts'
import type { FileDetails } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { moment, ofSite, siteKeys } from '#server/sites/site-table.ts'

const knownTypes = sql.raw(fileTypes.map((type) => `'${type}'`).join(', '))

/** Files on their way. One that is complete is kept for a day, for those who did not hear of it. */
export const uploadSessions = pgTable(
  'upload_sessions',
  {
    ...siteKeys(),
    /** As the browser calls it. */
    sessionId: text().notNull(),
    userId: uuid().notNull(),
    productId: uuid().notNull(),
    fileType: text({ enum: fileTypes }).notNull(),
    fileName: text().notNull(),
    details: jsonb().$type<FileDetails>().notNull(),
    totalChunks: integer().notNull(),
    /** Known with the first chunk that is not the last one. */
    chunkBytes: integer(),
    lastBytes: integer(),
    /** What will be there in the end, as far as it is known; counted against the quota. */
    expectedBytes: bigint({ mode: 'number' }).notNull(),
    /** Found in the first chunk. */
    type: text(),
    /** What the whole file must come to, if the browser has said it. */
    fileSha256: text(),
    /** Somebody is looking whether it does, until then. */
    claimedUntil: moment(),
    /** What has become of it. */
    fileId: uuid(),
    createdAt: moment().notNull().defaultNow(),
    lastActivity: moment().notNull().defaultNow(),
  },
  (t) => [
    ...ofSite(t),
    unique('upload_sessions_session').on(t.websiteId, t.sessionId),
    foreignKey({
      name: 'upload_sessions_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }).onDelete('cascade'),
    index('upload_sessions_idle').on(t.websiteId, t.lastActivity),
    check('upload_sessions_type_known', sql`${t.fileType} in (${knownTypes})`),
    check('upload_sessions_chunks', sql`${t.totalChunks} between 1 and 1024`),
    may('worker', 'select'),
    may('worker', 'delete'),
    may('administrator', 'all'),
  ],
)

/** A chunk that is here has been stored for good. */
export const uploadChunks = pgTable(
  'upload_chunks',
  {
    ...siteKeys(),
    uploadId: uuid().notNull(),
    index: integer().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
  },
  (t) => [
    ...ofSite(t),
    unique('upload_chunks_once').on(t.websiteId, t.uploadId, t.index),
    foreignKey({
      name: 'upload_chunks_upload',
      columns: [t.websiteId, t.uploadId],
      foreignColumns: [uploadSessions.websiteId, uploadSessions.id],
    }).onDelete('cascade'),
    check('upload_chunks_place', sql`${t.index} >= 0 and ${t.bytes} > 0`),
    may('worker', 'select'),
    may('administrator', 'all'),
  ],
)
