import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params, query } from '#api/guards.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { GalleryDraft } from '#domain/gallery/draft.ts'
import type { StoredImage } from '#server/gallery/actions.ts'
import {
  addImages,
  changeImage,
  findImages,
  imageById,
  orderImages,
  removeImages,
  restoreImages,
} from '#server/gallery/manage.ts'
import { pictureOf } from '#server/images/pictures.ts'

const EditedImage = z.strictObject({
  id: z.uuid(),
  /** The version that was seen; to be sent back with a change. */
  sequence: z.int(),
  picture: PictureAnswer,
  caption: z.string(),
  alt: z.string(),
  takenOn: z.iso.date().nullable(),
  isPublished: z.boolean(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type EditedImage = z.output<typeof EditedImage>

const present = (image: StoredImage): EditedImage => ({
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

const Search = z.object({
  q: z.string().trim().max(80).optional(),
  descriptions: z.literal('missing').optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(50),
})
const OneImage = z.object({ id: z.uuid() })
const ids = z.array(z.uuid()).min(1).max(500)
const few = z.array(z.uuid()).min(1).max(100)
const Counted = z.strictObject({ changed: z.int() })
const editing = () => may('gallery:edit')

/** The gallery as its owner keeps it: what is not published too, to be changed. */
export const adminGallery = new Hono<ApiEnv>()
  .get(
    '/',
    editing(),
    query(Search),
    answers(
      'Pictures, a page at a time, in their order; and how many have no description.',
      z.strictObject({ images: z.array(EditedImage), total: z.int(), missing: z.int() }),
    ),
    async (c) => {
      const { images, total, missing } = await c.var.inSite((tx) => findImages(tx, c.req.valid('query')))
      return c.json({ images: images.map(present), total, missing })
    },
  )
  .post(
    '/',
    editing(),
    body(z.object({ pictureIds: few })),
    answers('They are in the gallery, at the end.', z.strictObject({ images: z.array(EditedImage) }), 201),
    async (c) => {
      const { pictureIds } = c.req.valid('json')
      const images = await c.var.edit('gallery', (tx, context) => addImages(tx, pictureIds, context))
      return c.json({ images: images.map(present) }, 201)
    },
  )
  .put(
    '/order',
    editing(),
    body(z.object({ ids: few, before: z.uuid().nullable() })),
    answers('How many were moved.', Counted),
    async (c) =>
      c.json({ changed: await c.var.edit('gallery', (tx, context) => orderImages(tx, c.req.valid('json'), context)) }),
  )
  .post('/removal', editing(), body(z.object({ ids })), answers('How many are gone.', Counted), async (c) => {
    const changed = await c.var.edit('gallery', (tx, context) => removeImages(tx, c.req.valid('json').ids, context))
    return c.json({ changed })
  })
  .post('/restoration', editing(), body(z.object({ ids })), answers('How many are back.', Counted), async (c) => {
    const changed = await c.var.edit('gallery', (tx, context) => restoreImages(tx, c.req.valid('json').ids, context))
    return c.json({ changed })
  })
  .get('/:id', editing(), params(OneImage), answers('One picture, to be edited.', EditedImage), async (c) =>
    c.json(present(await c.var.inSite((tx) => imageById(tx, c.req.valid('param').id)))),
  )
  .put(
    '/:id',
    editing(),
    params(OneImage),
    body(GalleryDraft.extend({ sequence: z.int().min(0) })),
    answers('The picture as it is now.', EditedImage),
    async (c) => {
      const { sequence: seen, ...draft } = c.req.valid('json')
      const { id } = c.req.valid('param')
      return c.json(
        present(await c.var.edit('gallery', (tx, context) => changeImage(tx, id, draft, { ...context, seen }))),
      )
    },
  )
