import {
  type DefaultError,
  keepPreviousData,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ListDefinition, ListRequest, ListSchema, ListSearch } from '#domain/ui/list.ts'
import { useRowFocus } from '#web/admin/ui/lists/use-row-focus.ts'

/** The query of the API's address: what is a number there is a text here. */
type QueryTexts<R> = { [K in keyof R]: R[K] extends number ? string : R[K] }

type ListPageOptions<L extends ListSchema, Data> = {
  list: L
  search: ListSearch<L>
  /** Begins the key of everything that is known of these resources. */
  key: QueryKey
  load: (query: QueryTexts<ListRequest<L>>) => Promise<Data>
}

/** One page of a list. The page before it stays in view until the new one has come. */
export function listQueryOptions<L extends ListSchema, Data>({ list, search, key, load }: ListPageOptions<L, Data>) {
  const request = list.requestOf(search)
  const texts = Object.entries(request).map(([name, value]) => [
    name,
    typeof value === 'number' ? String(value) : value,
  ])
  return queryOptions({
    queryKey: [...key, 'list', request],
    queryFn: () => load(Object.fromEntries(texts)),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** The address holds what a list is asked for. Any change but that of the page leads back to the first page. */
export function useSetSearch<S extends object>(): (changes: Partial<S>) => void {
  const navigate = useNavigate()
  return (changes) =>
    void navigate({
      to: '.',
      search: (before: object) => ({ ...before, page: undefined, ...changes }) as never,
      replace: true,
      resetScroll: false,
      viewTransition: false,
    })
}

/** What each list was last asked for, by its path: the way back from one of its records leads to the same page of it. */
const lastSearches = new Map<string, object>()

/** For a link to a list: the search that the list had when it was left, in this tab. */
export const lastSearchOf = (path: string): object => lastSearches.get(path) ?? {}

function useKeptSearch(search: object): void {
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => void lastSearches.set(path, search), [path, search])
}

/** The fields of search boxes: words, an email address, a name. */
const searchBoxes = ['q', 'buyer', 'name']

/** How many filters are in use, without what is typed into a search box. */
export const countActiveFilters = ({ filters }: Pick<ListSchema, 'filters'>, search: object): number =>
  filters.filter((name) => !searchBoxes.includes(name) && Boolean((search as Record<string, unknown>)[name])).length

type UseListOptions<S extends object, R extends object, Data, Row, K extends QueryKey> = {
  list: ListDefinition<S, R>
  search: S
  query: UseQueryOptions<Data, DefaultError, Data, K>
  rowsOf: (data: Data) => readonly Row[]
}

/** The state of a list that all its parts share: rows, search, selection, focus. `ListScreen` shows it. */
export function useListScreen<
  S extends object,
  R extends object,
  Data extends { total: number },
  Row extends { id: string },
  K extends QueryKey,
>({ list, search, query, rowsOf }: UseListOptions<S, R, Data, Row, K>) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(query)
  const setSearch = useSetSearch<S>()
  useKeptSearch(search)
  const rows = data ? rowsOf(data) : []
  const selection = useSelection(rows.map(({ id }) => id))
  const focus = useRowFocus(data, selection.count)
  return {
    list: list as ListDefinition,
    request: list.requestOf(search) as Record<string, unknown>,
    search,
    setSearch,
    /** The value of one field of the search, and how to change it: for a filter or a search box. */
    field: <N extends keyof S & string>(name: N) => ({
      value: search[name] as S[N],
      onChange: (value: S[N]) => setSearch({ [name]: value } as unknown as Partial<S>),
    }),
    isNarrowed: list.isNarrowed(search),
    filtersInUse: countActiveFilters(list, search),
    data,
    rows,
    total: data?.total ?? 0,
    error,
    isFetching,
    /** Rows and total are those of an earlier search. */
    isPlaceholderData,
    refetch,
    selection,
    selected: rows.filter(({ id }) => selection.has(id)),
    focus,
  }
}

/** As much of it as the shared parts need. */
export type ListState<Row> = Omit<
  ReturnType<typeof useListScreen<object, object, { total: number }, Row & { id: string }, QueryKey>>,
  'data' | 'search' | 'setSearch' | 'field' | 'rows' | 'selected'
> & { data: unknown; rows: readonly Row[]; setSearch: (changes: never) => void }

export type Selection = ReturnType<typeof useSelection>

/** The selected rows. A row that leaves the view is deselected, so that no action applies to rows out of sight. */
export function useSelection(inView: readonly string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = inView.filter((id) => chosen.has(id))
  const isAll = inView.length > 0 && ids.length === inView.length
  return {
    ids,
    count: ids.length,
    isAll,
    has: (id: string) => chosen.has(id),
    toggle: (id: string) => setChosen(new Set(chosen.has(id) ? ids.filter((each) => each !== id) : [...ids, id])),
    toggleAll: () => setChosen(new Set(isAll ? [] : inView)),
    clear: () => setChosen(new Set()),
  }
}
