import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ResourceType } from '#domain/activity/activity.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** The search of the log, as in the address. */
export type ActivitySearch = {
  q?: string | undefined
  type?: ResourceType | undefined
  action?: string | undefined
  person?: string | undefined
  only?: 'security' | undefined
  from?: string | undefined
  to?: string | undefined
  before?: string | undefined
  after?: string | undefined
}

const pageSize = 25

export const activityQuery = (api: ApiClient, search: ActivitySearch) =>
  queryOptions({
    queryKey: ['admin', 'activity', search],
    queryFn: () => answerOf(api.api.admin.activity.$get({ query: { ...search, size: String(pageSize) } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** The address of the CSV export: all pages of this search. */
export function fileAddress({ before: _, after: __, ...search }: ActivitySearch): string {
  const given = Object.entries(search).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(given)
  return `/api/admin/activity/export.csv${query.size ? `?${query}` : ''}`
}
