import { toMajorUnits } from '#domain/money.ts'
import type { ShopProduct } from '#domain/products/shop-product.ts'
import { createSearchReader, enumParam, numberParam, type ParamReader, textParam } from '#domain/ui/search-params.ts'

export const shopSorts = ['name', 'price', 'newest', 'category', 'stock', 'type', 'description'] as const
export type ShopSort = (typeof shopSorts)[number]
export const sortDirections = ['up', 'down'] as const
export const shopViews = ['grid', 'list'] as const
export const maxSearchLength = 80
/** Several slugs, with commas between them. */
export const slugListPattern = /^[a-z0-9-]{1,100}(,[a-z0-9-]{1,100}){0,19}$/
export const shopPageSize = 48

/** What a visitor looks for in the shop. Prices are in whole units, as people say them. */
export type ShopFilter = {
  q?: string | undefined
  /** The one category that was gone into, by its slug. */
  category?: string | undefined
  /** Those that were ticked; none is all. */
  categories?: string[] | undefined
  from?: number | undefined
  to?: number | undefined
  inStock?: boolean | undefined
  sort?: ShopSort | undefined
  direction?: (typeof sortDirections)[number] | undefined
  page?: number | undefined
  size?: number | undefined
}

const searchText: ParamReader<string> = (value) =>
  (typeof value === 'string' && textParam(maxSearchLength)(value.trim())) || undefined
const wholeNumberParam: ParamReader<number> = (value) => (/^\d{1,7}$/.test(String(value)) ? Number(value) : undefined)

/** The filter as it stands in an address: `?category=vinyl&in=stock&sort=price`. What cannot be read is not there. */
export const shopSearch = createSearchReader({
  q: searchText,
  category: textParam(100, /^[a-z0-9-]+$/),
  categories: textParam(2_020, slugListPattern),
  from: wholeNumberParam,
  to: wholeNumberParam,
  in: enumParam('stock'),
  sort: enumParam(...shopSorts),
  direction: enumParam(...sortDirections),
  view: enumParam(...shopViews),
  page: numberParam(1000),
})
export type ShopSearch = ReturnType<typeof shopSearch>

export const shopFilterFromSearch = ({
  in: stock,
  categories,
  view: _,
  ...search
}: ShopSearch & Pick<ShopFilter, 'size'>): ShopFilter => ({
  ...search,
  categories: categories?.split(','),
  inStock: stock === 'stock',
})

export const hasActiveShopFilter = ({ q, category, categories, from, to, inStock }: ShopFilter): boolean =>
  Boolean(q || category || categories?.length || inStock || from !== undefined || to !== undefined)

export type PriceRange = { from: number; to: number }

/** What the slider for prices begins and ends with: the lowest and the highest price, in whole units. */
export function priceRange(products: readonly ProductPrices[], currency: string): PriceRange {
  const prices = products.flatMap(pricesOf).map((price) => toMajorUnits(price, currency))
  if (!prices.length) return { from: 0, to: 1000 }
  return { from: Math.floor(Math.min(...prices)), to: Math.ceil(Math.max(...prices)) }
}

type ProductPrices = Pick<ShopProduct, 'price' | 'variants'>
const pricesOf = ({ price, variants }: ProductPrices): number[] =>
  variants.length ? variants.map((variant) => variant.price) : [price]

/** A product of the catalogue, with what only its order needs. */
export type SortableProduct = ShopProduct & { createdAt: Date; isFeatured: boolean }

export const highlightKinds = ['featured', 'newest'] as const
export type Highlights<P> = { kind: (typeof highlightKinds)[number]; products: P[] }
const maxHighlights = 4

/**
 * The row above the unfiltered list: what the owner has marked as featured, else the newest products; those that can be
 * bought first. A shop that is no longer than the row has none.
 */
