import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ListedMessageAnswer } from '#api/admin/messages.ts'
import { type MessageSearch, messageList } from '#domain/contact/message-list.ts'
import { sidebarGroupTexts } from '#domain/texts/own-admin-words.ts'
import { MessageItem } from '#web/admin/contact/message-item.tsx'
import { messagesQuery } from '#web/admin/contact/messages-query.ts'
import { useOpenMessages } from '#web/admin/contact/use-open-messages.ts'
import { ListScreen } from '#web/admin/ui/lists/list-screen.tsx'
import { FilterSelect } from '#web/admin/ui/lists/list-tools.tsx'
import { useListScreen } from '#web/admin/ui/lists/use-list-screen.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Button, ButtonLink } from '#web/ui/forms/button.tsx'

/** Messages of visitors. The activity log records who opens the text of one. */
export function MessagesScreen({ search }: { search: MessageSearch }) {
  const { api } = useRouter().options.context
  const list = useListScreen({
    list: messageList,
    search,
    query: messagesQuery(api, search),
    rowsOf: ({ messages }) => messages,
  })
  return (
    <ListScreen
      title={sidebarGroupTexts.messages}
      intro="Messages from the contact page, newest first. Their text is hidden until you open it; the activity log records who opens one."
      list={list}
      tools={
        <FilterSelect
          label="Which messages"
          all="All messages"
          options={[['unread', `Unread (${list.data?.unread ?? 0})`]]}
          {...list.field('show')}
        />
      }
      empty={
        <EmptyState action={<ButtonLink href="/contact">See the contact page</ButtonLink>}>No messages yet.</EmptyState>
      }
      noMatch={<p className="border-line border-y bg-raised px-4 py-6 text-soft">No unread messages.</p>}
    >
      <Messages
        key={JSON.stringify(search)}
        messages={list.rows}
        search={search}
        mailsAreFiles={list.data?.mailsAreFiles ?? false}
        onDeleted={() => list.focus.list.ref.current?.focus()}
      />
    </ListScreen>
  )
}

type MessagesProps = {
  messages: readonly ListedMessageAnswer[]
  search: MessageSearch
  mailsAreFiles: boolean
  onDeleted: () => void
}

function Messages({ messages, search, mailsAreFiles, onDeleted }: MessagesProps) {
  const { contents, open, openAll, close, isOpening } = useOpenMessages(messages, search)
  const [all, setAll] = useState(false)
  return (
    <div className="grid gap-4">
      <Button
        variant="quiet"
        className="justify-self-start"
        loading={isOpening && all}
        onClick={() => {
          setAll(true)
          openAll()
        }}
      >
        Open all on this page
      </Button>
      <ul className="border-line border-y bg-raised">
        {messages.map((message) => (
          <MessageItem
            key={message.id}
            message={message}
            search={search}
            mailsAreFiles={mailsAreFiles}
            opened={contents[message.id]}
            onOpen={() => open(message.id)}
            onClose={() => close(message.id)}
            onDeleted={onDeleted}
          />
        ))}
      </ul>
    </div>
  )
}
