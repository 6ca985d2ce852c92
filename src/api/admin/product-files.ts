import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params, query } from '#api/guards.ts'
import { AlbumChange, TrackChange } from '#domain/uploads/metadata/words.ts'
import { fileTypes } from '#domain/uploads/options.ts'
import type { ProductFile } from '#server/uploads/complete.ts'
import { dropFile, filesOfProduct } from '#server/uploads/files.ts'
import { moveTracks, ownedBy, sayOfAlbum, sayOfTrack, trackFileOf } from '#server/uploads/metadata.ts'

const text = z.string().nullable()
const number = z.number().nullable()

/** What a recording says of itself. */
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
  /** What it was called where it came from. */
  originalFilename: z.string(),
  type: z.string(),
  bytes: z.int(),
  createdAt: z.iso.datetime(),
  /** Null until it was read, and for what is no recording. */
  tags: Tags.nullable(),
  /** What its owner says instead. */
  words: TrackChange,
})
export type StoredFileAnswer = z.output<typeof StoredFileAnswer>

const FilesAnswer = z.strictObject({
  files: z.array(StoredFileAnswer),
  /** What the owner says of the whole. */
  album: AlbumChange,
})
export type FilesAnswer = z.output<typeof FilesAnswer>

const editing = () => may('products:edit')
const Done = z.strictObject({})
const OneFile = params(z.object({ id: z.uuid() }))
const OfProduct = z.object({ productId: z.uuid() })
const Order = OfProduct.extend({ ids: z.array(z.uuid()).min(1).max(500), before: z.uuid().nullable() })

/** The files that are sold, as their owner sees them, and what is said of them. */
export const adminProductFiles = new Hono<ApiEnv>()
  .get(
    '/',
    editing(),
    query(OfProduct),
    answers('The files of a product, in their order, and what is said of them.', FilesAnswer),
    async (c) => {
      const { productId } = c.req.valid('query')
      return c.json(
        await c.var.inSite(async (tx) => ({
          files: (await filesOfProduct(tx, productId)).map(present),
          album: (await ownedBy(tx, productId)).words,
        })),
      )
    },
  )
  .put('/order', editing(), body(Order), answers('The tracks stand in this order.', Done), async (c) => {
    const { productId, ...move } = c.req.valid('json')
    await c.var.edit('products', (tx, context) => moveTracks(tx, productId, move, context))
    return c.json({})
  })
  .patch(
    '/album',
    editing(),
    body(OfProduct.extend({ words: AlbumChange })),
    answers('This is said of the whole from now on.', Done),
    async (c) => {
      const { productId, words } = c.req.valid('json')
      await c.var.edit('products', (tx, context) => sayOfAlbum(tx, productId, words, context))
      return c.json({})
    },
  )
  .patch(
    '/:id',
    editing(),
    OneFile,
    body(TrackChange),
    answers('This is said of the track from now on.', Done),
    async (c) => {
      await c.var.edit('products', (tx, context) =>
        sayOfTrack(tx, c.req.valid('param').id, c.req.valid('json'), context),
      )
      return c.json({})
    },
  )
  .delete('/:id', editing(), OneFile, answers('It is gone.', Done), async (c) => {
    await c.var.edit('products', (tx, context) => dropFile(tx, c.req.valid('param').id, context))
    return c.json({})
  })

function present(file: ProductFile): StoredFileAnswer {
  const { id, fileType, name, type, bytes, tags, details, createdAt } = file
  return {
    ...{ id, fileType, name, type, bytes, createdAt: createdAt.toISOString() },
    ...{ originalFilename: details.originalFilename ?? name, tags },
    words: trackFileOf(file).words,
  }
}
