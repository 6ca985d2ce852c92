import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const mediaQuery = (api: ApiClient) =>
  queryOptions({ queryKey: ['media', 'items'], queryFn: () => answerOf(api.api.media.items.$get()) })
