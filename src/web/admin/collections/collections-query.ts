import { queryOptions } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { AdminAward, AdminPressQuote, AdminRelease } from '#api/admin/collections.ts'
import type { AdminProduct } from '#api/admin/products.ts'
import type { CollectionName } from '#domain/collections/collection.ts'
import { type CollectionSearch, collectionList } from '#domain/collections/collection-list.ts'
import type { RowMove } from '#domain/positions.ts'
import { productsKey } from '#web/admin/products/products-query.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list-screen.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { useUndoDelete } from '#web/admin/ui/use-undo.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export type EditedEntries = { releases: AdminRelease; awards: AdminAward; press: AdminPressQuote }

export const collectionKey = (name: CollectionName) => ['admin', 'collections', name] as const

/** The routes of all collections are alike; only drafts and entries differ, and have the types of releases here. */
export const collectionRoutes = (api: ApiClient, name: CollectionName) =>
  api.api.admin[name] as ApiClient['api']['admin']['releases']

/** An entry that these routes have sent, with the type of its own collection. */
export const entryOf = <N extends CollectionName>(entry: { id: string }) => entry as EditedEntries[N]

export const collectionQuery = <N extends CollectionName>(api: ApiClient, name: N, search: CollectionSearch) =>
  listQueryOptions({
    list: collectionList,
    search,
    key: collectionKey(name),
    load: async (query) => {
      const { items, ...page } = await unwrapResponse(collectionRoutes(api, name).$get({ query }))
      return { ...page, items: items.map(entryOf<N>) }
    },
  })

export const collectionEntryQuery = <N extends CollectionName>(api: ApiClient, name: N, id: string) =>
  queryOptions({
    queryKey: [...collectionKey(name), 'one', id],
    queryFn: async () => entryOf<N>(await unwrapResponse(collectionRoutes(api, name)[':id'].$get({ param: { id } }))),
    staleTime: 0,
    gcTime: 0,
  })

/** What can be done with the entries of a list. */
export function useCollectionActions(name: CollectionName) {
  const { api } = useRouter().options.context
  const routes = collectionRoutes(api, name)
  const undo = useUndoDelete()
  const key = collectionKey(name)
  return {
    key,
    first: async () => (await unwrapResponse(routes.$get({ query: { page: '1', size: '1' } }))).items[0]?.id,
    move: (json: RowMove) => unwrapResponse(routes.order.$put({ json })),
    remove: (id: string) => unwrapResponse(routes['bulk-delete'].$post({ json: { ids: [id] } })),
    publish: useAction({
      run: ({ id, isPublished }: { id: string; isPublished: boolean; title: string }) =>
        unwrapResponse(routes.publication.$post({ json: { ids: [id], isPublished: !isPublished } })),
      successMessage: (_, { title, isPublished }) =>
        isPublished ? `${title} is a draft now. Visitors do not see it.` : `Visitors see ${title} now.`,
      invalidates: [key],
    }),
    reset: useAction({
      run: () => unwrapResponse(routes.reset.$post()),
      successMessage: () => 'This list is as it was at the start again.',
      undo,
      invalidates: [key],
      errorToast: false,
    }),
  }
}

/** The largest page of the API. */
const pageSize = 100

/** All products by name, to choose one of them. */
export const allProductsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...productsKey, 'list', 'names'],
    queryFn: async () => {
      const found: AdminProduct[] = []
      for (let page = 1; ; page++) {
        const query = { sort: 'name', direction: 'up', page: String(page), size: String(pageSize) } as const
        const { products, total } = await unwrapResponse(api.api.admin.products.$get({ query }))
        found.push(...products)
        if (found.length >= total || !products.length) return found
      }
    },
  })
