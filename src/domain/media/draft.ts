import { z } from 'zod'
import { mediaKinds } from '#domain/media/item.ts'
import { maxDurationSeconds } from '#domain/media/length.ts'
import { parseMediaFilePath } from '#domain/media/own-file.ts'
import { platformNames, playerForSource } from '#domain/media/player.ts'
import { optionalText, plainText, requiredText } from '#domain/text-schemas.ts'

const platforms = new Intl.ListFormat('en', { type: 'disjunction' }).format(platformNames)
const sourceSentence = `Please enter a link to ${platforms}, or upload a file.`

const lengthSentence = 'Please enter the length in minutes and seconds, such as 4:12.'

const isPlayable = (source: string) =>
  source.startsWith('/') ? parseMediaFilePath(source) !== null : playerForSource(source) !== null

/** As people copy them: without the scheme, or with the old one. */
const completeLink = (source: string) =>
  source.startsWith('/') ? source : source.replace(/^(?:http:\/\/|(?!https:)(?=[\w-]+(?:\.[\w-]+)+\/))/i, 'https://')

/** The page of a record does not say which player belongs to it; only the address of the player does. */
const isBandcampPage = (source: string) => /^https:\/\/[\w-]+\.bandcamp\.com\//i.test(source)
const bandcampSentence = 'For Bandcamp please use the address in the code under Share / Embed on its page.'

/** What the owner says about something to watch or to hear. */
export const MediaDraft = z
  .object({
    kind: z.enum(mediaKinds, 'Please choose video or audio.'),
    title: requiredText(200),
    description: optionalText(2000),
    source: plainText(2000)
      .min(1, sourceSentence)
      .transform(completeLink)
      .refine((source) => !isBandcampPage(source), bandcampSentence)
      .refine((source) => isBandcampPage(source) || isPlayable(source), sourceSentence),
    duration: z
      .int(lengthSentence)
      .min(1, lengthSentence)
      .max(maxDurationSeconds, 'Please enter at most 24 hours.')
      .nullable()
      .default(null),
    posterUrl: optionalText(2000).refine(
      (text) => text === null || /^\/[^/\\\s][^\\\s]*$/.test(text),
      'Please upload the picture.',
    ),
    posterAlt: optionalText(300),
    isPublished: z.boolean().default(false),
  })
  .refine(({ posterUrl, posterAlt }) => !posterUrl || posterAlt, {
    path: ['posterAlt'],
    error: 'Please describe the picture for people who cannot see it.',
  })
export type MediaDraft = z.output<typeof MediaDraft>
