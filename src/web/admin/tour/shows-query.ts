import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Availability, ShowStatus } from '#domain/tour/show.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** What the list of shows is asked for; the address says it. */
export type ShowSearch = {
  q?: string | undefined
  status?: ShowStatus | undefined
  availability?: Availability | undefined
  when?: 'upcoming' | 'past' | undefined
  sort?: 'date' | 'city' | 'venue' | 'status' | 'changed' | undefined
  direction?: 'up' | 'down' | undefined
  page?: number | undefined
  size?: number | undefined
}

export const tourKey = ['admin', 'tour'] as const

type Asked = ShowSearch & { [K in 'sort' | 'direction' | 'page' | 'size']: NonNullable<ShowSearch[K]> }

export const showsQuery = (api: ApiClient, { page, size, ...search }: Asked) =>
  queryOptions({
    queryKey: [...tourKey, 'list', { page, size, ...search }],
    queryFn: () => answerOf(api.api.admin.shows.$get({ query: { ...search, page: String(page), size: String(size) } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const showQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...tourKey, 'one', id],
    queryFn: () => answerOf(api.api.admin.shows[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  })
