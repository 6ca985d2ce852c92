import { defineList, type ListSearch } from '#domain/ui/list.ts'
import { oneOf } from '#domain/ui/search.ts'

export const messageList = defineList({ filters: { show: oneOf('unread') } })
export type MessageSearch = ListSearch<typeof messageList>
