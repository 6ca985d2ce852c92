import {
  createSearchReader,
  enumParam,
  numberParam,
  pageSizeParam,
  type SearchFromParams,
  type SearchParam,
  textParam,
  uuidParam,
} from '#domain/ui/search-params.ts'

export type SortDirection = 'up' | 'down'

/** The words that most lists can be searched for. */
export const searchWordsParam = textParam(80)

type Filters = Record<string, SearchParam<string>>
type Sorting<S extends string> = [S] extends [never] ? unknown : { sort: S; direction: SortDirection }
type Page = { page: number; size: number }
type Optional<T> = { [K in keyof T]?: T[K] | undefined }

/** What every admin list describes once: its route, its API, its query and its screen read it. */
export type ListSchema<Search extends object = object, Request extends object = object> = {
  fields: Record<string, SearchParam<unknown>>
  /** The names of those fields that leave rows out. */
  filters: readonly string[]
  defaults: Record<string, string | number>
  /** What the address of the list says: for the `validateSearch` of its route. */
  read(search: Record<string, unknown>): Search
  /** What the API is asked for: the address, with the defaults filled in. */
  requestOf(search: Search): Request
  /** Whether rows may be missing because of the search or a filter. */
  isNarrowed(search: Search): boolean
}

/** A list with numbered pages. */
export type ListDefinition<Search extends object = object, Request extends object = object> = ListSchema<
  Search,
  Request
> & {
  /** The page sizes to choose from. */
  sizes: readonly number[]
  /** The list has no further pages, even where there are more rows. */
  lastPage: number
}

export type ListSearch<L extends ListSchema> = ReturnType<L['read']>
export type ListRequest<L extends ListSchema> = ReturnType<L['requestOf']>

type ListOptions<F extends Filters, S extends string> = {
  /** The words that are searched for, and one field for each filter. */
  filters: F
  /** The orders that the list can have, the default first. */
  sorts?: readonly S[]
  direction?: SortDirection
  /** Rows on a page, unless the address says otherwise. */
  size?: number
  sizes?: readonly number[]
  /** Whether only `sizes` are allowed; usually any size up to 100 is. */
  hasFixedSizes?: boolean
  lastPage?: number
}

export function defineList<F extends Filters, const S extends string = never>({
  filters,
  sorts = [],
  direction = 'up',
  size = 25,
  sizes = [10, 25, 50, 100],
  hasFixedSizes = false,
  lastPage = 10_000,
}: ListOptions<F, S>): ListDefinition<
  SearchFromParams<F> & Optional<Page> & Optional<Sorting<S>>,
  SearchFromParams<F> & Page & Sorting<S>
> {
  const [sort] = sorts
  const fields: Record<string, SearchParam<unknown>> = {
    ...filters,
    ...(sort && { sort: enumParam(...sorts), direction: enumParam('up', 'down') }),
    page: numberParam(lastPage),
    size: hasFixedSizes ? pageSizeParam(...sizes) : numberParam(100),
  }
  const defaults = { ...(sort && { sort, direction }), page: 1, size }
  return { ...schemaOf(filters, fields, defaults), sizes, lastPage } as never
}

/** The row before or after which a page begins. */
type Cursor = { before: string; after: string }

/** A list whose pages begin at a row (keyset pagination), so that they stay stable while rows are added. */
export function defineKeysetList<F extends Filters>({
  filters,
  size = 25,
}: Pick<ListOptions<F, never>, 'filters' | 'size'>): ListSchema<
  SearchFromParams<F> & Optional<Cursor> & { size?: number | undefined },
  SearchFromParams<F> & Optional<Cursor> & { size: number }
> {
  const fields = { ...filters, before: uuidParam, after: uuidParam, size: numberParam(100) }
  return schemaOf(filters, fields, { size }) as never
}

const schemaOf = (filters: Filters, fields: ListSchema['fields'], defaults: ListSchema['defaults']): ListSchema => ({
  fields,
  filters: Object.keys(filters),
  defaults,
  read: createSearchReader(fields),
  requestOf: (search) => {
    const given = Object.entries(search).filter(([, value]) => value !== undefined)
    return { ...defaults, ...Object.fromEntries(given) }
  },
  isNarrowed: (search) => Object.keys(filters).some((name) => Boolean((search as Record<string, unknown>)[name])),
})
