import { z } from 'zod'

/** No database stores the character of code 0, none half of a sign, and no keyboard writes either. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
export const plainTextSentence = 'Please use plain text.'

/** Words that somebody writes, of at most so many characters. */
export const words = (most: number) =>
  z.string().trim().max(most, `Please use at most ${most} characters.`).refine(isPlainText, plainTextSentence)

export const said = (most: number) => words(most).min(1, 'Please fill this in.')

/** A date and a time that a calendar could hold; left out is none. */
export const maybeMoment = z.coerce
  .date('Please give a date and a time.')
  .min(new Date('1900-01-01'), 'Please give a later date.')
  .max(new Date('2200-01-01'), 'Please give an earlier date.')
  .nullable()
  .default(null)

/** Left blank is nothing. */
export const maybeWords = (most: number) =>
  words(most)
    .transform((text) => text || null)
    .nullable()
    .default(null)
