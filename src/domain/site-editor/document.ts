import { z } from 'zod'
import { parseImagePath } from '#domain/images/addresses.ts'
import { sectionsOfHomeContent } from '#domain/site-editor/home-sections.ts'
import {
  imageSchema,
  lineSchema,
  linkSchema,
  listTextSchema,
  notFoundSchema,
  pageTextSchema,
  textSchema,
} from '#domain/sites/content-schema.ts'
import { markdownSchema, picturesOfMarkdown } from '#domain/sites/markdown.ts'
import {
  type FeatureListPage,
  featureListPages,
  ownAddressProblem,
  type SectionPage,
  type StandardListPage,
  sectionPageNames,
  standardListPages,
} from '#domain/sites/pages.ts'
import { animationSchema, styleSchema, themedImageSchema, themeSchema } from '#domain/sites/schema.ts'
import type { Site } from '#domain/sites/site.ts'
import { mainPart, type PlacedSection, sectionList } from '#sections/kinds.ts'

/** The shape of stored documents. A change that older documents do not fit raises it and adds a step to `migrations`. */
export const documentSchema = 2
export const maxDocumentBytes = 512 * 1024
/** In a menu. */
export const maxMenuLinks = 20

/** Pages of text. The words of a shop without card payments are one of them. */
export const writtenPageNames = ['history', 'privacy', 'terms', 'shop-contact'] as const
export type WrittenPageName = (typeof writtenPageNames)[number]

export const writtenPageSchema = z.strictObject({
  title: lineSchema,
  description: textSchema,
  markdown: markdownSchema,
})
export type WrittenText = z.output<typeof writtenPageSchema>

export const pageVisibilities = ['published', 'unlisted', 'hidden'] as const

/** A page of the owner's. One that is unlisted is neither in the sitemap nor found by search engines. */
export const ownPageSchema = z.strictObject({
  title: lineSchema,
  address: z.string().superRefine((address, context) => {
    const problem = ownAddressProblem(address)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  }),
  description: textSchema,
  /** For previews of links. */
  image: imageSchema.nullable(),
  visibility: z.enum(pageVisibilities),
  sections: sectionList({ hasMainPart: false }),
})
export type OwnPage = z.output<typeof ownPageSchema>

const sectionsPart = (page: SectionPage) => z.strictObject({ sections: sectionList({ hasMainPart: page !== 'home' }) })

const listNames: readonly (StandardListPage | FeatureListPage)[] = [...standardListPages, ...featureListPages]

/** The parts of a site that its owner drafts and publishes together, each as a whole. */
export const partSchemas = {
  identity: z.strictObject({ name: lineSchema, tagline: lineSchema, description: textSchema }),
  branding: z.strictObject({
    logo: themedImageSchema.nullable(),
    signature: themedImageSchema.nullable(),
    icon: imageSchema.nullish(),
  }),
  copyright: z.strictObject({ content: lineSchema, developer: lineSchema.nullable() }),
  theme: themeSchema,
  style: styleSchema.required(),
  animation: animationSchema.required(),
  navigation: z.strictObject({
    main: z.array(linkSchema).max(maxMenuLinks, `must have at most ${maxMenuLinks} links`).nullable(),
    footer: z.array(linkSchema).max(maxMenuLinks, `must have at most ${maxMenuLinks} links`).nullable(),
  }),
  notFound: notFoundSchema,
  'page-contact': pageTextSchema,
  ...(Object.fromEntries(listNames.map((name) => [`page-${name}`, listTextSchema])) as Record<
    `page-${StandardListPage | FeatureListPage}`,
    typeof listTextSchema
  >),
  ...(Object.fromEntries(writtenPageNames.map((name) => [`text-${name}`, writtenPageSchema])) as Record<
    `text-${WrittenPageName}`,
    typeof writtenPageSchema
  >),
  ...(Object.fromEntries(sectionPageNames.map((page) => [`sections-${page}`, sectionsPart(page)])) as Record<
    `sections-${SectionPage}`,
    ReturnType<typeof sectionsPart>
  >),
}

export type FixedPartName = keyof typeof partSchemas
/** A page of the owner's is a part of its own, so that two administrators can edit two pages. */
export type OwnPagePart = `own-${string}`
export type PartName = FixedPartName | OwnPagePart
export const fixedPartNames = Object.keys(partSchemas) as FixedPartName[]
export type SiteParts = { [P in FixedPartName]: z.output<(typeof partSchemas)[P]> } & Record<OwnPagePart, OwnPage>

export const isOwnPagePart = (part: string): part is OwnPagePart => /^own-[a-z0-9]{1,12}$/.test(part)
export const partNameSchema = z
  .enum(fixedPartNames)
  .or(z.templateLiteral(['own-', z.string().regex(/^[a-z0-9]{1,12}$/)]))
export function schemaOfPart<P extends PartName>(part: P): z.ZodType<SiteParts[P]>
export function schemaOfPart(part: PartName): z.ZodType {
  return isOwnPagePart(part) ? ownPageSchema : partSchemas[part]
}

/** What the owner has changed. A part that is absent is as in the starter, the site's file. */
export type SiteDocument = Partial<SiteParts>

export const siteDocumentSchema = z
  .object(partSchemas)
  .partial()
  .catchall(ownPageSchema)
  .superRefine((document, context) => {
    for (const part of Object.keys(document))
      if (!partNameSchema.safeParse(part).success)
        context.addIssue({ code: 'custom', path: [part], message: 'is not a known field' })
  })
  .meta({ id: 'SiteDocument' }) as unknown as z.ZodType<SiteDocument>

/** The parts that a document has, in their order; the pages of the owner's last. */
export const partNamesIn = (...documents: SiteDocument[]): PartName[] => {
  const present = new Set(documents.flatMap((document) => Object.keys(document)))
  return [...fixedPartNames.filter((part) => present.has(part)), ...[...present].filter(isOwnPagePart)]
}

export const ownPagesOf = (document: SiteDocument): OwnPage[] =>
  Object.keys(document)
    .filter(isOwnPagePart)
    .map((part) => document[part]!)

/** The parts of a site that were never changed, as its file has them. */
export function starterParts(site: Site, written: ReadonlyMap<string, WrittenText>): SiteDocument {
  const { name, tagline, description, branding, copyright, theme, style, animation, navigation, content } = site
  const { notFound, pages } = content
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
    notFound,
    ...Object.fromEntries([...pageParts, ...textParts].filter(([, value]) => value)),
    ...Object.fromEntries(
      sectionPageNames.map((page) => [`sections-${page}`, { sections: starterSections(site, page) }]),
    ),
  }
}

/** The sections of a page whose owner has never changed them. */
export const starterSections = ({ content }: Pick<Site, 'content'>, page: SectionPage): PlacedSection[] =>
  page === 'home' ? sectionsOfHomeContent(content.home) : [mainPart]

/** The site with these parts in the place of its own. The pages of text are not part of `Site`. */
export function applyDocument(site: Site, document: SiteDocument): Site {
  const { identity, branding, copyright, theme, style, animation, navigation, notFound } = document
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
    ownPages: ownPagesOf(document).flatMap(({ address, visibility }) => (visibility === 'hidden' ? [] : [address])),
    content: {
      ...site.content,
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
