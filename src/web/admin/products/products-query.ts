import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type InventorySearch,
  inventoryList,
  type MovementSearch,
  movementList,
  type ProductSearch,
  productList,
} from '#domain/products/product-lists.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** Begins the key of every query about products; a change of one invalidates them. */
export const productsKey = ['admin', 'products'] as const

export const productsQuery = (api: ApiClient, search: ProductSearch) =>
  listQueryOptions({
    list: productList,
    search,
    key: productsKey,
    load: (query) => answerOf(api.api.admin.products.$get({ query })),
  })

const maxFound = 12

/** What a bundle could be made of. */
export const partsQuery = (api: ApiClient, q: string) =>
  queryOptions({
    queryKey: [...productsKey, 'list', 'parts', q],
    queryFn: () =>
      answerOf(
        api.api.admin.products.$get({
          query: {
            ...(q && { q }),
            bundles: 'leave-out',
            sort: 'name',
            direction: 'up',
            page: '1',
            size: String(maxFound),
          },
        }),
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const productQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...productsKey, 'one', id],
    queryFn: () => answerOf(api.api.admin.products[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
    // A refetch would replace the form while the administrator edits it.
    refetchOnReconnect: false,
  })

export const categoriesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...productsKey, 'categories'],
    queryFn: () => answerOf(api.api.admin.categories.$get()),
    staleTime: 0,
  })

export const inventoryQuery = (api: ApiClient, search: InventorySearch) =>
  listQueryOptions({
    list: inventoryList,
    search,
    key: [...productsKey, 'inventory'],
    load: (query) => answerOf(api.api.admin.inventory.$get({ query })),
  })

export const movementsQuery = (api: ApiClient, id: string, search: MovementSearch) =>
  listQueryOptions({
    list: movementList,
    search,
    key: [...productsKey, 'movements', id],
    load: (query) => answerOf(api.api.admin.inventory[':id'].movements.$get({ param: { id }, query })),
  })
