import { queryOptions } from '@tanstack/react-query'
import { type PictureSearch, pictureList } from '#domain/pictures/picture-list.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list-screen.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const picturesKey = ['admin', 'pictures'] as const
/** The draft of the website says which of its pictures have no description. */
export const siteDraftKey = ['admin', 'site-editor', 'draft'] as const

/** A page of the picture library. */
export const picturesQuery = (api: ApiClient, search: PictureSearch) =>
  listQueryOptions({
    list: pictureList,
    search,
    key: picturesKey,
    load: (query) => unwrapResponse(api.api.admin.pictures.$get({ query })),
  })

export const pictureQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...picturesKey, 'one', id],
    queryFn: () => unwrapResponse(api.api.admin.pictures[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
  })
