import { type MessageSearch, messageList } from '#domain/contact/message-list.ts'
import { listQueryOptions } from '#web/admin/ui/lists/use-list-screen.ts'
import type { ApiClient } from '#web/api-client.ts'
import { unwrapResponse } from '#web/api-response.ts'

export const messagesKey = ['admin', 'messages'] as const

export const messagesQuery = (api: ApiClient, search: MessageSearch) =>
  listQueryOptions({
    list: messageList,
    search,
    key: messagesKey,
    load: (query) => unwrapResponse(api.api.admin.messages.$get({ query })),
  })
