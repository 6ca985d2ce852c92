import { type Context, Hono } from 'hono'
import { z } from 'zod'
import type { ApiEnv } from '#api/env.ts'
import { answers, anyone, params } from '#api/guards.ts'
import { PictureAnswer } from '#api/site/pictures.ts'
import { Refusal } from '#domain/refusal.ts'
import type { PartField } from '#domain/sites/fields.ts'
import { withoutClosedMarkdownLinks } from '#domain/sites/markdown.ts'
import { isReachableLinkTarget } from '#domain/sites/navigation.ts'
import { type SectionPage, sectionPageNames } from '#domain/sites/pages.ts'
import { isSectionOff, mainPart, type PlacedSection, sectionKindNames, sectionKinds } from '#sections/kinds.ts'
import { renderMarkdown } from '#server/pages/written-pages.ts'

const LinkAnswer = z.strictObject({ target: z.string(), label: z.string() })

/** How each kind of field is sent; a field that may be empty is null then. */
function answerOfField({ kind, entry, from, options }: PartField): z.ZodType {
  switch (kind) {
    case 'picture':
      return PictureAnswer.nullable()
    case 'link':
      return LinkAnswer.nullable()
    case 'list':
      return z.array(z.strictObject(answerOfFields(entry!.fields)))
    case 'number':
      return z.number()
    case 'switch':
      return z.boolean()
    case 'choice':
      return z.enum(Object.keys(options!))
    default:
      return from === 'products' ? z.array(z.string()) : z.string().nullable()
  }
}
const answerOfFields = (fields: readonly PartField[]): Record<string, z.ZodType> =>
  Object.fromEntries(fields.map((field) => [field.path, answerOfField(field)]))

/** A section with the fields of its kind as visitors see them: pictures with their sizes, Markdown as HTML. */
export type SectionAnswer = { id: string; kind: string; [field: string]: unknown }
export const SectionAnswer = z
  .discriminatedUnion('kind', [
    z.strictObject({ id: z.literal('main'), kind: z.literal('main') }),
    ...sectionKindNames.map((kind) =>
      z.strictObject({ id: z.string(), kind: z.literal(kind), ...answerOfFields(sectionKinds[kind].fields) }),
    ),
  ])
  .meta({ id: 'ShownSection' }) as unknown as z.ZodType<SectionAnswer>
const Sections = z.array(SectionAnswer)

const OwnPageAnswer = z.union([
  z.strictObject({ movedTo: z.string() }),
  z.strictObject({
    title: z.string(),
    description: z.string(),
    /** For previews of links. */
    picture: PictureAnswer.nullable(),
    isUnlisted: z.boolean(),
    sections: Sections,
  }),
])

/** What the owner has put on the standing pages. */
export const sectionsRoutes = new Hono<ApiEnv>().get(
  '/:page',
  anyone(),
  params(z.object({ page: z.enum(sectionPageNames) })),
  answers('Returns the sections of a page.', Sections),
  (c) => {
    const { page } = c.req.valid('param')
    return c.json(presentSections(c, c.var.sections[page], page))
  },
)

/** The pages that the owner has made. */
export const ownPagesRoutes = new Hono<ApiEnv>().get(
  '/:address',
  anyone(),
  params(z.object({ address: z.string().regex(/^[a-z0-9-]{1,60}$/) })),
  answers('Returns an own page, or the address that it has moved to.', OwnPageAnswer),
  (c) => {
    const { pages, addresses } = c.var.ownPages
    const address = `/${c.req.valid('param').address}`
    const part = addresses.get(address)
    if (!part) throw new Refusal('not-found')
    const page = pages.get(part)
    if (!page) throw new Refusal('page-gone')
    if (page.visibility === 'hidden' && !c.var.isPreview) throw new Refusal('not-found')
    if (page.address !== address) return c.json({ movedTo: page.address })
    return c.json({
      title: page.title,
      description: page.description,
      picture: page.image === null ? null : c.var.services.picture(page.image),
      isUnlisted: page.visibility !== 'published',
      sections: presentSections(c, page.sections),
    })
  },
)

type Fields = Readonly<Record<string, unknown>>

/** What visitors see of sections: none that is hidden, or that needs a feature which is off. */
export const presentSections = (
  c: Context<ApiEnv>,
  placed: readonly PlacedSection[],
  page?: SectionPage,
): SectionAnswer[] =>
  placed.flatMap((section): SectionAnswer[] => {
    if (section.kind === 'main') return [mainPart]
    if (section.hidden || isSectionOff(c.var.site, section.kind, page)) return []
    return [{ id: section.id, kind: section.kind, ...presentFields(c, sectionKinds[section.kind].fields, section) }]
  })

const presentFields = (c: Context<ApiEnv>, fields: readonly PartField[], values: Fields): Fields =>
  Object.fromEntries(fields.map((field) => [field.path, presentField(c, field, values[field.path])]))

function presentField(c: Context<ApiEnv>, { kind, entry }: PartField, value: unknown): unknown {
  if (value === null || value === undefined) return null
  const isOpen = (target: string) => isReachableLinkTarget(c.var.site, target)
  switch (kind) {
    case 'picture':
      return c.var.services.picture(value as string)
    case 'markdown':
      return withoutClosedMarkdownLinks(renderMarkdown(value as string), isOpen)
    case 'link':
      return isOpen((value as { target: string }).target) ? value : null
    case 'list':
      return (value as Fields[]).map((each) => presentFields(c, entry!.fields, each))
    default:
      return value
  }
}