export function selectHighlights<P extends SortableProduct>(products: readonly P[]): Highlights<P> {
  const featured = products.filter(({ isFeatured }) => isFeatured)
  const kind = featured.length ? 'featured' : 'newest'
  if (kind === 'newest' && products.length <= maxHighlights) return { kind, products: [] }
  const first = (kind === 'featured' ? featured : products).toSorted(
    (a, b) => Number(b.isAvailable) - Number(a.isAvailable) || +b.createdAt - +a.createdAt,
  )
  return { kind, products: first.slice(0, maxHighlights) }
}

/** The first page of the shop, without filters and in the default order. */
export const isUnfiltered = (filter: ShopFilter): boolean =>
  !hasActiveShopFilter(filter) && !filter.sort && !filter.direction && (filter.page ?? 1) === 1

export type ShopListing<P> = {
  products: P[]
  total: number
  /** How many each category would show, and all of them together, whichever was chosen. */
  counts: Map<string, number>
  countOfAll: number
}

/**
 * What the shop shows. `found` are the ids that the search has found, the best first; without another order they stay
 * in theirs.
 */
export function filterProducts<P extends SortableProduct>(
  products: readonly P[],
  filter: ShopFilter,
  { currency, locale, found }: { currency: string; locale: string; found: readonly string[] | null },
): ShopListing<P> {
  const rank = found && new Map(found.map((id, index) => [id, index]))
  const inReach = products.filter(
    (product) =>
      (!rank || rank.has(product.id)) &&
      (!filter.inStock || product.isAvailable) &&
      pricesOf(product).some((price) => isInPriceRange(toMajorUnits(price, currency), filter)),
  )
  const counts = new Map<string, number>()
  for (const { category } of inReach) if (category) counts.set(category.slug, (counts.get(category.slug) ?? 0) + 1)
  const chosen = inReach.filter(({ category }) => isChosen(category?.slug, filter))
  const by = filter.sort ?? (rank ? null : 'name')
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' })
  const sorted = chosen.toSorted((a, b) =>
    by
      ? inDirection(filter.direction, comparators[by](a, b, collator)) || collator.compare(a.name, b.name)
      : rank!.get(a.id)! - rank!.get(b.id)!,
  )
  const { size = shopPageSize } = filter
  const page = clampPage(filter.page, sorted.length, size)
  return {
    products: sorted.slice((page - 1) * size, page * size),
    total: sorted.length,
    counts,
    countOfAll: inReach.length,
  }
}

/** Beyond the last page, the last page. */
export const clampPage = (page: number | undefined, total: number, size = shopPageSize): number =>
  Math.max(1, Math.min(page ?? 1, Math.ceil(total / size)))

const isInPriceRange = (price: number, { from = 0, to = Number.POSITIVE_INFINITY }: ShopFilter) =>
  price >= from && price <= to

const isChosen = (slug: string | undefined, { category, categories = [] }: ShopFilter) =>
  (!category || slug === category) && (!categories.length || (slug !== undefined && categories.includes(slug)))

const inDirection = (direction: ShopFilter['direction'], order: number) => (direction === 'down' ? -order : order)

type Order = (a: SortableProduct, b: SortableProduct, collator: Intl.Collator) => number
/** More than any that are counted. */
const piecesLeft = ({ isAvailable, available }: SortableProduct) =>
  isAvailable ? (available ?? Number.MAX_SAFE_INTEGER) : 0
const comparators: Record<ShopSort, Order> = {
  name: (a, b, { compare }) => compare(a.name, b.name),
  description: (a, b, { compare }) => compare(a.description, b.description),
  price: (a, b) => a.price - b.price,
  newest: (a, b) => +b.createdAt - +a.createdAt,
  category: (a, b, { compare }) => compare(a.category?.name ?? '', b.category?.name ?? ''),
  type: (a, b, { compare }) => compare(a.productType, b.productType),
  stock: (a, b) => piecesLeft(b) - piecesLeft(a),
}
