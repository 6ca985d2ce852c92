import { z } from 'zod'
import type { WithFeatures } from '#domain/sites/features.ts'
import type { SectionPage } from '#domain/sites/pages.ts'
import { contact } from '#sections/contact/kind.ts'
import { maxSections } from '#sections/define-section.ts'
import { hero } from '#sections/hero/kind.ts'
import { highlights } from '#sections/highlights/kind.ts'
import { links } from '#sections/links/kind.ts'
import { mailingList } from '#sections/mailing-list/kind.ts'
import { media } from '#sections/media/kind.ts'
import { picture } from '#sections/picture/kind.ts'
import { pictures } from '#sections/pictures/kind.ts'
import { press } from '#sections/press/kind.ts'
import { products } from '#sections/products/kind.ts'
import { quote } from '#sections/quote/kind.ts'
import { release } from '#sections/release/kind.ts'
import { shows } from '#sections/shows/kind.ts'
import { spacer } from '#sections/spacer/kind.ts'
import { text } from '#sections/text/kind.ts'

/** All kinds of sections, in the order of the gallery in the editor. */
export const sectionKinds = {
  hero,
  text,
  picture,
  pictures,
  shows,
  release,
  products,
  media,
  press,
  highlights,
  quote,
  links,
  'mailing-list': mailingList,
  contact,
  spacer,
} as const

type Kinds = typeof sectionKinds
export type SectionKind = keyof Kinds
export const sectionKindNames = Object.keys(sectionKinds) as SectionKind[]
export type SectionOf<K extends SectionKind> = z.output<Kinds[K]['schema']>
export type Section = { [K in SectionKind]: SectionOf<K> }[SectionKind]

export const isSectionKind = (kind: string): kind is SectionKind => Object.hasOwn(sectionKinds, kind)

/** Whether visitors do not see sections of this kind because the site has switched off what they show. */
export function isSectionOff(site: WithFeatures, kind: PlacedSection['kind'], page?: SectionPage): boolean {
  if (kind === 'main') return false
  const { requires } = sectionKinds[kind] as { requires?: (site: WithFeatures, page?: SectionPage) => boolean }
  return requires?.(site, page) === false
}

/** Where the fixed part of a standing page is among its sections: the list of shows, the shop. */
export const mainPart = { id: 'main', kind: 'main' } as const
/** A section, or the place of the fixed part. */
export type PlacedSection = Section | typeof mainPart

const mainSchema = z.strictObject({ id: z.literal('main'), kind: z.literal('main') })
const anySection = z
  .discriminatedUnion('kind', [mainSchema, ...sectionKindNames.map((kind) => sectionKinds[kind].schema)], {
    error: ({ code }) => (code === 'invalid_union' ? 'must be a kind of section that there is' : undefined),
  })
  .meta({ id: 'Section' }) as unknown as z.ZodType<PlacedSection>

/**
 * The sections of a page in their order. A standing page has its fixed part among them, any other page has none; without
 * `hasMainPart` both are accepted.
 */
export const sectionList = ({ hasMainPart }: { hasMainPart?: boolean } = {}) =>
  z.array(anySection).superRefine((sections, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    const main = sections.filter(({ kind }) => kind === 'main').length
    if (sections.length - main > maxSections) refuse(`must be at most ${maxSections} sections`)
    if (hasMainPart !== undefined && main !== Number(hasMainPart))
      refuse(hasMainPart ? 'must have the fixed part of the page once' : 'must only have sections')
    if (new Set(sections.map(({ id }) => id)).size !== sections.length)
      refuse('must not have two sections with the same id')
  })
