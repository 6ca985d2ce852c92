import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const siteQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['site'],
    queryFn: () => unwrapResponse(api.api.site.$get()),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What every page knows of its site. */
export type PublicSiteData = Awaited<ReturnType<NonNullable<ReturnType<typeof siteQuery>['queryFn']>>>
