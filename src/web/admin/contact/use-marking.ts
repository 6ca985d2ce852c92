import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type Asked, messagesKey, messagesQuery } from '#web/admin/contact/messages-query.ts'
import { dashboardKey } from '#web/admin/dashboard/dashboard-query.ts'
import { useAction } from '#web/admin/parts/use-action.ts'
import { answerOf } from '#web/answer.ts'

/** Marks a message as read or not. It stays where it is, also in a list of those that are unread. */
export function useMarking(asked: Asked) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  return useAction({
    run: ({ id, read }: { id: string; read: boolean }) =>
      answerOf(api.api.admin.messages.marks.$post({ json: { ids: [id], read } })),
    invalidates: [dashboardKey],
    onDone: ({ changed }, { id, read }) => {
      const readAt = read ? new Date().toISOString() : null
      queryClient.setQueryData(messagesQuery(api, asked).queryKey, (before) =>
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
