import { queryOptions } from '@tanstack/react-query'
import { refreshEveryMs } from '#domain/announcements/rotation.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const announcementsKey = ['announcements', 'active'] as const

/**
 * The banner renews it by the clock and on focus, so a page that brings it along asks for nothing. A fetch that fails is
 * not tried again before its time, and what was there before stays.
 */
export const announcementsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: announcementsKey,
    queryFn: () => answerOf(api.api.announcements.active.$get()),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: refreshEveryMs,
    retry: false,
  })
