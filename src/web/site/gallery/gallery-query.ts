import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** As many as the page shows, so that none carries the whole gallery for a few. */
export const galleryQuery = (api: ApiClient, { limit = 500 }: { limit?: number } = {}) =>
  queryOptions({
    queryKey: ['gallery', 'pictures', limit],
    queryFn: () => answerOf(api.api.gallery.pictures.$get({ query: { limit: String(limit) } })),
  })
