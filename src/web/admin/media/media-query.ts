import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const mediaKey = ['admin', 'media'] as const

export type MediaSearch = { page?: number | undefined; size?: number | undefined }

export const mediaQuery = (api: ApiClient, { page, size }: { page: number; size: number }) =>
  queryOptions({
    queryKey: [...mediaKey, 'list', { page, size }],
    queryFn: () => answerOf(api.api.admin.media.$get({ query: { page: String(page), size: String(size) } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const mediaItemQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...mediaKey, 'one', id],
    queryFn: () => answerOf(api.api.admin.media[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  })
