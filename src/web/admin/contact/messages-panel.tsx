import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { MessageInList } from '#api/admin/messages.ts'
import { type MessageSearch, messageList } from '#domain/contact/message-list.ts'
import { MessageItem } from '#web/admin/contact/message-item.tsx'
import { messagesQuery } from '#web/admin/contact/messages-query.ts'
import { useOpenMessages } from '#web/admin/contact/use-open-messages.ts'
import { ListView } from '#web/admin/ui/list-screen.tsx'
import { Filter } from '#web/admin/ui/list-tools.tsx'
import { Part } from '#web/admin/ui/screen.tsx'
import { useList } from '#web/admin/ui/use-list.ts'
import { Button } from '#web/ui/button.tsx'

/** Messages of visitors. An administrator opens them one by one, and the activity log records it. */
export function MessagesPanel({ search: { show, page, size } }: { search: MessageSearch }) {
  const { api } = useRouter().options.context
  // The address of the settings also says which tab is open.
  const search = { show, page, size }
  const list = useList({
    list: messageList,
    search,
    query: messagesQuery(api, search),
    rowsOf: ({ messages }) => messages,
  })
  return (
    <Part
      title="Messages"
      intro="Messages from the contact page, newest first. They are stored encrypted; the activity log records who opens one."
    >
      <ListView
        list={list}
        tools={
          <Filter
            label="Which messages"
            all="All messages"
            options={[['unread', `Unread (${list.data?.unread ?? 0})`]]}
            {...list.field('show')}
          />
        }
        empty={<NoMessages>No messages yet.</NoMessages>}
        noMatch={<NoMessages>No unread messages.</NoMessages>}
      >
        <Messages
          key={JSON.stringify(search)}
          messages={list.rows}
          search={search}
          onDeleted={() => list.focus.list.ref.current?.focus()}
        />
      </ListView>
    </Part>
  )
}

const NoMessages = ({ children }: { children: string }) => (
  <p className="border-line border-y bg-raised px-4 py-6 text-soft">{children}</p>
)

type MessagesProps = { messages: readonly MessageInList[]; search: MessageSearch; onDeleted: () => void }

function Messages({ messages, search, onDeleted }: MessagesProps) {
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
