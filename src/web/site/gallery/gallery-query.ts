import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const galleryQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['gallery', 'pictures'], queryFn: () => answerOf(api.api.gallery.pictures.$get()) })
