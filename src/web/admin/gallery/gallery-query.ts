import { queryOptions } from '@tanstack/react-query'
import { type ImageSearch, imageList } from '#domain/gallery/image-list.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const galleryKey = ['admin', 'gallery'] as const

export const galleryQuery = (api: ApiClient, search: ImageSearch) =>
  listQueryOptions({
    list: imageList,
    search,
    key: galleryKey,
    load: (query) => answerOf(api.api.admin.gallery.$get({ query })),
  })

export const galleryImageQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...galleryKey, 'one', id],
    queryFn: () => answerOf(api.api.admin.gallery[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  })
