import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, may, params } from '#api/guards.ts'
import { Refusal } from '#domain/refusal.ts'
import { mostChunkBytes, quotaBytes } from '#domain/uploads/limits.ts'
import { cancelUpload, type Standing, standingOf, takeChunk } from '#server/uploads/chunked.ts'

const ChunkAnswer = z.strictObject({
  sessionId: z.string(),
  /** How many chunks have arrived. */
  received: z.int(),
  totalChunks: z.int(),
  /** Where the file is kept, once all have; nobody finds it there who may not. */
  path: z.string().nullable(),
  /** What it is called, which may end otherwise than it came. */
  filename: z.string(),
  fileId: z.uuid().nullable(),
})
export type ChunkAnswer = z.output<typeof ChunkAnswer>

const SessionAnswer = z.strictObject({
  sessionId: z.string(),
  fileName: z.string(),
  productId: z.uuid(),
  totalChunks: z.int(),
  chunkSize: z.int().nullable(),
  uploadedChunks: z.array(z.int()),
  fileId: z.uuid().nullable(),
})
export type SessionAnswer = z.output<typeof SessionAnswer>

const Session = z.object({ sessionId: z.string().regex(/^[\w-]{8,64}$/) })
const editing = () => may('products:edit')

/** Straight from the socket where there is one: the other way copies every byte once more. */
const bodyOf = (c: Context<ApiEnv>): AsyncIterable<Uint8Array> | null => c.env.socketBody ?? c.req.raw.body

function placeOf({ var: { actor, site, now, inSite, fileArrived: arrived } }: Context<ApiEnv>) {
  if (actor.kind === 'visitor') throw new Refusal('not-signed-in')
  const room = { quota: quotaBytes(site.uploads.quotaGigabytes) }
  return { websiteId: site.siteId, userId: actor.userId, now, inSite, room, arrived }
}

const said = ({ sessionId, received, totalChunks, fileName, file }: Standing): ChunkAnswer => ({
  ...{ sessionId, received, totalChunks, filename: fileName, fileId: file?.id ?? null },
  path: file && `products/${file.productId}/${file.id}/${encodeURIComponent(file.name)}`,
})

/** Files for sale, which come in chunks: in any order, again, several at once, to whichever process. */
export const uploads = new Hono<ApiEnv>()
  .post('/chunked', editing(), answers('What has arrived so far.', ChunkAnswer), async (c) => {
    const form = { stream: bodyOf(c), header: (name: string) => c.req.header(name) }
    return c.json(said(await takeChunk(c.var.files, form, placeOf(c))))
  })
  .get('/sessions/:sessionId', editing(), params(Session), answers('What has arrived.', SessionAnswer), async (c) => {
    const { sessionId } = c.req.valid('param')
    const { userId } = placeOf(c)
    const { upload, stored, file } = await c.var.inSite((tx) => standingOf(tx, sessionId, userId))
    const { productId, totalChunks, chunkBytes } = upload
    return c.json({
      ...{ sessionId, productId, totalChunks, chunkSize: chunkBytes, fileId: file?.id ?? null },
      fileName: file?.name ?? upload.fileName,
      uploadedChunks: file ? Array.from({ length: totalChunks }, (_, at) => at) : stored.map(({ index }) => index),
    })
  })
  .delete(
    '/sessions/:sessionId',
    editing(),
    params(Session),
    answers('Nothing of it is left.', z.strictObject({})),
    async (c) => {
      await cancelUpload(c.var.files.store, c.req.valid('param').sessionId, placeOf(c))
      return c.json({})
    },
  )
  .post(
    '/ping',
    editing(),
    answers('How much has arrived, for measuring.', z.strictObject({ received: z.int() })),
    async (c) => {
      if (Number(c.req.header('content-length')) > mostChunkBytes) throw new Refusal('too-large')
      let received = 0
      for await (const piece of bodyOf(c) ?? []) {
        received += piece.length
        if (received > mostChunkBytes) throw new Refusal('too-large')
      }
      return c.json({ received })
    },
  )
