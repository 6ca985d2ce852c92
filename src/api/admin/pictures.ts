import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, declaresInput, FileBytes, may, query } from '#api/guards.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { plainAddress } from '#domain/images/addresses.ts'
import { CropText } from '#domain/images/crop.ts'
import { pictureOf, storePicture } from '#server/images/pictures.ts'
import { receivePicture } from '#server/images/receive-picture.ts'

const UploadedPicture = z.strictObject({
  id: z.uuid(),
  /** The address that a show or a video refers to. */
  address: z.string(),
  picture: PictureAnswer,
  takenOn: z.iso.date().nullable(),
})
export type UploadedPicture = z.output<typeof UploadedPicture>

const UploadQuery = z.object({ name: z.string().max(300).default(''), crop: CropText.optional() })

/** The request body is the picture; its content-type is ignored. */
export const adminPictures = new Hono<ApiEnv>().post(
  '/',
  may('pictures:edit'),
  query(UploadQuery),
  declaresInput({ upload: { media: 'image/*', schema: FileBytes } }),
  answers('Stores a picture; returns it as it was stored.', UploadedPicture, 201),
  async (c) => {
    const { name, crop = null } = c.req.valid('query')
    const { site } = c.var
    const { files } = c.var.services
    const body = { stream: c.req.raw.body, length: c.req.header('content-length') }
    const kept = await receivePicture(files, { websiteId: site.siteId, body, name, crop }, (made) =>
      c.var.edit('pictures', (tx, { now }) => storePicture(tx, files.store, made, now)),
    )
    const picture = pictureOf(kept)
    return c.json({ id: kept.id, address: plainAddress(picture), picture, takenOn: kept.takenOn }, 201)
  },
)
