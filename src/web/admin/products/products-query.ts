import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ProductStatus, ProductType, StockState } from '#domain/products/product.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

type Listed = {
  q?: string | undefined
  stock?: StockState | undefined
  direction?: 'up' | 'down' | undefined
  page?: number | undefined
  size?: number | undefined
}

/** What the list of products is asked for; the address says it. */
export type ProductSearch = Listed & {
  status?: ProductStatus | undefined
  type?: ProductType | undefined
  category?: string | undefined
  sort?: 'name' | 'price' | 'status' | 'category' | 'stock' | 'changed' | undefined
}
export type InventorySearch = Listed & { sort?: 'name' | 'left' | undefined }

/** Begins the name of everything that is known of products, so that whoever changes one can have it read anew. */
export const productsKey = ['admin', 'products'] as const

type Filled<S extends Listed & { sort?: unknown }> = S & {
  [K in 'sort' | 'direction' | 'page' | 'size']: NonNullable<S[K]>
}

export const productsQuery = (api: ApiClient, { page, size, ...search }: Filled<ProductSearch>) =>
  queryOptions({
    queryKey: [...productsKey, 'list', { page, size, ...search }],
    queryFn: () =>
      answerOf(api.api.admin.products.$get({ query: { ...search, page: String(page), size: String(size) } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

const mostFound = 12

/** What a bundle could be made of. */
export const partsQuery = (api: ApiClient, q: string) =>
  queryOptions({
    queryKey: [...productsKey, 'list', 'parts', q],
    queryFn: () =>
      answerOf(
        api.api.admin.products.$get({
          query: {
            ...(q && { q }),
            ...{ bundles: 'leave-out', sort: 'name', direction: 'up', page: '1', size: String(mostFound) },
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
    // It would take the form away from under whoever writes in it.
    refetchOnReconnect: false,
  })

export const categoriesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...productsKey, 'categories'],
    queryFn: () => answerOf(api.api.admin.categories.$get()),
    staleTime: 0,
  })

export const inventoryQuery = (api: ApiClient, { page, size, ...search }: Filled<InventorySearch>) =>
  queryOptions({
    queryKey: [...productsKey, 'inventory', { page, size, ...search }],
    queryFn: () =>
      answerOf(api.api.admin.inventory.$get({ query: { ...search, page: String(page), size: String(size) } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const movementsQuery = (api: ApiClient, id: string, { page, size }: { page: number; size: number }) =>
  queryOptions({
    queryKey: [...productsKey, 'movements', id, { page, size }],
    queryFn: () =>
      answerOf(
        api.api.admin.inventory[':id'].movements.$get({
          param: { id },
          query: { page: String(page), size: String(size) },
        }),
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
