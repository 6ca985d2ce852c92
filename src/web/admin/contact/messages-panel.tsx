import { useRouter } from '@tanstack/react-router'
import { type RefObject, useRef, useState } from 'react'
import type { MessageInList } from '#api/admin/messages.ts'
import { MessageItem } from '#web/admin/contact/message-item.tsx'
import { type Asked, type MessageSearch, messagesQuery } from '#web/admin/contact/messages-query.ts'
import { useOpening } from '#web/admin/contact/use-opening.ts'
import { Filter, ListTools, Pager, useAddress } from '#web/admin/parts/list.tsx'
import { Loaded } from '#web/admin/parts/loaded.tsx'
import { Part } from '#web/admin/parts/screen.tsx'
import { Button } from '#web/ui/button.tsx'

/** What visitors have written. What they wrote is opened when one asks for it, and that is written down. */
export function MessagesPanel({ search }: { search: MessageSearch }) {
  const { api } = useRouter().options.context
  const setAddress = useAddress<MessageSearch>()
  const list = useRef<HTMLDivElement>(null)
  const asked: Asked = { show: search.show ?? 'all', page: search.page ?? 1, size: search.size ?? 25 }
  return (
    <Part
      title="Messages"
      intro="From the contact page, the newest first. They are kept sealed; the activity log notes who opens one."
    >
      <div ref={list} tabIndex={-1} className="grid gap-5 outline-none">
        <Loaded query={messagesQuery(api, asked)}>
          {({ messages, total, unread }) => (
            <>
              <ListTools>
                <Filter
                  label="Which messages"
                  all="All messages"
                  options={[['unread', `Unread (${unread})`]]}
                  value={search.show}
                  onChange={(show) => setAddress({ show })}
                />
              </ListTools>
              {messages.length === 0 ? (
                <p className="border-line border-y bg-raised px-4 py-6 text-soft">
                  {asked.show === 'unread' ? 'You have read everything.' : 'Nobody has written yet.'}
                </p>
              ) : (
                <Messages key={JSON.stringify(asked)} {...{ messages, asked }} home={list} />
              )}
              {total > 0 && <Pager page={asked.page} size={asked.size} total={total} onChange={setAddress} />}
            </>
          )}
        </Loaded>
      </div>
    </Part>
  )
}

type MessagesProps = { messages: MessageInList[]; asked: Asked; home: RefObject<HTMLDivElement | null> }

function Messages({ messages, asked, home }: MessagesProps) {
  const { contents, open, openAll, close, isOpening } = useOpening(messages, asked)
  const [all, setAll] = useState(false)
  return (
    <>
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
            asked={asked}
            opened={contents[message.id]}
            onOpen={() => open(message.id)}
            onClose={() => close(message.id)}
            onGone={() => home.current?.focus()}
          />
        ))}
      </ul>
    </>
  )
}
