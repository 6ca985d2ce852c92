import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, answersFile, body, declaresInput, FileBytes, may, params, query, timestamp } from '#api/guards.ts'
import { listQuerySchema } from '#api/list-query.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { fallbackImagePath } from '#domain/images/addresses.ts'
import { cropParamSchema } from '#domain/images/crop.ts'
import { PictureDraft } from '#domain/pictures/draft.ts'
import { pictureList } from '#domain/pictures/picture-list.ts'
import { pictureUseKinds } from '#domain/pictures/uses.ts'
import { Refusal } from '#domain/refusal.ts'
import { listAccess } from '#server/accounts/access.ts'
import { originalKey, pictureKey, pictureOf, type StoredPicture, storePicture } from '#server/images/pictures.ts'
import { receivePicture } from '#server/images/receive-picture.ts'
import { removePictures, replacePicture, restorePictures, updatePicture } from '#server/pictures/commands.ts'
import { findPictures, type LibraryPicture, pictureById } from '#server/pictures/queries.ts'
import { cacheTagsOfPictures } from '#server/pictures/uses.ts'

const UploadedPicture = z.strictObject({
  id: z.uuid(),
  /** The address that a show or a video refers to. */
  address: z.string(),
  picture: PictureAnswer,
  takenOn: z.iso.date().nullable(),
})
export type UploadedPicture = z.output<typeof UploadedPicture>

const LibraryPictureAnswer = UploadedPicture.extend({
  /** The version that the client has seen; it sends it back with a change. */
  sequence: z.int(),
  fileName: z.string(),
  isDecorative: z.boolean(),
  focusX: z.int(),
  focusY: z.int(),
  /** Of the file as it was uploaded, or of the picture where that was not kept. */
  bytes: z.int(),
  /** The email address of the administrator; null for one without access, and where it was not noted. */
  uploadedBy: z.string().nullable(),
  uploadedAt: timestamp,
  uses: z.array(
    z.strictObject({ kind: z.enum(pictureUseKinds), id: z.string(), name: z.string(), isCurrent: z.boolean() }),
  ),
})
export type LibraryPictureAnswer = z.output<typeof LibraryPictureAnswer>

const UploadQuery = z.object({ name: z.string().max(300).default(''), crop: cropParamSchema.optional() })
const PictureParams = z.object({ id: z.uuid() })
const ids = z.array(z.uuid()).min(1).max(100)
const ChangeCount = z.strictObject({ changed: z.int() })
const mayEdit = () => may('pictures:edit')

const presentUploaded = (kept: StoredPicture): UploadedPicture => {
  const picture = pictureOf(kept)
  return { id: kept.id, address: fallbackImagePath(picture), picture, takenOn: kept.takenOn }
}

const present = (kept: LibraryPicture, emails: ReadonlyMap<string, string>): LibraryPictureAnswer => ({
  ...presentUploaded(kept),
  sequence: kept.sequence,
  fileName: kept.fileName || kept.name,
  isDecorative: kept.isDecorative,
  focusX: kept.focusX,
  focusY: kept.focusY,
  bytes: kept.originalBytes ?? kept.bytes,
  uploadedBy: (kept.uploadedBy && emails.get(kept.uploadedBy)) ?? null,
  uploadedAt: kept.createdAt.toISOString(),
  uses: kept.uses,
})

async function emailsOf(c: Context<ApiEnv>): Promise<ReadonlyMap<string, string>> {
  const { administrators } = await listAccess(c.var.auth)
  return new Map(administrators.map(({ userId, email }) => [userId, email]))
}

const bodyOf = (c: Context<ApiEnv>) => ({ stream: c.req.raw.body, length: c.req.header('content-length') })

/** Pages that show pictures are made from these. */
const invalidatePages = (c: Context<ApiEnv>) => cacheTagsOfPictures.forEach(c.var.invalidate)

