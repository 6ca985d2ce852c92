import { z } from 'zod'
import { problemSentence } from '#domain/sites/site-file-problems.ts'
import { plainTextProblem } from '#domain/sites/text-problems.ts'
import { plainText } from '#domain/text-schemas.ts'

const percent = z
  .int('Please enter a whole number from 0 to 100.')
  .min(0, 'Please enter a number from 0 to 100.')
  .max(100, 'Please enter a number from 0 to 100.')

/** A picture that visitors see has words for those who cannot see it, or is only decoration. */
export const hasPictureDescription = (alt: string, isDecorative: boolean): boolean => alt !== '' || isDecorative

/** The rule of the site document, whose pictures are described here. */
const maxDescriptionLength = 300
const description = plainText(maxDescriptionLength).superRefine((text, context) => {
  const problem = text.length <= maxDescriptionLength && plainTextProblem(text)
  if (problem) context.addIssue({ code: 'custom', message: problemSentence(problem) })
})

/** What the owner says about a picture of the library. */
export const PictureDraft = z
  .object({
    /** For those who cannot see it. */
    alt: description,
    isDecorative: z.boolean(),
    /** The point that stays visible when the picture is cropped, in percent. */
    focusX: percent,
    focusY: percent,
  })
  .refine(({ alt, isDecorative }) => hasPictureDescription(alt, isDecorative), {
    path: ['alt'],
    error: 'Please describe the picture, or tick that it is only decoration.',
  })
  .refine(({ alt, isDecorative }) => alt === '' || !isDecorative, {
    path: ['alt'],
    error: 'A picture that is only decoration has no description. Please remove the tick or the description.',
  })
export type PictureDraft = z.output<typeof PictureDraft>
