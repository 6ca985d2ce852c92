import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const announcementsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: ['admin', 'announcements'],
    queryFn: () => answerOf(api.api.announcements.active.$get()),
    staleTime: 10_000,
  })

export type ActiveAnnouncement = Awaited<
  ReturnType<NonNullable<ReturnType<typeof announcementsQuery>['queryFn']>>
>[number]
