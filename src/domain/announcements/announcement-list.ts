import { defineList, type ListRequest, type ListSearch, searchWordsParam } from '#domain/ui/list.ts'
import { enumParam } from '#domain/ui/search-params.ts'

export const announcementStates = ['live', 'scheduled', 'ended', 'off'] as const
export type AnnouncementState = (typeof announcementStates)[number]

/** By priority, downwards, is the order in which visitors see them. */
export const announcementList = defineList({
  filters: { q: searchWordsParam, state: enumParam(...announcementStates) },
  sorts: ['priority', 'title', 'start', 'changed'],
  direction: 'down',
})
export type AnnouncementSearch = ListSearch<typeof announcementList>
export type AnnouncementRequest = ListRequest<typeof announcementList>
