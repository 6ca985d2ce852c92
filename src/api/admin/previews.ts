import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params, query } from '#api/guards.ts'
import { previewStates } from '#domain/previews/preview.ts'
import { chooseStart, keepPeaks, type Preview, previewsOf } from '#server/previews/actions.ts'
import { addressOf } from '#server/previews/clips.ts'

const ms = z.int().min(0)
const PreviewAnswer = z.strictObject({
  fileId: z.uuid(),
  name: z.string(),
  state: z.enum(previewStates),
  /** Where its owner wants it to begin; null is at one third. */
  startMs: ms.nullable(),
  durationMs: ms.nullable(),
  /** How loud the whole track is: a thousand bytes as base64. */
  peaks: z.string().nullable(),
  /** Where it can be heard, and what of the track that is. */
  clip: z.strictObject({ address: z.string(), startMs: ms, ms }).nullable(),
})
export type PreviewAnswer = z.output<typeof PreviewAnswer>

function present(preview: Preview & { name: string }): PreviewAnswer {
  const { fileId, name, state, startMs, durationMs, peaks, clipStartMs, clipMs } = preview
  const address = addressOf(preview)
  const clip = address && { address, startMs: clipStartMs ?? 0, ms: clipMs ?? 0 }
  return { fileId, name, state, startMs, durationMs, peaks, clip: clip || null }
}

const editing = () => may('products:edit')
const File = z.object({ fileId: z.uuid() })
/** Nothing that is sold is longer than a day. */
const Start = z.strictObject({ startMs: ms.max(86_400_000).nullable() })
const Peaks = z.strictObject({ peaks: z.base64().length(1336) })

/** What visitors may hear of a product, as its owner decides. */
export const adminPreviews = new Hono<ApiEnv>()
  .get(
    '/',
    editing(),
    query(z.object({ productId: z.uuid() })),
    answers('What can be heard of a product’s tracks.', z.strictObject({ previews: z.array(PreviewAnswer) })),
    async (c) => {
      const found = await c.var.inSite((tx) => previewsOf(tx, c.req.valid('query').productId))
      return c.json({ previews: found.map(present) })
    },
  )
  .put('/:fileId', editing(), params(File), body(Start), answers('It is being cut anew.', PreviewAnswer), async (c) => {
    const { startMs } = c.req.valid('json')
    const { fileId } = c.req.valid('param')
    return c.json(present(await c.var.edit('products', (tx, context) => chooseStart(tx, fileId, startMs, context))))
  })
  .put(
    '/:fileId/peaks',
    editing(),
    params(File),
    body(Peaks),
    answers('It is drawn like this from now on.', z.strictObject({})),
    async (c) => {
      const peaks = Buffer.from(c.req.valid('json').peaks, 'base64')
      await c.var.edit('products', (tx) => keepPeaks(tx, c.req.valid('param').fileId, peaks))
      return c.json({})
    },
  )
