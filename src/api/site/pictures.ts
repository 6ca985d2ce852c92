import { z } from 'zod'
import { unconvertedTypes } from '#domain/images/picture.ts'

/** A picture in API responses. */
export const PictureAnswer = z.strictObject({
  base: z.string(),
  width: z.number(),
  height: z.number(),
  placeholder: z.string().nullable(),
  alt: z.string(),
  asIs: z.enum(unconvertedTypes).nullable(),
  focus: z.strictObject({ x: z.number(), y: z.number() }).optional(),
})
