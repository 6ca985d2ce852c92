import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type AnnouncementSearch, announcementList } from '#domain/announcements/announcement-list.ts'
import { listQuery } from '#web/admin/ui/use-list.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const announcementsKey = ['admin', 'announcements'] as const

const routesOf = (api: ApiClient) => api.api.admin.announcements

export const announcementListQuery = (api: ApiClient, search: AnnouncementSearch) =>
  listQuery({
    list: announcementList,
    search,
    key: announcementsKey,
    load: (query) => answerOf(routesOf(api).$get({ query })),
  })

export const announcementQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...announcementsKey, 'one', id],
    queryFn: () => answerOf(routesOf(api)[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** What was done of late that could be told. */
export const tellableQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...announcementsKey, 'tellable'],
    queryFn: () => answerOf(routesOf(api).activities.$get()),
    staleTime: 0,
  })

export type Tellable = Awaited<ReturnType<NonNullable<ReturnType<typeof tellableQuery>['queryFn']>>>[number]

export const draftedQuery = (api: ApiClient, activityId: string) =>
  queryOptions({
    queryKey: [...announcementsKey, 'drafted', activityId],
    queryFn: () => answerOf(routesOf(api).activities[':id'].draft.$get({ param: { id: activityId } })),
    staleTime: 0,
    retry: false,
  })

export type Drafted = Awaited<ReturnType<NonNullable<ReturnType<typeof draftedQuery>['queryFn']>>>

export const clearableQuery = (api: ApiClient, olderThanDays: number) =>
  queryOptions({
    queryKey: [...announcementsKey, 'clearable', olderThanDays],
    queryFn: () => answerOf(routesOf(api)['clear-old'].$get({ query: { olderThanDays: String(olderThanDays) } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
