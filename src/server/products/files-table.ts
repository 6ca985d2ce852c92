import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { fileTypes } from '#domain/uploads/file-types.ts'
import type { FileTags, OwnerTrackTags } from '#domain/uploads/metadata/track.ts'
import { createRolePolicy } from '#server/db/access.ts'
import { products } from '#server/products/table.ts'
import { siteColumns, siteConstraints, timestamptz } from '#server/sites/site-table.ts'

const knownTypes = sql.raw(fileTypes.map((type) => `'${type}'`).join(', '))

/** What the owner says of a file as it is sent. */
export type FileDetails = {
  productName?: string | undefined
  artist?: string | undefined
  trackTitle?: string | undefined
  trackNumber?: number | undefined
  isAlbum?: boolean | undefined
  /** Of an archive that was made of the product's tracks: how they stood then. */
  madeFrom?: string | undefined
  /** What it was called where it came from. */
  originalFilename?: string | undefined
}

/**
 * What is sold: files, kept as the chunks that they came in, which are named by their place and their hash. No visitor
 * sees them.
 */
export const productFiles = pgTable(
  'product_files',
  {
    ...siteColumns(),
    productId: uuid().notNull(),
    fileType: text({ enum: fileTypes }).notNull(),
    /** For people; nothing is found by it. */
    name: text().notNull(),
    /** Found in its bytes, never believed from its name. */
    type: text().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    details: jsonb().$type<FileDetails>().notNull(),
    /** Where its chunks are: the upload that it came from. */
    uploadId: uuid().notNull(),
    chunkBytes: integer().notNull(),
    /** The SHA-256 of each chunk, in their order. */
    chunks: text().array().notNull(),
    /** Of the chunks' hashes: the same for the same bytes that were cut in the same way. */
    hash: text().notNull(),
    position: integer().notNull(),
    /** What a recording says of itself, read here from its bytes; null until that was done. */
    tags: jsonb().$type<FileTags>(),
    /** What its owner says instead. */
    words: jsonb().$type<OwnerTrackTags>().notNull().default({}),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (t) => [
    ...siteConstraints(t),
    foreignKey({
      name: 'product_files_product',
      columns: [t.websiteId, t.productId],
      foreignColumns: [products.websiteId, products.id],
    }).onDelete('cascade'),
    unique('product_files_upload').on(t.websiteId, t.uploadId),
    index('product_files_order').on(t.websiteId, t.productId, t.position),
    check('product_files_type_known', sql`${t.fileType} in (${knownTypes})`),
    check('product_files_size', sql`${t.bytes} between 1 and 1073741824`),
    check('product_files_whole', sql`cardinality(${t.chunks}) between 1 and 1024`),
    // Whether there is something to download at all, which a cover is not.
    createRolePolicy('checkout', 'select', { columns: [t.id, t.productId, t.websiteId] }),
    createRolePolicy('checkout', 'select', { columns: [t.fileType] }),
    createRolePolicy('worker', 'select'),
    createRolePolicy('worker', 'update', { columns: [t.tags, t.position] }),
    createRolePolicy('administrator', 'all'),
  ],
)
