import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ResourceType } from '#domain/activity/activity.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** What the log is asked for; the address says it. */
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

/** The same for a spreadsheet, all of it. */
export function fileAddress({ before: _, after: __, ...asked }: ActivitySearch): string {
  const said = Object.entries(asked).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(said)
  return `/api/admin/activity/export.csv${search.size ? `?${search}` : ''}`
}
