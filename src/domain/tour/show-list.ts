import { availabilities, showStatuses } from '#domain/tour/show.ts'
import { defineList, type ListRequest, type ListSearch, searchWordsParam } from '#domain/ui/list.ts'
import { enumParam } from '#domain/ui/search-params.ts'

export const showList = defineList({
  filters: {
    q: searchWordsParam,
    status: enumParam(...showStatuses),
    availability: enumParam(...availabilities),
    when: enumParam('upcoming', 'past'),
  },
  // `next`: the coming shows, the next one first, then the past ones, the latest first.
  sorts: ['next', 'date', 'city', 'venue', 'status', 'changed'],
})
export type ShowSearch = ListSearch<typeof showList>
export type ShowRequest = ListRequest<typeof showList>
