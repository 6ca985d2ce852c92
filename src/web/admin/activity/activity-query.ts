import { type ActivitySearch, activityList } from '#domain/activity/activity-list.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list-screen.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const activityQuery = (api: ApiClient, { type, ...search }: ActivitySearch) =>
  listQueryOptions({
    list: activityList,
    search: { ...search, type },
    key: ['admin', 'activity'],
    load: (query) => unwrapResponse(api.api.admin.activity.$get({ query: { ...query, type } })),
  })

/** The address of the CSV export: all pages of this search. */
export function activityCsvUrl(search: ActivitySearch): string {
  const given = Object.entries(search).filter(
    ([name, value]) => value !== undefined && activityList.filters.includes(name),
  )
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return `/api/admin/activity/export.csv${query.size ? `?${query}` : ''}`
}