/** The picture library. The body of an upload is the picture; its content-type is ignored. */
export const adminPicturesRoutes = new Hono<ApiEnv>()
  .get(
    '/',
    mayEdit(),
    query(listQuerySchema(pictureList)),
    answers(
      'Lists the pictures of the library with their uses, a page at a time.',
      z.strictObject({ pictures: z.array(LibraryPictureAnswer), total: z.int() }),
    ),
    async (c) => {
      const { pictures, total } = await c.var.inSite((tx) => findPictures(tx, c.req.valid('query')))
      const emails = await emailsOf(c)
      return c.json({ pictures: pictures.map((each) => present(each, emails)), total })
    },
  )
  .post(
    '/',
    mayEdit(),
    query(UploadQuery),
    declaresInput({ upload: { media: 'image/*', schema: FileBytes } }),
    answers('Stores a picture; returns it as it was stored.', UploadedPicture, 201),
    async (c) => {
      const { name, crop = null } = c.req.valid('query')
      const { files } = c.var.services
      const received = { websiteId: c.var.site.siteId, body: bodyOf(c), name, crop }
      const kept = await receivePicture(files, received, (made) =>
        c.var.edit('pictures', (tx, context) => storePicture(tx, files, made, context)),
      )
      return c.json(presentUploaded(kept), 201)
    },
  )
  .post(
    '/bulk-delete',
    mayEdit(),
    body(z.object({ ids })),
    answers('Deletes pictures that nothing shows; returns the count. They can be restored for a while.', ChangeCount),
    async (c) => {
      const { ids } = c.req.valid('json')
      return c.json({ changed: await c.var.edit('pictures', (tx, context) => removePictures(tx, ids, context)) })
    },
  )
  .post(
    '/restore',
    mayEdit(),
    body(z.object({ ids })),
    answers('Restores deleted pictures; returns the count.', ChangeCount),
    async (c) => {
      const { ids } = c.req.valid('json')
      return c.json({ changed: await c.var.edit('pictures', (tx, context) => restorePictures(tx, ids, context)) })
    },
  )
  .get(
    '/:id',
    mayEdit(),
    params(PictureParams),
    answers('Returns a picture with its uses.', LibraryPictureAnswer),
    async (c) => {
      const found = await c.var.inSite((tx) => pictureById(tx, c.req.valid('param').id))
      return c.json(present(found, await emailsOf(c)))
    },
  )
  .put(
    '/:id',
    mayEdit(),
    params(PictureParams),
    body(PictureDraft.safeExtend({ sequence: z.int().min(0) })),
    answers('Updates description and focal point.', LibraryPictureAnswer),
    async (c) => {
      const { sequence: expectedVersion, ...draft } = c.req.valid('json')
      const { id } = c.req.valid('param')
      const changed = await c.var.edit('pictures', (tx, context) =>
        updatePicture(tx, id, draft, { ...context, expectedVersion }),
      )
      invalidatePages(c)
      return c.json(present(changed, await emailsOf(c)))
    },
  )
  .post(
    '/:id/replace',
    mayEdit(),
    params(PictureParams),
    query(UploadQuery),
    declaresInput({ upload: { media: 'image/*', schema: FileBytes } }),
    answers(
      'Stores a picture and shows it wherever this one was shown; returns the new one.',
      LibraryPictureAnswer,
      201,
    ),
    async (c) => {
      const { id } = c.req.valid('param')
      const { name, crop = null } = c.req.valid('query')
      const { files } = c.var.services
      await c.var.inSite((tx) => pictureById(tx, id))
      const received = { websiteId: c.var.site.siteId, body: bodyOf(c), name, crop }
      const replaced = await receivePicture(files, received, (made) =>
        c.var.edit('pictures', (tx, context) => replacePicture(tx, { id, made, files }, context)),
      )
      invalidatePages(c)
      return c.json(present(replaced, await emailsOf(c)), 201)
    },
  )
  .get(
    '/:id/original',
    mayEdit(),
    params(PictureParams),
    answersFile('Serves the uploaded file unchanged, metadata included.'),
    async (c) => {
      const picture = await c.var.inSite((tx) => pictureById(tx, c.req.valid('param').id))
      const { key, type } = originalOf(picture, c.var.site.siteId)
      const { store } = c.var.services.files
      if (!(await store.head(key))) throw new Refusal('not-found')
      const bytes = Readable.toWeb(await store.get(key)) as ReadableStream<Uint8Array>
      const name = `${(picture.fileName || picture.name).replace(/\.[^.]*$/, '')}.${type === 'jpeg' ? 'jpg' : type}`
      return c.body(bytes, 200, {
        'content-type': `image/${type}`,
        'content-disposition': `attachment; filename*=UTF-8''${encodedFileName(name)}`,
        'cache-control': 'private, no-store',
      })
    },
  )

/** Pictures from before originals were kept have the one that visitors get. What is see-through has no placeholder. */
function originalOf(picture: StoredPicture, websiteId: string): { key: string; type: string } {
  const { originalHash, originalType } = picture
  if (originalHash && originalType) return { key: originalKey(websiteId, originalHash), type: originalType }
  return { key: pictureKey(websiteId, picture.hash), type: picture.placeholder ? 'jpeg' : 'webp' }
}

/** As RFC 8187 has it: `encodeURIComponent` leaves four characters that a header may not hold. */
const encodedFileName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
