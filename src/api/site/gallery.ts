import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, query } from '#api/guards.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { publishedGalleryImages, type StoredImage } from '#server/gallery/queries.ts'
import { pictureOf } from '#server/images/pictures.ts'

const GalleryPicture = PictureAnswer.extend({ caption: z.string(), takenOn: z.iso.date().nullable() })
export type GalleryPicture = z.output<typeof GalleryPicture>

const present = ({ picture, alt, caption, takenOn }: StoredImage): GalleryPicture => ({
  ...pictureOf(picture, alt),
  caption,
  takenOn,
})

const maxPictures = 500
const GalleryQuery = z.object({ limit: z.coerce.number().int().min(1).max(maxPictures).default(maxPictures) })

export const galleryRoutes = new Hono<ApiEnv>().get(
  '/pictures',
  anyone(),
  query(GalleryQuery),
  answers('Lists the published gallery images.', z.array(GalleryPicture)),
  async (c) => {
    const { limit } = c.req.valid('query')
    const images = await c.var.cached('gallery', 'published', (tx) => publishedGalleryImages(tx, maxPictures))
    return c.json(images.slice(0, limit).map(present))
  },
)
