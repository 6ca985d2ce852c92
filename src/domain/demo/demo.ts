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
}

export const hasDemo = ({ demo }: Pick<DemoContent, 'demo'>): boolean => demoKinds.some((kind) => demo[kind] > 0)
