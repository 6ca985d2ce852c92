import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { requireSessionUser } from '#api/accounts/auth-context.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, declaresInput, EmptyAnswer, FileBytes, may, params } from '#api/guards.ts'
import { Refusal } from '#domain/refusal.ts'
import { ChunkFields, ChunkHeaders } from '#domain/uploads/chunk.ts'
import { maxChunkBytes, quotaBytes } from '#domain/uploads/limits.ts'
import type { UploadProgress } from '#server/uploads/complete-upload.ts'
import { cancelUpload, receiveAndStoreChunk, uploadProgressOf } from '#server/uploads/upload-chunk.ts'

const UploadChunkAnswer = z.strictObject({
  sessionId: z.string(),
  /** How many chunks have arrived. */
  received: z.int(),
  totalChunks: z.int(),
  /** Where the file is kept, once it is complete. Only administrators can read it. */
  path: z.string().nullable(),
  /** Its name, with the extension of its real type. */
  filename: z.string(),
  fileId: z.uuid().nullable(),
})
export type UploadChunkAnswer = z.output<typeof UploadChunkAnswer>

const UploadSessionAnswer = z.strictObject({
  sessionId: z.string(),
  fileName: z.string(),
  productId: z.uuid(),
  totalChunks: z.int(),
  chunkSize: z.int().nullable(),
  uploadedChunks: z.array(z.int()),
  fileId: z.uuid().nullable(),
})
export type UploadSessionAnswer = z.output<typeof UploadSessionAnswer>

const Session = z.object({ sessionId: z.string().regex(/^[\w-]{8,64}$/) })
const Chunk = { media: 'multipart/form-data', schema: ChunkFields.extend({ chunk: FileBytes }) }
const editing = () => may('products:edit')

/** Reads from the socket where there is one: the web stream copies every byte once more. */
const bodyOf = (c: Context<ApiEnv>): AsyncIterable<Uint8Array> | null => c.env.socketBody ?? c.req.raw.body

function contextOf(c: Context<ApiEnv>) {
  const { site, now, inSite, services } = c.var
  const { userId } = requireSessionUser(c)
  const quota = { maxBytes: quotaBytes(site.uploads.quotaGigabytes) }
  return { websiteId: site.siteId, userId, now, inSite, quota, fileArrived: services.fileArrived }
}

const present = ({ sessionId, received, totalChunks, fileName, file }: UploadProgress): UploadChunkAnswer => ({
  sessionId,
  received,
  totalChunks,
  path: file && `products/${file.productId}/${file.id}/${encodeURIComponent(file.name)}`,
  filename: fileName,
  fileId: file?.id ?? null,
})

/** Receives files for sale in chunks: in any order, repeatedly, several at once, at any process. */
export const uploadsRoutes = new Hono<ApiEnv>()
  .post(
    '/chunked',
    editing(),
    declaresInput({ upload: Chunk, headers: ChunkHeaders }),
    answers('Stores one chunk and returns the progress of its upload.', UploadChunkAnswer),
    async (c) => {
      const form = { stream: bodyOf(c), header: (name: string) => c.req.header(name) }
      return c.json(present(await receiveAndStoreChunk(c.var.services.files, form, contextOf(c))))
    },
  )
  .get(
    '/sessions/:sessionId',
    editing(),
    params(Session),
    answers('Returns the progress of an upload session.', UploadSessionAnswer),
    async (c) => {
      const { sessionId } = c.req.valid('param')
      const { userId } = contextOf(c)
      const { upload, stored, file } = await c.var.inSite((tx) => uploadProgressOf(tx, sessionId, userId))
      const { productId, totalChunks, chunkBytes } = upload
      return c.json({
        sessionId,
        productId,
        totalChunks,
        chunkSize: chunkBytes,
        fileId: file?.id ?? null,
        fileName: file?.name ?? upload.fileName,
        uploadedChunks: file ? Array.from({ length: totalChunks }, (_, at) => at) : stored.map(({ index }) => index),
      })
    },
  )
  .delete(
    '/sessions/:sessionId',
    editing(),
    params(Session),
    answers('Cancels an upload and deletes its chunks.', EmptyAnswer),
    async (c) => {
      await cancelUpload(c.var.services.files.store, c.req.valid('param').sessionId, contextOf(c))
      return c.json({})
    },
  )
  .post(
    '/ping',
    editing(),
    declaresInput({ upload: { media: 'application/octet-stream', schema: FileBytes } }),
    answers('Counts the bytes of the body, for measuring the connection.', z.strictObject({ received: z.int() })),
    async (c) => {
      if (Number(c.req.header('content-length')) > maxChunkBytes) throw new Refusal('too-large')
      let received = 0
      for await (const piece of bodyOf(c) ?? []) {
        received += piece.length
        if (received > maxChunkBytes) throw new Refusal('too-large')
      }
      return c.json({ received })
    },
  )
