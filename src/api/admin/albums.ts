import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersAs, may, params } from '#api/guards.ts'
import { rangeOf } from '#domain/files/range.ts'
import { type Album, albumOf, ownFile } from '#server/uploads/album.ts'
import { readStored } from '#server/uploads/stored-file.ts'

const AlbumAnswer = z.strictObject({
  /** What an archive must hold, in its order; nothing as long as there are no recordings. */
  entries: z.array(
    z.strictObject({
      fileId: z.uuid(),
      /** In the archive. */
      name: z.string(),
      type: z.string(),
      bytes: z.int(),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** False while the tags of a recording are being read, which may give it another name. */
  isRead: z.boolean(),
  /** To be sent along with an archive that is made of these, as `upload-made-from`. */
  state: z.string(),
  archive: z
    .strictObject({
      id: z.uuid(),
      name: z.string(),
      bytes: z.int(),
      createdAt: z.iso.datetime(),
      /** False once the recordings are others than those that it holds. */
      isCurrent: z.boolean(),
    })
    .nullable(),
})
export type AlbumAnswer = z.output<typeof AlbumAnswer>

const editing = () => may('products:edit')
const Id = params(z.object({ id: z.uuid() }))

/** The archive of a whole album, which the owner's browser makes, and what it is made of. */
export const adminAlbums = new Hono<ApiEnv>()
  .get('/:id', editing(), Id, answers('What the archive of a product must hold.', AlbumAnswer), async (c) =>
    c.json(said(await c.var.inSite((tx) => albumOf(tx, c.req.valid('param').id)))),
  )
  .get('/files/:id', editing(), Id, answersAs('A file, or a part of it.', 'application/octet-stream'), async (c) => {
    const file = await c.var.inSite((tx) => ownFile(tx, c.req.valid('param').id))
    const range = rangeOf(c.req.header('range'), file.bytes)
    const headers = {
      ...{ 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' },
      ...{ 'accept-ranges': 'bytes', 'cache-control': 'private, no-store' },
    }
    if (range === 'none') return c.body(null, 416, { ...headers, 'content-range': `bytes */${file.bytes}` })
    const { from, to } = range ?? { from: 0, to: file.bytes - 1 }
    const body = Readable.toWeb(readStored(c.var.files.store, file, { from, to })) as ReadableStream<Uint8Array>
    return c.body(body, range ? 206 : 200, {
      ...{ ...headers, 'content-length': String(to - from + 1) },
      ...(range && { 'content-range': `bytes ${from}-${to}/${file.bytes}` }),
    })
  })

const said = ({ entries, isRead, state, archive }: Album): AlbumAnswer => ({
  entries: entries.map(({ name, file: { id: fileId, type, bytes, createdAt } }) => ({
    ...{ fileId, name, type, bytes, createdAt: createdAt.toISOString() },
  })),
  isRead,
  state,
  archive: archive && {
    ...{ id: archive.id, name: archive.name, bytes: archive.bytes, isCurrent: archive.isCurrent },
    createdAt: archive.createdAt.toISOString(),
  },
})
