import { Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, may, query } from '#api/guards.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { plainAddress } from '#domain/images/addresses.ts'
import { CropText } from '#domain/images/crop-text.ts'
import { keepPicture, pictureOf } from '#server/images/pictures.ts'
import { takePicture } from '#server/images/take-picture.ts'

const UploadedPicture = z.strictObject({
  id: z.uuid(),
  /** What a show or a video names it by. */
  address: z.string(),
  picture: PictureAnswer,
  takenOn: z.iso.date().nullable(),
})
export type UploadedPicture = z.output<typeof UploadedPicture>

const About = z.object({ name: z.string().max(300).default(''), crop: CropText.optional() })

/** The bytes of a picture are the whole body; what its header says of them is not believed. */
export const adminPictures = new Hono<ApiEnv>().post(
  '/',
  may('pictures:edit'),
  query(About),
  answers('The picture as it is kept.', UploadedPicture, 201),
  async (c) => {
    const { name, crop = null } = c.req.valid('query')
    const { files, site } = c.var
    const body = { stream: c.req.raw.body, length: c.req.header('content-length') }
    const kept = await takePicture(files, { websiteId: site.siteId, body, name, crop }, (made) =>
      c.var.edit('pictures', (tx, { now }) => keepPicture(tx, files.store, made, now)),
    )
    const picture = pictureOf(kept)
    return c.json({ id: kept.id, address: plainAddress(picture), picture, takenOn: kept.takenOn }, 201)
  },
)
