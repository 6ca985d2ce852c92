import { z } from 'zod'

/** PostgreSQL cannot store NUL or lone surrogates. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
export const plainTextSentence = 'Please use plain text.'

/** Trimmed text of at most `most` characters. */
export const plainText = (most: number) =>
  z.string().trim().max(most, `Please use at most ${most} characters.`).refine(isPlainText, plainTextSentence)

export const requiredText = (most: number) => plainText(most).min(1, 'Please fill this in.')

/** A date and time between 1900 and 2200; null when left out. */
export const optionalDate = z.coerce
  .date('Please give a date and a time.')
  .min(new Date('1900-01-01'), 'Please give a later date.')
  .max(new Date('2200-01-01'), 'Please give an earlier date.')
  .nullable()
  .default(null)

/** Null when blank. */
export const optionalText = (most: number) =>
  plainText(most)
    .transform((text) => text || null)
    .nullable()
    .default(null)
