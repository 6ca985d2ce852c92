import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, may, params, query } from '#api/guards.ts'
import { fileTypes } from '#domain/uploads/options.ts'
import { dropFile, filesOfProduct } from '#server/uploads/files.ts'

const StoredFileAnswer = z.strictObject({
  id: z.uuid(),
  fileType: z.enum(fileTypes),
  name: z.string(),
  type: z.string(),
  bytes: z.int(),
  createdAt: z.iso.datetime(),
})
export type StoredFileAnswer = z.output<typeof StoredFileAnswer>

const editing = () => may('products:edit')

/** The files that are sold, as their owner sees them. */
export const uploadsDesk = new Hono<ApiEnv>()
  .get(
    '/',
    editing(),
    query(z.object({ productId: z.uuid() })),
    answers('The files of a product, in their order.', z.strictObject({ files: z.array(StoredFileAnswer) })),
    async (c) => {
      const found = await c.var.inSite((tx) => filesOfProduct(tx, c.req.valid('query').productId))
      const files = found.map(({ id, fileType, name, type, bytes, createdAt }) => ({
        ...{ id, fileType, name, type, bytes, createdAt: createdAt.toISOString() },
      }))
      return c.json({ files })
    },
  )
  .delete(
    '/:id',
    editing(),
    params(z.object({ id: z.uuid() })),
    answers('It is gone.', z.strictObject({})),
    async (c) => {
      await c.var.edit('products', (tx, doer) => dropFile(tx, c.req.valid('param').id, doer))
      return c.json({})
    },
  )
