import { type FixedPartName, isOwnPagePart, type OwnPage, type PartName } from '#domain/site-editor/document.ts'
import type { FieldKind, PartField } from '#domain/sites/fields.ts'
import { type PlacedSection, sectionKinds } from '#sections/kinds.ts'

/** The parts of a site as an owner reads them. */
const partTitles: Record<FixedPartName, string> = {
  identity: 'Name and description',
  branding: 'Logo, signature and icon',
  copyright: 'Copyright',
  theme: 'Colours',
  style: 'Fonts and corners',
  animation: 'Movement',
  navigation: 'Navigation',
  notFound: 'Page not found',
  'page-contact': 'Contact page',
  'page-tour': 'Tour page',
  'page-shop': 'Shop page',
  'page-gallery': 'Gallery page',
  'page-discography': 'Discography page',
  'page-awards': 'Awards page',
  'page-press': 'Press page',
  'page-media': 'Media page',
  'text-history': 'History',
  'text-privacy': 'Privacy policy',
  'text-terms': 'Terms',
  'text-shop-contact': 'Shop without card payments',
  'sections-home': 'Home page',
  'sections-tour': 'Sections of the tour page',
  'sections-shop': 'Sections of the shop page',
  'sections-gallery': 'Sections of the gallery page',
  'sections-discography': 'Sections of the discography page',
  'sections-awards': 'Sections of the awards page',
  'sections-press': 'Sections of the press page',
  'sections-media': 'Sections of the media page',
  'sections-history': 'Sections of the history page',
  'sections-contact': 'Sections of the contact page',
}

/** `page` names a page of the owner's; without it, it is only known to be one. */
export const partTitle = (part: PartName, page?: OwnPage): string =>
  isOwnPagePart(part) ? `Page ${page ? `“${page.title}”` : 'of your own'}` : partTitles[part as FixedPartName]

export const sectionLabel = ({ kind }: Pick<PlacedSection, 'kind'>): string =>
  kind === 'main' ? 'Fixed part of the page' : sectionKinds[kind].title

/** The names of the sections of a page, by id; those of one kind are numbered. */
export function sectionLabels(sections: readonly PlacedSection[]): ReadonlyMap<string, string> {
  const numbered = new Map<string, number>()
  return new Map(
    sections.map((section) => {
      const name = sectionLabel(section)
      if (sections.filter(({ kind }) => kind === section.kind).length === 1) return [section.id, name]
      const number = (numbered.get(name) ?? 0) + 1
      numbered.set(name, number)
      return [section.id, `${name} ${number}`]
    }),
  )
}

const textKinds: readonly FieldKind[] = ['line', 'text', 'markdown']

/** What a section begins with: its heading, or its first text. */
export function sectionExcerpt(section: PlacedSection): string {
  if (section.kind === 'main') return ''
  const firstText = (fields: readonly PartField[], values: Readonly<Record<string, unknown>>): string => {
    for (const { path, kind, entry } of fields) {
      const value = values[path]
      const entries = entry && Array.isArray(value) ? value : []
      const words = textKinds.includes(kind)
        ? ((value as string | null) ?? '')
        : kind === 'link'
          ? ((value as { label: string } | null)?.label ?? '')
          : entries.map((each) => firstText(entry!.fields, each)).find(Boolean)
      if (words) return words
    }
    return ''
  }
  return firstText(sectionKinds[section.kind].fields, section)
}

/** Where the name of a field in capitals and spaces would not be understood. */
const fieldWords: Record<string, string> = {
  content: 'Copyright line',
  developer: 'Made by',
  main: 'Main menu',
  footer: 'Footer menu',
  target: 'Leads to',
  label: 'Words',
  light: 'Light theme',
  dark: 'Dark theme',
  hero: 'Top of the page',
  line: 'Sentence on the picture',
  portrait: 'Picture on phones',
  image: 'Picture',
  action: 'Button',
  intro: 'Introduction',
  empty: 'While there is nothing to show',
  markdown: 'Text',
  headings: 'Headings',
  highlights: 'Highlights',
  description: 'Description for search engines',
  stops: 'Colour',
  tags: 'Labels',
  components: 'Buttons',
  features: 'Highlighted areas',
  layout: 'Page background',
  announcements: 'Announcements',
  order: 'Order of the sections',
  hidden: 'Hidden',
  signed: 'Signature under the text',
  showsNextShow: 'Shows the next show',
  visibility: 'Who can find it',
}

type PartOrSettings = PartName | 'settings'

const inPart: Partial<Record<PartOrSettings, Record<string, string>>> = {
  identity: { description: 'Description' },
  settings: { from: 'For goods from', daysFrom: 'Working days, from', daysTo: 'Working days, to', rows: 'Rates' },
  branding: { light: 'On light backgrounds', dark: 'On dark backgrounds' },
}

const fieldName = (part: PartOrSettings, name: string): string =>
  inPart[part]?.[name] ??
  fieldWords[name] ??
  name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase())

/** Where in a part, or in a group of settings, something is: `Main menu, entry 3, Words`. Empty for the part as a whole. */
export function changePathLabel(part: PartOrSettings, path: readonly (string | number)[]): string {
  const [first, ...inside] = path
  const steps = (first === 'sections' && inside.length > 0 ? inside : path).map((step, at, path) => {
    if (typeof step === 'string') return /^\d+$/.test(step) ? step : fieldName(part, step)
    return path[at - 1] === 'stops' ? `${step + 1}` : `entry ${step + 1}`
  })
  return steps.join(', ').replaceAll(/, (?=\d+(?:,|$))/g, ' ')
}

/** A field without a value of its own, in a list of changes. */
export const missingValueText = (part: PartName, path: readonly (string | number)[]): string =>
  part === 'navigation' && path.length === 1 ? 'the standard menu' : 'nothing'
