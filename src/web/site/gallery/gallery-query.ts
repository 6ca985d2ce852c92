import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** Limited to what the page shows. */
export const galleryQuery = (api: ApiClient, { limit = 500 }: { limit?: number } = {}) =>
  queryOptions({
    queryKey: ['gallery', 'pictures', limit],
    queryFn: () => answerOf(api.api.gallery.pictures.$get({ query: { limit: String(limit) } })),
  })
