import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { fileTypes } from '#domain/uploads/file-types.ts'
import { createRolePolicy } from '#server/db/access.ts'
import type { FileDetails } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { siteColumns, siteConstraints, timestamptz } from '#server/sites/site-table.ts'

const knownTypes = sql.raw(fileTypes.map((type) => `'${type}'`).join(', '))

/** Upload sessions. A complete one is kept for a day, for browsers that missed the last answer. */
export const uploadSessions = pgTable(
  'upload_sessions',
  {
    ...siteColumns(),
    /** The id that the browser has chosen. */
    /** Chosen by the browser, which names the upload by it; `id` is the server's. */
    sessionId: text().notNull(),
    userId: uuid().notNull(),
    productId: uuid().notNull(),
    fileType: text({ enum: fileTypes }).notNull(),
    fileName: text().notNull(),
    details: jsonb().$type<FileDetails>().notNull(),
    totalChunks: integer().notNull(),
    /** Known once any chunk but the last one has arrived. */
    chunkBytes: integer(),
    lastBytes: integer(),
    /** The size of the file as far as it is known; counts against the quota. */
    expectedBytes: bigint({ mode: 'number' }).notNull(),
    /** Detected in the first chunk. */
    type: text(),
    /** The SHA-256 of the whole file, if the browser has announced it. */
    fileSha256: text(),
    /** Until then a process is verifying the file. */
    claimedUntil: timestamptz(),
    /** The file, once the upload is complete. */
    fileId: uuid(),
    createdAt: timestamptz().notNull().defaultNow(),
    lastActivity: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('upload_sessions_session').on(t.websiteId, t.sessionId),
    foreignKey({
      name: 'upload_sessions_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }).onDelete('cascade'),
    index('upload_sessions_idle').on(t.websiteId, t.lastActivity),
    check('upload_sessions_type_known', sql`${t.fileType} in (${knownTypes})`),
    check('upload_sessions_chunks', sql`${t.totalChunks} between 1 and 1024`),
    createRolePolicy('worker', 'select'),
    createRolePolicy('worker', 'delete'),
    createRolePolicy('administrator', 'all'),
  ],
)

/** Chunks that are in the object store. */
export const uploadChunks = pgTable(
  'upload_chunks',
  {
    ...siteColumns(),
    uploadId: uuid().notNull(),
    index: integer().notNull(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
  },
  (t) => [
    ...siteConstraints(t),
    unique('upload_chunks_once').on(t.websiteId, t.uploadId, t.index),
    foreignKey({
      name: 'upload_chunks_upload',
      columns: [t.websiteId, t.uploadId],
      foreignColumns: [uploadSessions.websiteId, uploadSessions.id],
    }).onDelete('cascade'),
    check('upload_chunks_place', sql`${t.index} >= 0 and ${t.bytes} > 0`),
    createRolePolicy('worker', 'select'),
    createRolePolicy('administrator', 'all'),
  ],
)
