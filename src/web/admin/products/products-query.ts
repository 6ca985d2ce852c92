import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type InventorySearch,
  inventoryList,
  type ProductSearch,
  productList,
  type StockMovementSearch,
  stockMovementList,
} from '#domain/products/product-lists.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list-screen.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** Begins the key of every query about products; a change of one invalidates them. */
export const productsKey = ['admin', 'products'] as const

export const productsQuery = (api: ApiClient, search: ProductSearch) =>
  listQueryOptions({
    list: productList,
    search,
    key: productsKey,
    load: (query) => unwrapResponse(api.api.admin.products.$get({ query })),
  })

const maxFound = 12

/** What a bundle could be made of. */
export const bundlePartsQuery = (api: ApiClient, q: string) =>
  queryOptions({
    queryKey: [...productsKey, 'list', 'parts', q],
    queryFn: () =>
      unwrapResponse(
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

export const adminProductQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...productsKey, 'one', id],
    queryFn: () => unwrapResponse(api.api.admin.products[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
    // A refetch would replace the form while the administrator edits it.
    refetchOnReconnect: false,
  })

export const categoriesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...productsKey, 'categories'],
    queryFn: () => unwrapResponse(api.api.admin.categories.$get()),
    staleTime: 0,
  })

export const inventoryQuery = (api: ApiClient, search: InventorySearch) =>
  listQueryOptions({
    list: inventoryList,
    search,
    key: [...productsKey, 'inventory'],
    load: (query) => unwrapResponse(api.api.admin.inventory.$get({ query })),
  })

export const stockMovementsQuery = (api: ApiClient, id: string, search: StockMovementSearch) =>
  listQueryOptions({
    list: stockMovementList,
    search,
    key: [...productsKey, 'movements', id],
    load: (query) => unwrapResponse(api.api.admin.inventory[':id'].movements.$get({ param: { id }, query })),
  })
