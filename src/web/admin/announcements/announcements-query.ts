import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnnouncementState } from '#domain/announcements/state.ts'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

export const announcementsKey = ['admin', 'announcements'] as const

/** What the list is asked for; the address says it. */
export type AnnouncementSearch = {
  q?: string | undefined
  state?: AnnouncementState | undefined
  sort?: 'priority' | 'title' | 'start' | 'changed' | undefined
  direction?: 'up' | 'down' | undefined
  page?: number | undefined
  size?: number | undefined
}

type Asked = AnnouncementSearch & {
  [K in 'sort' | 'direction' | 'page' | 'size']: NonNullable<AnnouncementSearch[K]>
}

const routesOf = (api: ApiClient) => api.api.admin.announcements

export const announcementListQuery = (api: ApiClient, { page, size, ...search }: Asked) =>
  queryOptions({
    queryKey: [...announcementsKey, 'list', { page, size, ...search }],
    queryFn: () => answerOf(routesOf(api).$get({ query: { ...search, page: String(page), size: String(size) } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
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
    queryFn: () => answerOf(routesOf(api).clearing.$get({ query: { olderThanDays: String(olderThanDays) } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
