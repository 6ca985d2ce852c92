import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const dashboardKey = ['admin', 'dashboard'] as const

export const dashboardQuery = (api: ApiClient) =>
  queryOptions({ queryKey: dashboardKey, queryFn: () => unwrapResponse(api.api.admin.dashboard.$get()), staleTime: 0 })

/** What waits for the owner. The key begins as that of the dashboard, so that the same actions invalidate both. */
export const sidebarCountsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...dashboardKey, 'counts'],
    queryFn: () => unwrapResponse(api.api.admin.dashboard.counts.$get()),
    staleTime: 0,
  })
