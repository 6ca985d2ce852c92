import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone } from '#api/guards.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { mediaKinds } from '#domain/media/item.ts'
import { Refusal } from '#domain/refusal.ts'
import { hasMedia } from '#domain/sites/features.ts'
import { picturesAt } from '#server/images/pictures.ts'
import { publishedMedia } from '#server/media/queries.ts'

const PublicMedia = z.strictObject({
  id: z.uuid(),
  kind: z.enum(mediaKinds),
  title: z.string(),
  description: z.string().nullable(),
  source: z.string(),
  duration: z.int().nullable(),
  /** A picture of this site. Pictures on other hosts are not shown, so that those hosts learn nothing of the visitor. */
  poster: PictureAnswer.nullable(),
})
export type PublicMedia = z.output<typeof PublicMedia>

export const mediaRoutes = new Hono<ApiEnv>().get(
  '/items',
  anyone(),
  answers('Lists the published media items.', z.array(PublicMedia)),
  async (c) => {
    if (!hasMedia(c.var.site)) throw new Refusal('not-found')
    const { fileAt } = c.var.services
    const items = await c.var.cached('media', 'published', async (tx): Promise<PublicMedia[]> => {
      const found = await publishedMedia(tx)
      const posters = found.map(({ posterUrl }) => posterUrl)
      const pictureAt = await picturesAt(tx, posters, fileAt)
      return found.map(({ id, kind, title, description, source, duration, posterUrl, posterAlt }) => ({
        id,
        kind,
        title,
        description,
        source,
        duration,
        poster: pictureAt(posterUrl, posterAlt),
      }))
    })
    return c.json(items)
  },
)
