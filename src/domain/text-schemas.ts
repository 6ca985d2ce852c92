import { z } from 'zod'

/** PostgreSQL cannot store NUL or lone surrogates. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
export const plainTextSentence = 'Please use plain text.'

/** Trimmed text of at most `max` characters. */
export const plainText = (max: number) =>
  z.string().trim().max(max, `Please use at most ${max} characters.`).refine(isPlainText, plainTextSentence)

export const requiredText = (max: number) => plainText(max).min(1, 'Please fill this in.')

/** A date and time between 1900 and 2200; null when left out. */
export const optionalDate = z.coerce
  .date('Please enter a date and a time.')
  .min(new Date('1900-01-01'), 'Please enter a later date.')
  .max(new Date('2200-01-01'), 'Please enter an earlier date.')
  .nullable()
  .default(null)

/** Null when blank. */
export const optionalText = (max: number) =>
  plainText(max)
    .transform((text) => text || null)
    .nullable()
    .default(null)
