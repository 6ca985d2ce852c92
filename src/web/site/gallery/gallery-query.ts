import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** Limited to what the page shows. */
export const galleryQuery = (api: ApiClient, { limit = 500 }: { limit?: number } = {}) =>
  queryOptions({
    queryKey: ['gallery', 'pictures', limit],
    queryFn: () => unwrapResponse(api.api.gallery.pictures.$get({ query: { limit: String(limit) } })),
  })
