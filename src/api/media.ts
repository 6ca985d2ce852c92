import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone } from '#api/guards.ts'
import { mediaKinds } from '#domain/media/item.ts'
import { Refusal } from '#domain/refusal.ts'
import { hasMedia } from '#domain/sites/features.ts'
import { publishedMedia } from '#server/media/actions.ts'

const PublicMedia = z.strictObject({
  id: z.uuid(),
  kind: z.enum(mediaKinds),
  title: z.string(),
  description: z.string().nullable(),
  source: z.string(),
  duration: z.int().nullable(),
  posterUrl: z.string().nullable(),
  posterAlt: z.string().nullable(),
})
export type PublicMedia = z.output<typeof PublicMedia>

export const media = new Hono<ApiEnv>().get(
  '/items',
  anyone(),
  answers('What there is to watch and to hear.', z.array(PublicMedia)),
  async (c) => {
    if (!hasMedia(c.var.site)) throw new Refusal('not-found')
    const items = await c.var.cached('media', publishedMedia)
    return c.json(
      items.map(({ id, kind, title, description, source, duration, posterUrl, posterAlt }) => ({
        ...{ id, kind, title, description, source, duration, posterUrl, posterAlt },
      })),
    )
  },
)
