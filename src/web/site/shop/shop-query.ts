import { isServer, queryOptions } from '@tanstack/react-query'
import { type ShopSearch, shopPageSize } from '#domain/products/filter.ts'
import { productsCacheMs } from '#domain/ui/cache.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** On the server the cache ends with the request, so no timer is needed. */
const gcTime = isServer ? Number.POSITIVE_INFINITY : productsCacheMs

/** `view` does not change the answer. */
export const shopQuery = (api: ApiClient, { view: _, ...search }: ShopSearch, size = shopPageSize) =>
  queryOptions({
    queryKey: ['shop', 'products', { ...search, size }],
    gcTime,
    queryFn: () =>
      unwrapResponse(
        api.api.shop.products.$get({ query: { ...search, page: String(search.page ?? 1), size: String(size) } }),
      ),
  })

/** New products in stock, for the home page. */
export const newProductsQuery = (api: ApiClient, size: number) => shopQuery(api, { sort: 'newest', in: 'stock' }, size)

/** These products, in this order; none that the shop does not list. */
export const chosenProductsQuery = (api: ApiClient, slugs: readonly string[]) =>
  queryOptions({
    queryKey: ['shop', 'chosen', slugs],
    gcTime,
    queryFn: () => unwrapResponse(api.api.shop.chosen.$get({ query: { slugs: slugs.join(',') } })),
  })

export const productQuery = (api: ApiClient, slug: string) =>
  queryOptions({
    queryKey: ['shop', 'product', slug],
    gcTime,
    retry: false,
    queryFn: () => unwrapResponse(api.api.shop.products[':slug'].$get({ param: { slug } })),
  })
