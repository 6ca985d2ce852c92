import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedMessageAnswer, OpenedMessageAnswer } from '#api/admin/messages.ts'
import type { MessageSearch } from '#domain/contact/message-list.ts'
import { messagesKey, messagesQuery } from '#web/admin/contact/messages-query.ts'
import { dashboardKey } from '#web/admin/ui/dashboard-query.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'

/** The opened messages, while this page of the list is shown; the browser keeps them nowhere else. */
export function useOpenMessages(messages: readonly ListedMessageAnswer[], search: MessageSearch) {
  const { api } = useRouter().options.context
  const [contents, setContents] = useState<Record<string, OpenedMessageAnswer>>({})
  const marking = useMarkMessageRead(search)
  const opening = useAction({
    run: (ids: string[]) => unwrapResponse(api.api.admin.messages.open.$post({ json: { ids } })),
    invalidates: [],
    onDone: (opened, ids) => {
      setContents((before) => ({ ...before, ...Object.fromEntries(opened.map((each) => [each.id, each])) }))
      // An administrator who opens one message reads it; opening all of them is only a glance.
      const [only] = ids.length === 1 ? opened : []
      const isNew = messages.some(({ id, readAt }) => id === only?.id && readAt === null)
      if (only?.content && isNew) marking.mutate({ id: only.id, read: true })
    },
  })
  return {
    contents,
    isOpening: opening.isPending,
    open: (id: string) => opening.mutate([id]),
    openAll: () => opening.mutate(messages.map(({ id }) => id)),
    close: (id: string) => setContents(({ [id]: _, ...others }) => others),
  }
}

/** Marks a message as read or unread. It stays in view, also in the list of unread messages. */
export function useMarkMessageRead(search: MessageSearch) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  return useAction({
    run: ({ id, read }: { id: string; read: boolean }) =>
      unwrapResponse(api.api.admin.messages.marks.$post({ json: { ids: [id], read } })),
    invalidates: [dashboardKey],
    onDone: ({ changed }, { id, read }) => {
      const readAt = read ? new Date().toISOString() : null
      queryClient.setQueryData(messagesQuery(api, search).queryKey, (before) =>
        before
          ? {
              ...before,
              unread: before.unread + (read ? -changed : changed),
              messages: before.messages.map((each) => (each.id === id ? { ...each, readAt } : each)),
            }
          : before,
      )
      void queryClient.invalidateQueries({ queryKey: messagesKey, refetchType: 'none' })
    },
  })
}
