import { queryOptions } from '@tanstack/react-query'
import { type ShopSearch, shopPageSize } from '#domain/products/filter.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** How it looks is nothing to ask the server for. */
export const shopQuery = (api: ApiClient, { view: _, ...search }: ShopSearch, size = shopPageSize) =>
  queryOptions({
    queryKey: ['shop', 'products', { ...search, size }],
    queryFn: () =>
      answerOf(
        api.api.shop.products.$get({ query: { ...search, page: String(search.page ?? 1), size: String(size) } }),
      ),
  })

/** A few things for the home page: what is new and can be had. */
export const newProductsQuery = (api: ApiClient, size: number) => shopQuery(api, { sort: 'newest', in: 'stock' }, size)

export const productQuery = (api: ApiClient, slug: string) =>
  queryOptions({
    queryKey: ['shop', 'product', slug],
    retry: false,
    queryFn: () => answerOf(api.api.shop.products[':slug'].$get({ param: { slug } })),
  })
