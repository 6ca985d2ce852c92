import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const siteQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['site'],
    queryFn: () => answerOf(api.api.site.$get()),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What every page knows of its site. */
export type SiteFrame = Awaited<ReturnType<NonNullable<ReturnType<typeof siteQuery>['queryFn']>>>
