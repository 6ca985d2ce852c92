import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export type GallerySearch = {
  q?: string | undefined
  descriptions?: 'missing' | undefined
  page?: number | undefined
  size?: number | undefined
}

export const galleryKey = ['admin', 'gallery'] as const

type Asked = GallerySearch & { page: number; size: number }

export const galleryQuery = (api: ApiClient, { page, size, ...search }: Asked) =>
  queryOptions({
    queryKey: [...galleryKey, 'list', { page, size, ...search }],
    queryFn: () =>
      answerOf(api.api.admin.gallery.$get({ query: { ...search, page: String(page), size: String(size) } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const galleryImageQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...galleryKey, 'one', id],
    queryFn: () => answerOf(api.api.admin.gallery[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  })
