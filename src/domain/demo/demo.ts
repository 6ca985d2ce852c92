/** What a site's demo consists of. Everything else of the demo belongs to one of these. */
export const demoKinds = [
  'orders',
  'products',
  'shows',
  'records',
  'awards',
  'press',
  'media',
  'gallery',
  'pictures',
  'announcements',
] as const
export type DemoKind = (typeof demoKinds)[number]

const kindNames: Record<DemoKind, [one: string, several: string]> = {
  orders: ['order', 'orders'],
  products: ['product', 'products'],
  shows: ['show', 'shows'],
  records: ['record', 'records'],
  awards: ['award', 'awards'],
  press: ['press quote', 'press quotes'],
  media: ['film or recording', 'films and recordings'],
  gallery: ['picture in the gallery', 'pictures in the gallery'],
  pictures: ['picture in the library', 'pictures in the library'],
  announcements: ['announcement', 'announcements'],
}

/** `3 shows`. */
export const demoCountText = (kind: DemoKind, count: number): string =>
  `${count} ${kindNames[kind][count === 1 ? 0 : 1]}`

/** How many there are, and the names of the first. */
export type NamedCount = { count: number; names: string[] }

/** What a removal of the demo content takes, and what it leaves. */
export type DemoContent = {
  demo: Record<DemoKind, number>
  /** Demo content that an administrator has edited. It stays unless they say otherwise. */
  edited: Record<DemoKind, NamedCount>
  /** What an administrator has added. It always stays. */
  own: Record<DemoKind, NamedCount>
  /** Demo products in orders or payments of the owner's: they stay, in the archive. */
  sold: NamedCount
  /** Whether analytics has visits of the demo. */
  hasVisits: boolean
}

export const hasDemoContent = ({ demo, hasVisits }: Pick<DemoContent, 'demo' | 'hasVisits'>): boolean =>
  hasVisits || demoKinds.some((kind) => demo[kind] > 0)

/** The kinds of which there are some, in words: `12 shows`. */
export const demoCountTexts = (counts: Record<DemoKind, number>): string[] =>
  demoKinds.filter((kind) => counts[kind] > 0).map((kind) => demoCountText(kind, counts[kind]))

/** The same with the first names: `2 shows: Lido, Knust`. */
export const namedCountTexts = (named: Record<DemoKind, NamedCount>): string[] =>
  demoKinds
    .filter((kind) => named[kind].count > 0)
    .map((kind) => `${demoCountText(kind, named[kind].count)}: ${namesText(named[kind])}`)

/** `Lido, Knust and 3 more`. */
export function namesText({ count, names }: NamedCount): string {
  const more = count - names.length
  return more > 0 ? `${names.join(', ')} and ${more} more` : names.join(', ')
}
