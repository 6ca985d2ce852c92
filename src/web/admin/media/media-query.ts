import { queryOptions } from '@tanstack/react-query'
import { type MediaSearch, mediaList } from '#domain/media/media-list.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list-screen.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const mediaKey = ['admin', 'media'] as const

export const adminMediaQuery = (api: ApiClient, search: MediaSearch) =>
  listQueryOptions({
    list: mediaList,
    search,
    key: mediaKey,
    load: (query) => unwrapResponse(api.api.admin.media.$get({ query })),
  })

export const mediaItemQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...mediaKey, 'one', id],
    queryFn: () => unwrapResponse(api.api.admin.media[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  })
