import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params, query, timestamp } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { GalleryDraft } from '#domain/gallery/draft.ts'
import { galleryImageList } from '#domain/gallery/image-list.ts'
import {
  addGalleryImages,
  moveGalleryImages,
  removeGalleryImages,
  restoreGalleryImages,
  updateGalleryImage,
} from '#server/gallery/commands.ts'
import { findGalleryImages, galleryImageById, type StoredImage } from '#server/gallery/queries.ts'
import { pictureOf } from '#server/images/pictures.ts'

const AdminGalleryImage = z.strictObject({
  id: z.uuid(),
  /** The version that the client has seen; it sends it back with a change. */
  sequence: z.int(),
  picture: PictureAnswer,
  caption: z.string(),
  alt: z.string(),
  takenOn: z.iso.date().nullable(),
  isPublished: z.boolean(),
  createdAt: timestamp,
  updatedAt: timestamp,
})
export type AdminGalleryImage = z.output<typeof AdminGalleryImage>

const present = (image: StoredImage): AdminGalleryImage => ({
  id: image.id,
  sequence: image.sequence,
  picture: pictureOf(image.picture, image.alt),
  caption: image.caption,
  alt: image.alt,
  takenOn: image.takenOn,
  isPublished: image.isPublished,
  createdAt: image.createdAt.toISOString(),
  updatedAt: image.updatedAt.toISOString(),
})

const ImageParams = z.object({ id: z.uuid() })
const ids = z.array(z.uuid()).min(1).max(500)
const upTo100Ids = z.array(z.uuid()).min(1).max(100)
const ChangeCount = z.strictObject({ changed: z.int() })
const mayEdit = () => may('gallery:edit')

/** The gallery as administrators edit it: also what is not published. */
export const adminGalleryRoutes = new Hono<ApiEnv>()
  .get(
    '/',
    mayEdit(),
    query(listQuerySchema(galleryImageList)),
    answers(
      'Lists images in their order, a page at a time, and counts those without a description.',
      z.strictObject({ images: z.array(AdminGalleryImage), total: z.int(), missing: z.int() }),
    ),
    async (c) => {
      const { images, total, missing } = await c.var.inSite((tx) => findGalleryImages(tx, c.req.valid('query')))
      return c.json({ images: images.map(present), total, missing })
    },
  )
  .post(
    '/',
    mayEdit(),
    body(z.object({ pictureIds: upTo100Ids })),
    answers('Adds pictures at the end of the gallery.', z.strictObject({ images: z.array(AdminGalleryImage) }), 201),
    async (c) => {
      const { pictureIds } = c.req.valid('json')
      const images = await c.var.edit('gallery', (tx, context) => addGalleryImages(tx, pictureIds, context))
      return c.json({ images: images.map(present) }, 201)
    },
  )
  .put(
    '/order',
    mayEdit(),
    body(z.object({ ids: upTo100Ids, before: z.uuid().nullable() })),
    answers('Moves images to another position; returns the count.', ChangeCount),
    async (c) =>
      c.json({
        changed: await c.var.edit('gallery', (tx, context) => moveGalleryImages(tx, c.req.valid('json'), context)),
      }),
  )
  .post(
    '/bulk-delete',
    mayEdit(),
    body(z.object({ ids })),
    answers('Removes images; returns the count. They can be restored for a while.', ChangeCount),
    async (c) => {
      const changed = await c.var.edit('gallery', (tx, context) =>
        removeGalleryImages(tx, c.req.valid('json').ids, context),
      )
      return c.json({ changed })
    },
  )
  .post(
    '/restore',
    mayEdit(),
    body(z.object({ ids })),
    answers('Restores removed images; returns the count.', ChangeCount),
    async (c) => {
      const changed = await c.var.edit('gallery', (tx, context) =>
        restoreGalleryImages(tx, c.req.valid('json').ids, context),
      )
      return c.json({ changed })
    },
  )
  .get(
    '/:id',
    mayEdit(),
    params(ImageParams),
    answers('Returns one image for editing.', AdminGalleryImage),
    async (c) => c.json(present(await c.var.inSite((tx) => galleryImageById(tx, c.req.valid('param').id)))),
  )
  .put(
    '/:id',
    mayEdit(),
    params(ImageParams),
    body(GalleryDraft.extend({ sequence: z.int().min(0) })),
    answers('Updates an image.', AdminGalleryImage),
    async (c) => {
      const { sequence: expectedVersion, ...draft } = c.req.valid('json')
      const { id } = c.req.valid('param')
      return c.json(
        present(
          await c.var.edit('gallery', (tx, context) =>
            updateGalleryImage(tx, id, draft, { ...context, expectedVersion }),
          ),
        ),
      )
    },
  )
