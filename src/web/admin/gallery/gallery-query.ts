import { queryOptions } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ImageSearch, imageList } from '#domain/gallery/image-list.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list.ts'
import type { Undo } from '#web/admin/ui/use-undo.ts'
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

export const pictureCountText = (count: number) => (count === 1 ? 'The picture is' : `${count} pictures are`)

/** Removed images stay in their table for an hour, so the gallery restores them by its own route. */
export function useUndoRemoval() {
  const { gallery } = useRouter().options.context.api.api.admin
  return (ids: string[]): Undo => ({
    run: () => answerOf(gallery.restore.$post({ json: { ids } })),
    message: `${pictureCountText(ids.length)} back.`,
  })
}
