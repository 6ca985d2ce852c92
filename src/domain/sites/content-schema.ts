import { z } from 'zod'
import { awardResults, homeSections, isDuration, releaseKinds, type SiteContent } from '#domain/pages/content.ts'
import { isTarget } from '#domain/sites/navigation.ts'
import { featureLists, openLists } from '#domain/sites/pages.ts'

export const text = z.string().trim().min(1, 'must not be empty')

export const image = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*\.(svg|png|jpe?g|webp|avif)$/, 'must be the name of an image file, such as logo-light.svg')

export const link = z.strictObject({
  target: z.string().refine(isTarget, 'must be a path such as /tour, or an http, https or mailto address'),
  label: text,
})

export const webAddress = z
  .string()
  .refine((address) => /^https?:/i.test(address) && isTarget(address), 'must be an address that begins with https://')

/** The same schema for each of these fields. */
export const each = <N extends string | number, S extends z.ZodType>(names: readonly N[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<N, S>

const slug = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words in lower case joined by hyphens')
const year = z.int('must be a year').min(1900).max(2200)
const message = { text, action: link.nullable() }
const pageText = z.strictObject({ title: text, description: text, intro: text })
const listText = pageText.extend({ empty: z.strictObject(message), image: image.nullish() })
const track = z.strictObject({
  title: text,
  duration: z.string().refine(isDuration, 'must be a duration such as 4:05'),
})

export const contentSchema = z.strictObject({
  home: z.strictObject({
    hero: z.strictObject({ line: text, image, portrait: image.nullable(), action: link.nullable() }),
    intro: z.strictObject({ heading: text, text, image: image.nullable(), action: link.nullable() }),
    headings: z.strictObject(each(homeSections, text.optional())),
    highlights: z.array(z.strictObject({ title: text, text })),
  }),
  pages: z.strictObject({
    contact: pageText,
    ...each(openLists, listText),
    ...each(featureLists, listText.optional()),
  }),
  notFound: z.strictObject({ title: text, ...message, image: image.nullish() }),
  releases: z.array(
    z.strictObject({
      slug,
      title: text,
      kind: z.enum(releaseKinds),
      year,
      cover: image,
      text,
      credits: text,
      tracks: z.array(track).min(1),
      product: slug.nullable(),
    }),
  ),
  awards: z.array(
    z.strictObject({
      year,
      title: text,
      by: text,
      result: z.enum(awardResults),
      work: text.nullable(),
      text: text.nullable(),
      image: image.nullish(),
    }),
  ),
  press: z.array(
    z.strictObject({ quote: text, source: text, author: text.nullable(), year, link: webAddress.nullable() }),
  ),
}) satisfies z.ZodType<SiteContent>
