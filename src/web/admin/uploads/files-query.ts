import { queryOptions } from '@tanstack/react-query'
import type { StoredFileAnswer } from '#api/uploads-desk.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const filesKey = ['admin', 'product-files'] as const

/** So long the server may take until it has read what a recording says of itself. */
const readingMs = 600_000

export const filesQuery = (api: ApiClient, productId: string) =>
  queryOptions({
    queryKey: [...filesKey, productId],
    queryFn: () => answerOf(api.api.admin['product-files'].$get({ query: { productId } })),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.files.some(isBeingRead) ? 2_000 : false),
  })

const isBeingRead = ({ fileType, tags, createdAt }: StoredFileAnswer) =>
  fileType === 'tracks' && !tags && Date.now() - +new Date(createdAt) < readingMs

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
