import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** Never from the cache: the editor must open with the stored values. */
export const settingsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'settings'],
    queryFn: () => answerOf(api.api.admin.settings.$get()),
    staleTime: 0,
    gcTime: 0,
  })

export const systemKey = ['admin', 'system'] as const

export const systemQuery = (api: ApiClient) =>
  queryOptions({ queryKey: systemKey, queryFn: () => answerOf(api.api.admin.system.$get()), staleTime: 0 })
