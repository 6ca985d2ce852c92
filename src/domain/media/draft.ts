import { z } from 'zod'
import { mediaKinds } from '#domain/media/item.ts'
import { askedMediaFile } from '#domain/media/own-file.ts'
import { platformNames, playerOf } from '#domain/media/player.ts'

/** No database stores the character of code 0, and no keyboard writes it. */
const words = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Please use at most ${most} characters.`)
    .refine((text) => !text.includes('\0'), 'Please use plain text.')
const maybe = (most: number) =>
  words(most)
    .transform((text) => text || null)
    .nullable()
    .default(null)

const platforms = new Intl.ListFormat('en', { type: 'disjunction' }).format(platformNames)
const sourceSentence = `Please give a link to ${platforms}, or upload a file.`

const isPlayable = (source: string) =>
  source.startsWith('/') ? askedMediaFile(source) !== null : playerOf(source) !== null

/** What the owner says about something to watch or to hear. */
export const MediaDraft = z
  .object({
    kind: z.enum(mediaKinds, 'Please choose video or audio.'),
    title: words(200).min(1, 'Please fill this in.'),
    description: maybe(2000),
    source: words(2000).min(1, sourceSentence).refine(isPlayable, sourceSentence),
    duration: z
      .int('Please give the length in seconds.')
      .min(1, 'Please give the length in seconds.')
      .max(86_400, 'Please give at most a day.')
      .nullable()
      .default(null),
    posterUrl: maybe(2000).refine(
      (text) => text === null || /^\/[^/\\\s][^\\\s]*$/.test(text),
      'Please upload the picture.',
    ),
    posterAlt: maybe(300),
    isPublished: z.boolean().default(false),
  })
  .refine(({ posterUrl, posterAlt }) => !posterUrl || posterAlt, {
    path: ['posterAlt'],
    error: 'Please describe the picture for those who cannot see it.',
  })
export type MediaDraft = z.output<typeof MediaDraft>
