import { Hono } from 'hono'
import { z } from 'zod'
import { DeleteAnswer } from '#api/admin/undo.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, EmptyAnswer, may, params, query, timestamp } from '#api/guards.ts'
import { fileTypes } from '#domain/uploads/file-types.ts'
import { AlbumChange, TrackChange } from '#domain/uploads/metadata/tag-changes.ts'
import {
  deleteProductFile,
  moveTracks,
  ownerAlbumTags,
  trackFileOf,
  updateAlbumTags,
  updateTrackTags,
} from '#server/uploads/file-commands.ts'
import type { ProductFile } from '#server/uploads/files.ts'
import { filesOfProduct } from '#server/uploads/files.ts'

const text = z.string().nullable()
const number = z.number().nullable()

/** The tags in a track. */
const Tags = z.strictObject({
  isReadable: z.boolean(),
  hasTags: z.boolean(),
  title: text,
  artist: text,
  album: text,
  albumArtist: text,
  trackNumber: number,
  discNumber: number,
  totalTracks: number,
  genre: text,
  year: number,
  composer: text,
  duration: number,
  bitrate: number,
  cover: z.strictObject({ type: z.string(), bytes: z.int() }).nullable(),
})
const StoredFileAnswer = z.strictObject({
  id: z.uuid(),
  fileType: z.enum(fileTypes),
  name: z.string(),
  /** The name before the upload. */
  originalFilename: z.string(),
  type: z.string(),
  bytes: z.int(),
  createdAt: timestamp,
  /** Null until they are read, and for files that are not tracks. */
  tags: Tags.nullable(),
  /** The owner's own words, which come before the tags. */
  words: TrackChange,
})
export type StoredFileAnswer = z.output<typeof StoredFileAnswer>

const FilesAnswer = z.strictObject({
  files: z.array(StoredFileAnswer),
  /** The owner's own words about the album. */
  album: AlbumChange,
})
export type FilesAnswer = z.output<typeof FilesAnswer>

const mayEdit = () => may('products:edit')
const FileParams = params(z.object({ id: z.uuid() }))
const ProductParams = z.object({ productId: z.uuid() })
const Order = ProductParams.extend({ ids: z.array(z.uuid()).min(1).max(500), before: z.uuid().nullable() })

/** The files of a product and their metadata, for administrators. */
export const adminProductFilesRoutes = new Hono<ApiEnv>()
  .get(
    '/',
    mayEdit(),
    query(ProductParams),
    answers('Lists the files of a product with their metadata.', FilesAnswer),
    async (c) => {
      const { productId } = c.req.valid('query')
      return c.json(
        await c.var.inSite(async (tx) => ({
          files: (await filesOfProduct(tx, productId)).map(present),
          album: (await ownerAlbumTags(tx, productId)).words,
        })),
      )
    },
  )
  .put('/order', mayEdit(), body(Order), answers('Moves tracks of a product.', EmptyAnswer), async (c) => {
    const { productId, ...move } = c.req.valid('json')
    await c.var.edit('products', (tx, context) => moveTracks(tx, productId, move, context))
    return c.json({})
  })
  .patch(
    '/album',
    mayEdit(),
    body(ProductParams.extend({ words: AlbumChange })),
    answers('Updates the metadata of an album.', EmptyAnswer),
    async (c) => {
      const { productId, words } = c.req.valid('json')
      await c.var.edit('products', (tx, context) => updateAlbumTags(tx, productId, words, context))
      return c.json({})
    },
  )
  .patch(
    '/:id',
    mayEdit(),
    FileParams,
    body(TrackChange),
    answers('Updates the metadata of a track.', EmptyAnswer),
    async (c) => {
      await c.var.edit('products', (tx, context) =>
        updateTrackTags(tx, c.req.valid('param').id, c.req.valid('json'), context),
      )
      return c.json({})
    },
  )
  .delete('/:id', mayEdit(), FileParams, answers('Deletes the file.', DeleteAnswer), async (c) =>
    c.json(await c.var.edit('products', (tx, context) => deleteProductFile(tx, c.req.valid('param').id, context))),
  )

function present(file: ProductFile): StoredFileAnswer {
  const { id, fileType, name, type, bytes, tags, details, createdAt } = file
  return {
    id,
    fileType,
    name,
    type,
    bytes,
    createdAt: createdAt.toISOString(),
    originalFilename: details.originalFilename ?? name,
    tags,
    words: trackFileOf(file).words,
  }
}
