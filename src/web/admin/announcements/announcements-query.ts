import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { AdminAnnouncement } from '#api/admin/announcements.ts'
import { type AnnouncementSearch, announcementList } from '#domain/announcements/announcement-list.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list-screen.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { useUndoDelete } from '#web/admin/ui/use-undo.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const adminAnnouncementsKey = ['admin', 'announcements'] as const

const routesOf = (api: ApiClient) => api.api.admin.announcements

export const announcementListQuery = (api: ApiClient, search: AnnouncementSearch) =>
  listQueryOptions({
    list: announcementList,
    search,
    key: adminAnnouncementsKey,
    load: (query) => unwrapResponse(routesOf(api).$get({ query })),
  })

export const announcementQuery = (api: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...adminAnnouncementsKey, 'one', id],
    queryFn: () => unwrapResponse(routesOf(api)[':id'].$get({ param: { id } })),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })

/** Recent activities that an announcement can be drafted from. */
export const recentActivitiesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: [...adminAnnouncementsKey, 'activities'],
    queryFn: () => unwrapResponse(routesOf(api).activities.$get()),
    staleTime: 0,
  })

export type RecentActivity = Awaited<
  ReturnType<NonNullable<ReturnType<typeof recentActivitiesQuery>['queryFn']>>
>[number]

export const activityDraftQuery = (api: ApiClient, activityId: string) =>
  queryOptions({
    queryKey: [...adminAnnouncementsKey, 'draft', activityId],
    queryFn: () => unwrapResponse(routesOf(api).activities[':id'].draft.$get({ param: { id: activityId } })),
    staleTime: 0,
    retry: false,
  })

export type AnnouncementFromActivity = Awaited<
  ReturnType<NonNullable<ReturnType<typeof activityDraftQuery>['queryFn']>>
>

export const clearableCountQuery = (api: ApiClient, olderThanDays: number) =>
  queryOptions({
    queryKey: [...adminAnnouncementsKey, 'clearable', olderThanDays],
    queryFn: () => unwrapResponse(routesOf(api)['clear-old'].$get({ query: { olderThanDays: String(olderThanDays) } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export function useAnnouncementActions() {
  const routes = routesOf(useRouter().options.context.api)
  const undo = useUndoDelete()
  return {
    turn: useAction({
      run: ({ id, isActive }: Pick<AdminAnnouncement, 'id' | 'isActive'>) =>
        unwrapResponse(routes[':id'].switch.$put({ param: { id }, json: { isActive } })),
      successMessage: ({ title, isActive }) => `“${title}” is ${isActive ? 'on' : 'off'}.`,
      invalidates: [adminAnnouncementsKey],
    }),
    remove: useAction({
      run: ({ id }: Pick<AdminAnnouncement, 'id' | 'title'>) =>
        unwrapResponse(routes[':id'].$delete({ param: { id } })),
      successMessage: (_, { title }) => `“${title}” is deleted.`,
      undo,
      invalidates: [adminAnnouncementsKey],
    }),
    clear: useAction({
      run: (olderThanDays: number) => unwrapResponse(routes['clear-old'].$post({ json: { olderThanDays } })),
      successMessage: ({ changed }) => (changed === 1 ? '1 is deleted.' : `${changed} are deleted.`),
      undo,
      invalidates: [adminAnnouncementsKey],
    }),
  }
}
