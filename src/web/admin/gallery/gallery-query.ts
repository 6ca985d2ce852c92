import { queryOptions } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type GalleryImageSearch, galleryImageList } from '#domain/gallery/image-list.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list-screen.ts'
import type { UndoAction } from '#web/admin/ui/use-undo.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const galleryKey = ['admin', 'gallery'] as const

export const adminGalleryQuery = (api: ApiClient, search: GalleryImageSearch) =>
  listQueryOptions({
    list: galleryImageList,
    search,
    key: galleryKey,
    load: (query) => unwrapResponse(api.api.admin.gallery.$get({ query })),
  })

export const galleryImageQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...galleryKey, 'one', id],
    queryFn: () => unwrapResponse(api.api.admin.gallery[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  })

export const pictureSubjectText = (count: number) => (count === 1 ? 'The picture is' : `${count} pictures are`)

/** Removed images stay in their table for an hour, so the gallery restores them by its own route. */
export function useUndoImageDelete() {
  const { gallery } = useRouter().options.context.api.api.admin
  return (ids: string[]): UndoAction => ({
    run: () => unwrapResponse(gallery.restore.$post({ json: { ids } })),
    message: `${pictureSubjectText(ids.length)} back.`,
  })
}
