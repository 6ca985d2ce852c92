import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const mediaKey = ['admin', 'media'] as const

/** All of them: nobody has more than fit on one screen, and only all can be put in order. */
export const mediaQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...mediaKey, 'list'],
    queryFn: () => answerOf(api.api.admin.media.$get({ query: { page: '1', size: '100' } })),
    staleTime: 0,
  })

export const mediaItemQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...mediaKey, 'one', id],
    queryFn: () => answerOf(api.api.admin.media[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  })
