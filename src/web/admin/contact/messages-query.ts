import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf } from '#web/answer.ts'
import type { ApiClient } from '#web/api-client.ts'

/** What the list of messages is asked for; the address says it. */
export type MessageSearch = {
  show?: 'unread' | undefined
  page?: number | undefined
  size?: number | undefined
}

export const messagesKey = ['admin', 'messages'] as const

export const messagesQuery = (api: ApiClient, { show = 'all', page, size }: Asked) =>
  queryOptions({
    queryKey: [...messagesKey, { show, page, size }],
    queryFn: () => answerOf(api.api.admin.messages.$get({ query: { show, page: String(page), size: String(size) } })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export type Asked = { show?: 'all' | 'unread' | undefined; page: number; size: number }
