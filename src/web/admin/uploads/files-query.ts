import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const filesKey = ['admin', 'product-files'] as const

export const filesQuery = (api: ApiClient, productId: string) =>
  queryOptions({
    queryKey: [...filesKey, productId],
    queryFn: () => answerOf(api.api.admin['product-files'].$get({ query: { productId } })),
    staleTime: 0,
  })

/** What files can be added to. */
export const digitalQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'products', 'list', 'digital'],
    queryFn: () =>
      answerOf(
        api.api.admin.products.$get({
          query: { type: 'digital', sort: 'name', direction: 'up', page: '1', size: '100' },
        }),
      ),
    staleTime: 0,
  })
