import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

type Asked = { past: boolean; limit: number }

/** The shows as visitors see them now, not as they were five minutes ago. */
export const showsQuery = (api: ApiClient, { past, limit }: Asked) =>
  queryOptions({
    queryKey: ['admin', 'tour', { past, limit }],
    queryFn: () =>
      answerOf(api.api.tour.shows.$get({ query: { past: past ? 'include' : 'leave-out', limit: String(limit) } })),
    staleTime: 10_000,
  })

export type ListedShow = Awaited<ReturnType<NonNullable<ReturnType<typeof showsQuery>['queryFn']>>>[number]
