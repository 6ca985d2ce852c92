import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersAs, may, params, timestamp } from '#api/guards.ts'
import { parseRange } from '#domain/files/conditional-requests.ts'
import { type Album, readProductAlbum } from '#server/uploads/album.ts'
import { requireProductFile } from '#server/uploads/files.ts'
import { readStoredFile } from '#server/uploads/stored-file.ts'

const AlbumAnswer = z.strictObject({
  /** The files of the archive, in order; empty without tracks. */
  entries: z.array(
    z.strictObject({
      fileId: z.uuid(),
      /** In the archive. */
      name: z.string(),
      type: z.string(),
      bytes: z.int(),
      createdAt: timestamp,
    }),
  ),
  /** False while the tags of a track are being read, which may change its name. */
  isRead: z.boolean(),
  /** The browser sends it with the archive in the header `upload-made-from`. */
  state: z.string(),
  archive: z
    .strictObject({
      id: z.uuid(),
      name: z.string(),
      bytes: z.int(),
      createdAt: timestamp,
      /** False once the tracks have changed. */
      isCurrent: z.boolean(),
    })
    .nullable(),
})
export type AlbumAnswer = z.output<typeof AlbumAnswer>

const mayEdit = () => may('products:edit')
const Id = params(z.object({ id: z.uuid() }))

/** The archive of an album, which the owner's browser makes, and its files. */
export const adminAlbumsRoutes = new Hono<ApiEnv>()
  .get(
    '/:id',
    mayEdit(),
    Id,
    answers('Returns the files that the album archive must hold, and the archive.', AlbumAnswer),
    async (c) => c.json(present(await c.var.inSite((tx) => readProductAlbum(tx, c.req.valid('param').id)))),
  )
  .get(
    '/files/:id',
    mayEdit(),
    Id,
    answersAs('Serves a file, whole or as a range.', 'application/octet-stream'),
    async (c) => {
      const file = await c.var.inSite((tx) => requireProductFile(tx, c.req.valid('param').id))
      const headers = {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store',
      }
      // HEAD ignores the range, and opens no stream that nothing would close.
      if (c.req.method === 'HEAD') return c.body(null, 200, { ...headers, 'content-length': String(file.bytes) })
      const range = parseRange(c.req.header('range'), file.bytes)
      if (range === 'none') return c.body(null, 416, { ...headers, 'content-range': `bytes */${file.bytes}` })
      const { from, to } = range ?? { from: 0, to: file.bytes - 1 }
      const body = Readable.toWeb(
        readStoredFile(c.var.services.files.store, file, { from, to }),
      ) as ReadableStream<Uint8Array>
      return c.body(body, range ? 206 : 200, {
        ...headers,
        'content-length': String(to - from + 1),
        ...(range && { 'content-range': `bytes ${from}-${to}/${file.bytes}` }),
      })
    },
  )

const present = ({ entries, isRead, state, archive }: Album): AlbumAnswer => ({
  entries: entries.map(({ name, file: { id: fileId, type, bytes, createdAt } }) => ({
    fileId,
    name,
    type,
    bytes,
    createdAt: createdAt.toISOString(),
  })),
  isRead,
  state,
  archive: archive && {
    id: archive.id,
    name: archive.name,
    bytes: archive.bytes,
    isCurrent: archive.isCurrent,
    createdAt: archive.createdAt.toISOString(),
  },
})
