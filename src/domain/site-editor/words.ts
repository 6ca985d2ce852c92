import type { PartName } from '#domain/site-editor/document.ts'

/** The parts of a site as an owner reads them. */
export const partWords: Record<PartName, string> = {
  identity: 'Name and description',
  branding: 'Logo, signature and icon',
  copyright: 'Copyright',
  theme: 'Colours',
  style: 'Fonts and corners',
  animation: 'Movement',
  navigation: 'Navigation',
  home: 'Home page',
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
}

type Whole = PartName | 'settings'

const inPart: Partial<Record<Whole, Record<string, string>>> = {
  identity: { description: 'Description' },
  settings: { from: 'For goods from', daysFrom: 'Working days, from', daysTo: 'Working days, to', rows: 'Rates' },
  branding: { light: 'On light backgrounds', dark: 'On dark backgrounds' },
}

const fieldName = (part: Whole, name: string): string =>
  inPart[part]?.[name] ??
  fieldWords[name] ??
  name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replace(/^./, (first) => first.toUpperCase())

/** Where in a part, or in a group of settings, something is: `Main menu, entry 3, Words`. Empty for the part as a whole. */
export function pathWords(part: Whole, path: readonly (string | number)[]): string {
  const steps = path.map((step, at) => {
    if (typeof step === 'string') return /^\d+$/.test(step) ? step : fieldName(part, step)
    return path[at - 1] === 'stops' ? `${step + 1}` : `entry ${step + 1}`
  })
  return steps.join(', ').replaceAll(/, (?=\d+(?:,|$))/g, ' ')
}

/** A field without a value of its own, in a list of changes. */
export const absentWords = (part: PartName, path: readonly (string | number)[]): string =>
  part === 'navigation' && path.length === 1 ? 'the standard menu' : 'nothing'
