import { z } from 'zod'

/** No database stores the character of code 0, none half of a sign, and no keyboard writes either. */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')
export const plainTextSentence = 'Please use plain text.'

/** Words that somebody writes, of at most so many characters. */
export const words = (most: number) =>
  z.string().trim().max(most, `Please use at most ${most} characters.`).refine(isPlainText, plainTextSentence)

export const said = (most: number) => words(most).min(1, 'Please fill this in.')

/** Left blank is nothing. */
export const maybeWords = (most: number) =>
  words(most)
    .transform((text) => text || null)
    .nullable()
    .default(null)
