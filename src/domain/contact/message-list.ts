import { defineList, type ListSearch } from '#domain/ui/list.ts'
import { enumParam } from '#domain/ui/search-params.ts'

export const messageList = defineList({ filters: { show: enumParam('unread') } })
export type MessageSearch = ListSearch<typeof messageList>
