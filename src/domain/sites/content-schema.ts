import { z } from 'zod'
import { parseImagePath } from '#domain/images/addresses.ts'
import {
  awardResults,
  homeSections,
  isDuration,
  isReleaseDate,
  releaseKinds,
  type SiteContent,
} from '#domain/pages/content.ts'
import { streamingServiceOf } from '#domain/pages/streaming.ts'
import { isLinkTarget } from '#domain/sites/navigation.ts'
import { canBeOwnPagePath, featureListPages, isExistingPath, standardListPages } from '#domain/sites/pages.ts'
import { plainTextProblem } from '#domain/sites/text-problems.ts'

export const maxPlainTextLength = 2_000
export const maxLineLength = 200

/** A sentence or paragraphs of plain text. */
export const textSchema = textUpTo({ max: maxPlainTextLength, lines: true })
/** A title, a name or a label. */
export const lineSchema = textUpTo({ max: maxLineLength })

/** A file of the site's folder, or the address of an uploaded picture. */
export const imageSchema = z
  .string()
  .refine(
    (name) => /^[a-z0-9][a-z0-9-]*\.(svg|png|jpe?g|webp|avif)$/.test(name) || parseImagePath(name) !== null,
    'must be the name of an image file, such as logo-light.svg, or the address of an uploaded picture',
  )

export const linkSchema = z.strictObject({
  target: z
    .string()
    .max(2_000)
    .refine(isLinkTarget, { error: 'must be a path such as /tour, or an http, https or mailto address', abort: true })
    .refine(
      (target) => !target.startsWith('/') || isExistingPath(target) || canBeOwnPagePath(target),
      'must be a page of this site, such as /tour, or an address elsewhere',
    ),
  label: lineSchema,
})

export const webAddressSchema = z
  .string()
  .refine(
    (address) => /^https?:/i.test(address) && isLinkTarget(address),
    'must be an address that begins with https://',
  )

/** The same schema for each of these fields. */
export const schemaForEach = <N extends string | number, S extends z.ZodType>(names: readonly N[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<N, S>

function textUpTo({ max, lines = false }: { max: number; lines?: boolean }) {
  return z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be at most ${max} characters long`)
    .superRefine((typed, context) => {
      const problem = plainTextProblem(typed, { lines })
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
}

export const slugSchema = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words in lower case joined by hyphens')
const year = z.int('must be a year').min(1900, 'must be 1900 or later').max(2200, 'must be 2200 or earlier')
const message = { text: textSchema, action: linkSchema.nullable() }
export const pageTextSchema = z.strictObject({ title: lineSchema, description: textSchema, intro: textSchema })
export const listTextSchema = pageTextSchema.extend({ empty: z.strictObject(message), image: imageSchema.nullish() })
const track = z.strictObject({
  title: lineSchema,
  duration: z.string().refine(isDuration, 'must be a duration such as 4:05'),
})

const streamingLink = z
  .strictObject({
    address: webAddressSchema.max(2_000, 'must be at most 2000 characters long'),
    label: lineSchema.nullable(),
  })
  .refine(({ address, label }) => label || streamingServiceOf(address), {
    path: ['label'],
    error: 'must not be empty, because the service is not known by its address',
  })

export const releaseSchema = z.strictObject({
  slug: slugSchema,
  title: lineSchema,
  kind: z.enum(releaseKinds),
  released: z.string().refine(isReleaseDate, 'must be a year, or a whole date with year, month and day'),
  cover: imageSchema.nullable(),
  coverAlt: lineSchema.nullish(),
  text: textSchema.or(z.literal('')),
  credits: textSchema.or(z.literal('')),
  tracks: z.array(track).max(200, 'must be at most 200 tracks'),
  product: slugSchema.nullable(),
  links: z.array(streamingLink).max(20, 'must be at most 20 links').optional(),
})

export const awardSchema = z.strictObject({
  year,
  title: lineSchema,
  by: lineSchema,
  result: z.enum(awardResults),
  work: lineSchema.nullable(),
  text: textSchema.nullable(),
  image: imageSchema.nullish(),
  imageAlt: lineSchema.nullish(),
})

export const pressQuoteSchema = z.strictObject({
  quote: textSchema,
  source: lineSchema,
  author: lineSchema.nullable(),
  year,
  link: webAddressSchema.max(2_000, 'must be at most 2000 characters long').nullable(),
})

export const homeSchema = z.strictObject({
  hero: z.strictObject({
    line: lineSchema,
    image: imageSchema,
    portrait: imageSchema.nullable(),
    action: linkSchema.nullable(),
  }),
  intro: z.strictObject({
    heading: lineSchema,
    text: textSchema,
    image: imageSchema.nullable(),
    action: linkSchema.nullable(),
  }),
  headings: z.strictObject(schemaForEach(homeSections, lineSchema.optional())),
  highlights: z.array(z.strictObject({ title: lineSchema, text: textSchema })).max(50),
})

export const notFoundSchema = z.strictObject({ title: lineSchema, ...message, image: imageSchema.nullish() })

export const contentSchema = z.strictObject({
  home: homeSchema,
  pages: z.strictObject({
    contact: pageTextSchema,
    ...schemaForEach(standardListPages, listTextSchema),
    ...schemaForEach(featureListPages, listTextSchema.optional()),
  }),
  notFound: notFoundSchema,
  releases: z.array(releaseSchema),
  awards: z.array(awardSchema),
  press: z.array(pressQuoteSchema),
}) satisfies z.ZodType<SiteContent>
