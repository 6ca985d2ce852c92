import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, EmptyAnswer, may, params, query } from '#api/guards.ts'
import { previewStates } from '#domain/previews/preview.ts'
import { clipAddressOf } from '#server/previews/clips.ts'
import { previewsOf, savePeaks, setPreviewStart, type TrackPreviewRow } from '#server/previews/track-previews.ts'

const ms = z.int().min(0)
const PreviewAnswer = z.strictObject({
  fileId: z.uuid(),
  name: z.string(),
  state: z.enum(previewStates),
  /** The start that the owner has chosen; null is at one third. */
  startMs: ms.nullable(),
  durationMs: ms.nullable(),
  /** The waveform of the whole track: a thousand bytes as base64. */
  peaks: z.string().nullable(),
  /** The address of the clip, and its place in the track. */
  clip: z.strictObject({ address: z.string(), startMs: ms, ms }).nullable(),
})
export type PreviewAnswer = z.output<typeof PreviewAnswer>

function present(preview: TrackPreviewRow & { name: string }): PreviewAnswer {
  const { fileId, name, state, startMs, durationMs, peaks, clipStartMs, clipMs } = preview
  const address = clipAddressOf(preview)
  const clip = address && { address, startMs: clipStartMs ?? 0, ms: clipMs ?? 0 }
  return { fileId, name, state, startMs, durationMs, peaks, clip: clip || null }
}

const mayEdit = () => may('products:edit')
const FileParams = z.object({ fileId: z.uuid() })
/** Nothing that is sold is longer than a day. */
const StartInput = z.strictObject({ startMs: ms.max(86_400_000).nullable() })
const PeaksInput = z.strictObject({ peaks: z.base64().length(1336) })

/** The previews of a product, for administrators. */
export const adminPreviewsRoutes = new Hono<ApiEnv>()
  .get(
    '/',
    mayEdit(),
    query(z.object({ productId: z.uuid() })),
    answers('Lists the previews of a product.', z.strictObject({ previews: z.array(PreviewAnswer) })),
    async (c) => {
      const found = await c.var.inSite((tx) => previewsOf(tx, c.req.valid('query').productId))
      return c.json({ previews: found.map(present) })
    },
  )
  .put(
    '/:fileId',
    mayEdit(),
    params(FileParams),
    body(StartInput),
    answers('Sets the start of a preview and cuts it again.', PreviewAnswer),
    async (c) => {
      const { startMs } = c.req.valid('json')
      const { fileId } = c.req.valid('param')
      return c.json(
        present(await c.var.edit('products', (tx, context) => setPreviewStart(tx, fileId, startMs, context))),
      )
    },
  )
  .put(
    '/:fileId/peaks',
    mayEdit(),
    params(FileParams),
    body(PeaksInput),
    answers('Stores the waveform of a track.', EmptyAnswer),
    async (c) => {
      const peaks = Buffer.from(c.req.valid('json').peaks, 'base64')
      await c.var.edit('products', (tx) => savePeaks(tx, c.req.valid('param').fileId, peaks))
      return c.json({})
    },
  )
