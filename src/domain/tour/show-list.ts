import { availabilities, showStatuses } from '#domain/tour/show.ts'
import { defineList, type ListRequest, type ListSearch, searchWords } from '#domain/ui/list.ts'
import { oneOf } from '#domain/ui/search.ts'

export const showList = defineList({
  filters: {
    q: searchWords,
    status: oneOf(...showStatuses),
    availability: oneOf(...availabilities),
    when: oneOf('upcoming', 'past'),
  },
  // `next`: the coming shows, the next one first, then the past ones, the latest first.
  sorts: ['next', 'date', 'city', 'venue', 'status', 'changed'],
})
export type ShowSearch = ListSearch<typeof showList>
export type ShowRequest = ListRequest<typeof showList>
