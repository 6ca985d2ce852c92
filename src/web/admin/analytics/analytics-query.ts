import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnalyticsTable } from '#domain/analytics/csv.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** The search parameters of the screen: its days and its tab. */
export type AnalyticsSearch = {
  from?: string | undefined
  to?: string | undefined
  view?: 'devices' | 'downloads' | undefined
}

type ShownDays = Pick<AnalyticsSearch, 'from' | 'to'>

const daysQuery = ({ from, to }: ShownDays) => ({ query: { ...(from && { from }), ...(to && { to }) } })
const commonQueryOptions = { staleTime: 0, retry: false, placeholderData: keepPreviousData } as const

export const analyticsOverviewQuery = (api: ApiClient, { from, to }: ShownDays) =>
  queryOptions({
    queryKey: ['admin', 'analytics', 'overview', { from, to }],
    queryFn: () => unwrapResponse(api.api.admin.analytics.$get(daysQuery({ from, to }))),
    ...commonQueryOptions,
  })

export const downloadPerformanceQuery = (api: ApiClient, { from, to }: ShownDays) =>
  queryOptions({
    queryKey: ['admin', 'analytics', 'performance', { from, to }],
    queryFn: () => unwrapResponse(api.api.admin.analytics.performance.$get(daysQuery({ from, to }))),
    ...commonQueryOptions,
  })

export const downloadFailuresQuery = (api: ApiClient, { from, to }: ShownDays) =>
  queryOptions({
    queryKey: ['admin', 'analytics', 'failures', { from, to }],
    queryFn: () => unwrapResponse(api.api.admin.analytics.failures.$get(daysQuery({ from, to }))),
    ...commonQueryOptions,
  })

export const analyticsCsvUrl = (table: AnalyticsTable, { from, to }: ShownDays): string =>
  `/api/admin/analytics/export.csv?${new URLSearchParams({ table, from, to } as Record<string, string>)}`
