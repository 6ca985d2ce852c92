import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, may, params, query, tried } from '#api/guards.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { MediaDraft } from '#domain/media/draft.ts'
import { type MediaKind, mediaKinds } from '#domain/media/item.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { checkPicture, type FileAt, picturesAt } from '#server/images/pictures.ts'
import { keepMediaFile, mediaSource, takeMediaFile } from '#server/media/files.ts'
import {
  addMediaItem,
  changeMediaItem,
  dropMedia,
  findMedia,
  mediaById,
  orderMedia,
  publishMedia,
  type StoredMedia,
} from '#server/media/manage.ts'

const text = z.string()
const EditedMedia = z.strictObject({
  id: z.uuid(),
  /** The version that was seen; to be sent back with a change. */
  sequence: z.int(),
  kind: z.enum(mediaKinds),
  title: text,
  description: text.nullable(),
  source: text,
  duration: z.int().nullable(),
  posterUrl: text.nullable(),
  posterAlt: text.nullable(),
  poster: PictureAnswer.nullable(),
  isPublished: z.boolean(),
  updatedAt: z.iso.datetime(),
})
export type EditedMedia = z.output<typeof EditedMedia>

const UploadedMediaFile = z.strictObject({
  /** What an item names it by. */
  source: text,
  name: text,
  kind: z.enum(mediaKinds),
  type: text,
  bytes: z.int(),
})
export type UploadedMediaFile = z.output<typeof UploadedMediaFile>

async function presented(tx: SiteTx, items: StoredMedia[], fileAt: FileAt): Promise<EditedMedia[]> {
  const posters = items.map(({ posterUrl }) => posterUrl)
  const pictureAt = await picturesAt(tx, posters, fileAt)
  return items.map(({ id, sequence, kind, title, description, source, duration, posterUrl, posterAlt, ...item }) => ({
    ...{ id, sequence, kind, title, description, source, duration, posterUrl, posterAlt },
    poster: pictureAt(posterUrl, posterAlt),
    isPublished: item.isPublished,
    updatedAt: item.updatedAt.toISOString(),
  }))
}

async function one(tx: SiteTx, item: Promise<StoredMedia>, fileAt: FileAt): Promise<EditedMedia> {
  const [shown] = await presented(tx, [await item], fileAt)
  return shown!
}

const Search = z.object({
  q: text.trim().max(80).optional(),
  kind: z.enum(mediaKinds).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
  size: z.coerce.number().int().min(1).max(100).default(50),
})
const OneItem = z.object({ id: z.uuid() })
const ids = z.array(z.uuid()).min(1).max(500)
const Counted = z.strictObject({ changed: z.int() })
const editing = () => may('media:edit')

/** What there is to watch and to hear, as its owner keeps it. */
export const adminMedia = new Hono<ApiEnv>()
  .get(
    '/',
    editing(),
    query(Search),
    answers(
      'Videos and recordings, a page at a time, in their order.',
      z.strictObject({ items: z.array(EditedMedia), total: z.int() }),
    ),
    async (c) => {
      const found = await c.var.inSite(async (tx) => {
        const { items, total } = await findMedia(tx, c.req.valid('query'))
        return { items: await presented(tx, items, c.var.fileAt), total }
      })
      return c.json(found)
    },
  )
  .post(
    '/',
    editing(),
    body(MediaDraft.safeExtend(tried)),
    answers('The item as it was stored.', EditedMedia, 201),
    async (c) => {
      const { fileAt } = c.var
      const { id, ...draft } = c.req.valid('json')
      const added = await c.var.edit('media', async (tx, context) => {
        await checkPicture(tx, { address: draft.posterUrl, field: 'posterUrl', fileAt })
        return one(tx, addMediaItem(tx, draft, { ...context, id }), fileAt)
      })
      return c.json(added, 201)
    },
  )
  .post(
    '/files',
    editing(),
    query(z.object({ name: text.max(300).default('') })),
    answers('The file as it is kept.', UploadedMediaFile, 201),
    async (c) => {
      const { files, site } = c.var
      const { name } = c.req.valid('query')
      const sent = { stream: c.req.raw.body, length: c.req.header('content-length') }
      const kept = await takeMediaFile(files, { websiteId: site.siteId, body: sent, name }, (file) =>
        c.var.edit('media-files', (tx, { now }) => keepMediaFile(tx, files.store, file, now)),
      )
      const { type, bytes } = kept
      const kind = type.split('/')[0] as MediaKind
      return c.json({ source: mediaSource(kept), name: kept.name, kind, type, bytes }, 201)
    },
  )
  .put(
    '/order',
    editing(),
    body(z.object({ ids: z.array(z.uuid()).min(1).max(100), before: z.uuid().nullable() })),
    answers('How many were moved.', Counted),
    async (c) =>
      c.json({ changed: await c.var.edit('media', (tx, context) => orderMedia(tx, c.req.valid('json'), context)) }),
  )
  .post(
    '/publication',
    editing(),
    body(z.object({ ids, isPublished: z.boolean() })),
    answers('How many were changed.', Counted),
    async (c) => {
      const { ids: chosen, isPublished } = c.req.valid('json')
      const changed = await c.var.edit('media', (tx, context) => publishMedia(tx, chosen, isPublished, context))
      return c.json({ changed })
    },
  )
  .post('/removal', editing(), body(z.object({ ids })), answers('How many are gone.', Counted), async (c) => {
    const changed = await c.var.edit('media', (tx, context) => dropMedia(tx, c.req.valid('json').ids, context))
    return c.json({ changed })
  })
  .get('/:id', editing(), params(OneItem), answers('One item, to be edited.', EditedMedia), async (c) => {
    const { fileAt } = c.var
    return c.json(await c.var.inSite((tx) => one(tx, mediaById(tx, c.req.valid('param').id), fileAt)))
  })
  .put(
    '/:id',
    editing(),
    params(OneItem),
    body(MediaDraft.safeExtend({ sequence: z.int().min(0) })),
    answers('The item as it is now.', EditedMedia),
    async (c) => {
      const { sequence: seen, ...draft } = c.req.valid('json')
      const { fileAt } = c.var
      const { id } = c.req.valid('param')
      const changed = await c.var.edit('media', async (tx, context) => {
        await checkPicture(tx, { address: draft.posterUrl, field: 'posterUrl', fileAt })
        return one(tx, changeMediaItem(tx, id, draft, { ...context, seen }), fileAt)
      })
      return c.json(changed)
    },
  )
