import { createFileRoute } from '@tanstack/react-router'
import { messageList } from '#domain/contact/message-list.ts'
import { MessagesScreen } from '#web/admin/contact/messages-screen.tsx'

export const Route = createFileRoute('/admin/_inside/messages')({
  validateSearch: messageList.read,
  component: () => <MessagesScreen search={Route.useSearch()} />,
})
