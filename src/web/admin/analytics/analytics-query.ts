import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnalyticsTable } from '#domain/analytics/csv.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** Which days are looked at and from which side; the address says it. */
export type AnalyticsSearch = {
  from?: string | undefined
  to?: string | undefined
  view?: 'devices' | 'downloads' | undefined
}

type Asked = Pick<AnalyticsSearch, 'from' | 'to'>

const asked = ({ from, to }: Asked) => ({ query: { ...(from && { from }), ...(to && { to }) } })
const common = { staleTime: 0, retry: false, placeholderData: keepPreviousData } as const

export const overviewQuery = (api: ApiClient, { from, to }: Asked) =>
  queryOptions({
    queryKey: ['admin', 'analytics', 'overview', { from, to }],
    queryFn: () => answerOf(api.api.admin.analytics.$get(asked({ from, to }))),
    ...common,
  })

export const performanceQuery = (api: ApiClient, { from, to }: Asked) =>
  queryOptions({
    queryKey: ['admin', 'analytics', 'performance', { from, to }],
    queryFn: () => answerOf(api.api.admin.analytics.performance.$get(asked({ from, to }))),
    ...common,
  })

export const failuresQuery = (api: ApiClient, { from, to }: Asked) =>
  queryOptions({
    queryKey: ['admin', 'analytics', 'failures', { from, to }],
    queryFn: () => answerOf(api.api.admin.analytics.failures.$get(asked({ from, to }))),
    ...common,
  })

/** Where the file of one table is. */
export const fileAddress = (table: AnalyticsTable, { from, to }: Asked): string =>
  `/api/admin/analytics/file.csv?${new URLSearchParams({ table, from, to } as Record<string, string>)}`
