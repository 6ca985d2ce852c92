import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const dashboardKey = ['admin', 'dashboard'] as const

export const dashboardQuery = (api: ApiClient) =>
  queryOptions({ queryKey: dashboardKey, queryFn: () => answerOf(api.api.admin.dashboard.$get()), staleTime: 0 })

/** What waits for the owner. The key begins as that of the dashboard, so that the same actions invalidate both. */
export const countsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...dashboardKey, 'counts'],
    queryFn: () => answerOf(api.api.admin.dashboard.counts.$get()),
    staleTime: 0,
  })
