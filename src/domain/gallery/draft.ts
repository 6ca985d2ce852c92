import { z } from 'zod'
import { plainText } from '#domain/text-schemas.ts'
import { isLocalDate } from '#domain/time/local-time.ts'

/** What the owner says about a picture of the gallery. */
export const GalleryDraft = z.object({
  caption: plainText(300),
  /** For those who cannot see it; may be written later, and is pointed out until then. */
  alt: plainText(300),
  takenOn: z
    .string()
    .refine((text) => isLocalDate(text) && text >= '1800' && text < '2200', 'Please enter a date like 2026-05-31.')
    .nullable(),
  isPublished: z.boolean(),
})
export type GalleryDraft = z.output<typeof GalleryDraft>
