import { Hono } from 'hono'
import { z } from 'zod'
import { DeleteAnswer } from '#api/admin/undo.ts'
import type { ApiEnv } from '#api/env.ts'
import { answers, body, clientChosenId, declaresInput, FileBytes, may, params, query, timestamp } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { MediaDraft } from '#domain/media/draft.ts'
import { type MediaKind, mediaKinds } from '#domain/media/item.ts'
import { mediaList } from '#domain/media/media-list.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { type FileAt, picturesAt, requireExistingPicture } from '#server/images/pictures.ts'
import { createMediaItem, deleteMedia, moveMedia, publishMedia, updateMediaItem } from '#server/media/commands.ts'
import { measureMediaFile, mediaFileAddressOf, receiveMediaFile, storeMediaFile } from '#server/media/files.ts'
import { findMedia, mediaById, type StoredMedia } from '#server/media/queries.ts'

const text = z.string()
const AdminMediaItem = z.strictObject({
  id: z.uuid(),
  /** The version that the client has seen; it sends it back with a change. */
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
  updatedAt: timestamp,
})
export type AdminMediaItem = z.output<typeof AdminMediaItem>

const UploadedMediaFile = z.strictObject({
  /** What an item names it by. */
  source: text,
  name: text,
  kind: z.enum(mediaKinds),
  type: text,
  bytes: z.int(),
  /** Seconds, where the file says them. */
  duration: z.int().nullable(),
})
export type UploadedMediaFile = z.output<typeof UploadedMediaFile>

async function presentAll(tx: SiteTx, items: StoredMedia[], fileAt: FileAt): Promise<AdminMediaItem[]> {
  const posters = items.map(({ posterUrl }) => posterUrl)
  const pictureAt = await picturesAt(tx, posters, fileAt)
  return items.map(({ id, sequence, kind, title, description, source, duration, posterUrl, posterAlt, ...item }) => ({
    id,
    sequence,
    kind,
    title,
    description,
    source,
    duration,
    posterUrl,
    posterAlt,
    poster: pictureAt(posterUrl, posterAlt),
    isPublished: item.isPublished,
    updatedAt: item.updatedAt.toISOString(),
  }))
}

async function presentOne(tx: SiteTx, item: Promise<StoredMedia>, fileAt: FileAt): Promise<AdminMediaItem> {
  const [shown] = await presentAll(tx, [await item], fileAt)
  return shown!
}

const ItemParams = z.object({ id: z.uuid() })
const ids = z.array(z.uuid()).min(1).max(500)
const ChangeCount = z.strictObject({ changed: z.int() })
const mayEdit = () => may('media:edit')

/** Videos and recordings as administrators edit them. */
export const adminMediaRoutes = new Hono<ApiEnv>()
  .get(
    '/',
    mayEdit(),
    query(listQuerySchema(mediaList)),
    answers(
      'Lists media items in their order, a page at a time.',
      z.strictObject({ items: z.array(AdminMediaItem), total: z.int() }),
    ),
    async (c) => {
      const found = await c.var.inSite(async (tx) => {
        const { items, total } = await findMedia(tx, c.req.valid('query'))
        return { items: await presentAll(tx, items, c.var.services.fileAt), total }
      })
      return c.json(found)
    },
  )
  .post(
    '/',
    mayEdit(),
    body(MediaDraft.safeExtend(clientChosenId)),
    answers('Creates a media item.', AdminMediaItem, 201),
    async (c) => {
      const { fileAt } = c.var.services
      const { id, ...draft } = c.req.valid('json')
      const added = await c.var.edit('media', async (tx, context) => {
        await requireExistingPicture(tx, { address: draft.posterUrl, field: 'posterUrl', fileAt, alt: draft.posterAlt })
        return presentOne(tx, createMediaItem(tx, draft, { ...context, id }), fileAt)
      })
      return c.json(added, 201)
    },
  )
  .post(
    '/files',
    mayEdit(),
    query(z.object({ name: text.max(300).default('') })),
    declaresInput({ upload: { media: 'application/octet-stream', schema: FileBytes } }),
    answers('Stores an uploaded audio or video file.', UploadedMediaFile, 201),
    async (c) => {
      const { site } = c.var
      const { files } = c.var.services
      const { name } = c.req.valid('query')
      const sent = { stream: c.req.raw.body, length: c.req.header('content-length') }
      const deps = { ...files, measure: measureMediaFile }
      const upload = { websiteId: site.siteId, body: sent, name }
      const { kept, duration } = await receiveMediaFile(deps, upload, async (file, duration) => ({
        kept: await c.var.edit('media-files', (tx, { now }) => storeMediaFile(tx, files.store, file, now)),
        duration,
      }))
      const { type, bytes } = kept
      const kind = type.split('/')[0] as MediaKind
      return c.json({ source: mediaFileAddressOf(kept), name: kept.name, kind, type, bytes, duration }, 201)
    },
  )
  .put(
    '/order',
    mayEdit(),
    body(z.object({ ids: z.array(z.uuid()).min(1).max(100), before: z.uuid().nullable() })),
    answers('Moves media items to another position; returns the count.', ChangeCount),
    async (c) =>
      c.json({ changed: await c.var.edit('media', (tx, context) => moveMedia(tx, c.req.valid('json'), context)) }),
  )
  .post(
    '/publication',
    mayEdit(),
    body(z.object({ ids, isPublished: z.boolean() })),
    answers('Publishes or hides media items; returns how many changed.', ChangeCount),
    async (c) => {
      const { ids: chosen, isPublished } = c.req.valid('json')
      const changed = await c.var.edit('media', (tx, context) => publishMedia(tx, chosen, isPublished, context))
      return c.json({ changed })
    },
  )
  .post(
    '/bulk-delete',
    mayEdit(),
    body(z.object({ ids })),
    answers('Deletes media items; returns the count.', DeleteAnswer),
    async (c) => c.json(await c.var.edit('media', (tx, context) => deleteMedia(tx, c.req.valid('json').ids, context))),
  )
  .get(
    '/:id',
    mayEdit(),
    params(ItemParams),
    answers('Returns one media item for editing.', AdminMediaItem),
    async (c) => {
      const { fileAt } = c.var.services
      return c.json(await c.var.inSite((tx) => presentOne(tx, mediaById(tx, c.req.valid('param').id), fileAt)))
    },
  )
  .put(
    '/:id',
    mayEdit(),
    params(ItemParams),
    body(MediaDraft.safeExtend({ sequence: z.int().min(0) })),
    answers('Updates a media item.', AdminMediaItem),
    async (c) => {
      const { sequence: expectedVersion, ...draft } = c.req.valid('json')
      const { fileAt } = c.var.services
      const { id } = c.req.valid('param')
      const changed = await c.var.edit('media', async (tx, context) => {
        await requireExistingPicture(tx, { address: draft.posterUrl, field: 'posterUrl', fileAt, alt: draft.posterAlt })
        return presentOne(tx, updateMediaItem(tx, id, draft, { ...context, expectedVersion }), fileAt)
      })
      return c.json(changed)
    },
  )
