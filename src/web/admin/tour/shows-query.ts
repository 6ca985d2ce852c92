import { queryOptions } from '@tanstack/react-query'
import { type ShowSearch, showList } from '#domain/tour/show-list.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list-screen.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const tourKey = ['admin', 'tour'] as const

export const adminShowsQuery = (api: ApiClient, search: ShowSearch) =>
  listQueryOptions({
    list: showList,
    search,
    key: tourKey,
    load: (query) => unwrapResponse(api.api.admin.shows.$get({ query })),
  })

export const adminShowQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...tourKey, 'one', id],
    queryFn: () => unwrapResponse(api.api.admin.shows[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  })
