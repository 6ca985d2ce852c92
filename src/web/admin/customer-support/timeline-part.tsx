import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { TimelineEvent } from '#api/admin/customer-support.ts'
import type { OpenedMessageAnswer } from '#api/admin/messages.ts'
import { activityUserLabel } from '#domain/activity/words.ts'
import { loggedDownloadActionLabels } from '#domain/downloads/admin-actions.ts'
import { downloadEventLabel } from '#domain/downloads/events.ts'
import { formatMoney } from '#domain/money.ts'
import { orderEventText } from '#domain/orders/events.ts'
import { Badge } from '#web/admin/ui/badge.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Orders, downloads, messages, notes and changes by administrators, newest first. */
export const TimelinePart = ({ timeline }: { timeline: TimelineEvent[] }) => (
  <ScreenSection title="What happened">
    <ol className="grid">
      {timeline.map((event, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two events may share a moment, and the whole list is reloaded together
        <Line key={`${event.at} ${at}`} event={event} />
      ))}
    </ol>
  </ScreenSection>
)

const isFailure = (event: TimelineEvent) => event.kind === 'download' && event.type === 'failed'

function Line({ event }: { event: TimelineEvent }) {
  return (
    <li className="relative grid gap-0.5 border-line border-l-2 pb-5 pl-6 last:pb-0">
      <span
        aria-hidden
        className={`absolute top-1.5 -left-1.5 size-2.5 ${isFailure(event) ? 'bg-error-ink' : 'bg-field'}`}
      />
      <span className="wrap-anywhere">
        <EventText event={event} />
      </span>
      <span className="text-soft text-sm">
        <LocalTimestamp at={event.at} />
        <EventUser event={event} />
      </span>
    </li>
  )
}

function EventUser({ event }: { event: TimelineEvent }) {
  if (event.kind === 'download' || event.kind === 'message' || event.kind === 'ordered') return ', the customer'
  return `, ${event.who ? activityUserLabel(event.who) : 'the shop'}`
}

function EventText({ event }: { event: TimelineEvent }): ReactNode {
  const { locale } = useWebsite()
  const money = (amount: number, currency: string) => formatMoney(amount, { locale, currency })
  switch (event.kind) {
    case 'ordered':
      return `Ordered for ${money(event.total, event.currency)}: ${event.number}`
    case 'order':
      return `${event.number}: ${orderEventText(event.event, money)}`
    case 'download':
      return (
        <span className={isFailure(event) ? 'text-error-ink' : ''}>
          Download of {event.product}, {event.file ?? 'a deleted file'}: {downloadEventLabel(event)}
        </span>
      )
    case 'right':
      return `Download of ${event.product}: ${loggedDownloadActionLabels[event.action]}`
    case 'message':
      return <Message {...event} />
    case 'answer':
      return (
        <WrittenEntry badge="Answered by mail" text={event.text}>
          {event.subject}
        </WrittenEntry>
      )
    case 'note':
      return <WrittenEntry badge="Note" text={event.text} />
  }
}

const WrittenEntry = ({ badge, text, children }: { badge: string; text: string | null; children?: ReactNode }) => (
  <span className="grid justify-items-start gap-1">
    <span className="flex flex-wrap items-center gap-2">
      <Badge>{badge}</Badge> {children && <span className="font-medium">{children}</span>}
    </span>
    <span className="whitespace-pre-line">{text ?? 'This can no longer be read.'}</span>
  </span>
)

/** Decrypted only when an administrator opens it, which the activity log records. */
function Message({ id, isRead }: { id: string; isRead: boolean }) {
  const { api } = useRouter().options.context
  const [opened, setOpened] = useState<OpenedMessageAnswer>()
  const open = useAction({
    run: () => unwrapResponse(api.api.admin.messages.open.$post({ json: { ids: [id] } })),
    invalidates: [],
    onDone: ([only]) => setOpened(only),
  })
  if (opened)
    return (
      <WrittenEntry badge="Message" text={opened.content?.message ?? opened.problem}>
        {opened.content?.subject}
      </WrittenEntry>
    )
  return (
    <span className="flex flex-wrap items-center gap-3">
      Message from the contact page {!isRead && <Badge tone="notice">Unread</Badge>}
      <Button variant="quiet" loading={open.isPending} onClick={() => open.mutate()}>
        Open
      </Button>
    </span>
  )
}
