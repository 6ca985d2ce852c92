import { queryOptions } from '@tanstack/react-query'
import { type MediaSearch, mediaList } from '#domain/media/media-list.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const mediaKey = ['admin', 'media'] as const

export const mediaQuery = (api: ApiClient, search: MediaSearch) =>
  listQueryOptions({
    list: mediaList,
    search,
    key: mediaKey,
    load: (query) => answerOf(api.api.admin.media.$get({ query })),
  })

export const mediaItemQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...mediaKey, 'one', id],
    queryFn: () => answerOf(api.api.admin.media[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  })
