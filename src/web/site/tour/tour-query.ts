import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

type ShowsOptions = { past?: boolean; limit?: number | undefined }

export const showsQuery = (api: ApiClient, { past = false, limit = 200 }: ShowsOptions = {}) =>
  queryOptions({
    queryKey: ['tour', 'shows', { past, limit }],
    queryFn: () =>
      answerOf(
        api.api.tour.shows.$get({
          query: { past: past ? 'include' : 'leave-out', limit: String(limit) },
        }),
      ),
  })

export const showQuery = (api: ApiClient, slug: string) =>
  queryOptions({
    queryKey: ['tour', 'show', slug],
    retry: false,
    queryFn: () => answerOf(api.api.tour.shows[':slug'].$get({ param: { slug } })),
  })
