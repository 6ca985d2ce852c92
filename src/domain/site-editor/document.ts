import { z } from 'zod'
import { parseImagePath } from '#domain/images/addresses.ts'
import {
  homeSchema,
  image,
  line,
  link,
  listText,
  notFoundSchema,
  pageText,
  text,
} from '#domain/sites/content-schema.ts'
import { type FeatureList, featureLists, type OpenList, openLists } from '#domain/sites/pages.ts'
import { markdownProblem } from '#domain/sites/plain-text.ts'
import { animation, style, themedImage, wholeTheme } from '#domain/sites/schema.ts'
import type { Site } from '#domain/sites/site.ts'

/** The shape of stored documents. A change that older documents do not fit raises it and adds a step to `migrations`. */
export const documentSchema = 1
export const maxDocumentBytes = 512 * 1024
export const maxMarkdown = 100_000

/** Pages of text. The words of a shop without card payments are one of them. */
export const writtenPageNames = ['history', 'privacy', 'terms', 'shop-contact'] as const
export type WrittenPageName = (typeof writtenPageNames)[number]

const markdown = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(maxMarkdown, `must be at most ${maxMarkdown} characters long`)
  .superRefine((typed, context) => {
    const problem = markdownProblem(typed) ?? strangePicture(typed)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

const markdownPicture = /!\[([^\]]*)\]\(\s*<?([^)\s>]*)/g
/** The pictures in a text, by their addresses and file names, each with what the text says about it. */
export const describedPictures = (text: string): { name: string; alt: string }[] =>
  [...text.matchAll(markdownPicture)].map(([, alt, name]) => ({ name: name!, alt: alt!.trim() }))
export const picturesOfMarkdown = (text: string): string[] => describedPictures(text).map(({ name }) => name)

/** A visitor's browser loads pictures from this site only. */
const strangePicture = (text: string): string | null =>
  picturesOfMarkdown(text).every((name) => image.safeParse(name).success)
    ? null
    : 'must only have pictures that were uploaded here'

export const writtenPageSchema = z.strictObject({ title: line, description: text, markdown })
export type WrittenText = z.output<typeof writtenPageSchema>

const listNames: readonly (OpenList | FeatureList)[] = [...openLists, ...featureLists]

/** The parts of a site that its owner drafts and publishes together, each as a whole. */
export const partSchemas = {
  identity: z.strictObject({ name: line, tagline: line, description: text }),
  branding: z.strictObject({ logo: themedImage, signature: themedImage.nullable(), icon: image.optional() }),
  copyright: z.strictObject({ content: line, developer: line.nullable() }),
  theme: wholeTheme,
  style: style.required(),
  animation: animation.required(),
  navigation: z.strictObject({
    main: z.array(link).max(20, 'must have at most 20 links').nullable(),
    footer: z.array(link).max(20, 'must have at most 20 links').nullable(),
  }),
  home: homeSchema,
  notFound: notFoundSchema,
  'page-contact': pageText,
  ...(Object.fromEntries(listNames.map((name) => [`page-${name}`, listText])) as Record<
    `page-${OpenList | FeatureList}`,
    typeof listText
  >),
  ...(Object.fromEntries(writtenPageNames.map((name) => [`text-${name}`, writtenPageSchema])) as Record<
    `text-${WrittenPageName}`,
    typeof writtenPageSchema
  >),
}

export type PartName = keyof typeof partSchemas
export const partNames = Object.keys(partSchemas) as PartName[]
export type SiteParts = { [P in PartName]: z.output<(typeof partSchemas)[P]> }

/** What the owner has changed. A part that is absent is as in the starter, the site's file. */
export type SiteDocument = Partial<SiteParts>

export const siteDocumentSchema: z.ZodType<SiteDocument> = z.strictObject(partSchemas).partial()

/** The parts of a site that were never changed, as its file has them. */
export function starterParts(site: Site, written: ReadonlyMap<string, WrittenText>): SiteDocument {
  const { name, tagline, description, branding, copyright, theme, style, animation, navigation, content } = site
  const { home, notFound, pages } = content
  const pageParts = Object.entries(pages).map(([page, words]) => [`page-${page}`, words])
  const textParts = writtenPageNames.flatMap((page) => {
    const { title, description, markdown } = written.get(page) ?? {}
    return markdown === undefined ? [] : [[`text-${page}`, { title, description, markdown }]]
  })
  return {
    identity: { name, tagline, description },
    branding,
    copyright,
    theme,
    style,
    animation,
    navigation,
    home,
    notFound,
    ...Object.fromEntries([...pageParts, ...textParts].filter(([, value]) => value)),
  }
}

/** The site with these parts in the place of its own. The pages of text are not part of `Site`. */
export function withParts(site: Site, document: SiteDocument): Site {
  const { identity, branding, copyright, theme, style, animation, navigation, home, notFound } = document
  const pages = (['contact', ...listNames] as const).flatMap((name) => {
    const words = document[`page-${name}`]
    return words ? [[name, words]] : []
  })
  return {
    ...site,
    ...identity,
    ...(branding && { branding }),
    ...(copyright && { copyright }),
    ...(theme && { theme }),
    ...(style && { style }),
    ...(animation && { animation }),
    ...(navigation && { navigation }),
    content: {
      ...site.content,
      ...(home && { home }),
      ...(notFound && { notFound }),
      pages: { ...site.content.pages, ...Object.fromEntries(pages) },
    },
  }
}

/** The pictures that a document shows, once each: addresses of uploaded ones only. */
export function uploadedPictures(document: SiteDocument): string[] {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (parseImagePath(value)) found.add(value)
      for (const address of picturesOfMarkdown(value)) if (parseImagePath(address)) found.add(address)
    } else if (value && typeof value === 'object') Object.values(value).forEach(visit)
  }
  visit(document)
  return [...found]
}
