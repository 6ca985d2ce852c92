import { queryOptions } from '@tanstack/react-query'
import type { TourSearch } from '#domain/tour/tour-search.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** The most that the API lists at once. */
const allShows = 500

export const showsQuery = (
  api: ApiClient,
  { limit = allShows, country }: { limit?: number | undefined; country?: string | undefined } = {},
) =>
  queryOptions({
    queryKey: ['tour', 'shows', { limit, country }],
    queryFn: () =>
      unwrapResponse(
        api.api.tour.shows.$get({
          query: { past: 'leave-out', limit: String(limit), ...(country && { country }) },
        }),
      ),
  })

export const pastShowsQuery = (api: ApiClient, { q, country, page = 1 }: TourSearch) =>
  queryOptions({
    queryKey: ['tour', 'past', { q, country, page }],
    queryFn: () =>
      unwrapResponse(
        api.api.tour['past-shows'].$get({
          query: { ...(q && { q }), ...(country && { country }), page: String(page) },
        }),
      ),
  })

export const showQuery = (api: ApiClient, slug: string) =>
  queryOptions({
    queryKey: ['tour', 'show', slug],
    retry: false,
    queryFn: () => unwrapResponse(api.api.tour.shows[':slug'].$get({ param: { slug } })),
  })
