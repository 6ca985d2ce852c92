import { queryOptions } from '@tanstack/react-query'
import { refreshEveryMs } from '#domain/announcements/rotation.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const announcementsKey = ['announcements', 'active'] as const

/**
 * Refetched by interval and on focus only, so a server-rendered page does not fetch it again. A failed fetch keeps the
 * old data and waits for the next interval.
 */
export const announcementsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: announcementsKey,
    queryFn: () => unwrapResponse(api.api.announcements.active.$get()),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: refreshEveryMs,
    retry: false,
  })
