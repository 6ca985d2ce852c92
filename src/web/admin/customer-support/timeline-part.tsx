import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Happened } from '#api/admin/customer-support.ts'
import type { OpenedAnswer } from '#api/admin/messages.ts'
import { personName } from '#domain/activity/words.ts'
import { downloadEventWords, rightDeedWords } from '#domain/downloads/desk.ts'
import { moneyWords } from '#domain/money.ts'
import { eventWords } from '#domain/orders/events.ts'
import { Badge } from '#web/admin/parts/badge.tsx'
import { Moment } from '#web/admin/parts/moment.tsx'
import { Part } from '#web/admin/parts/screen.tsx'
import { useAction } from '#web/admin/parts/use-action.ts'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Orders, downloads, failures, messages and what was done about them; the newest first. */
export const TimelinePart = ({ timeline }: { timeline: Happened[] }) => (
  <Part title="What happened">
    <ol className="grid">
      {timeline.map((happened, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may happen at the same moment, and all are read anew together
        <Line key={`${happened.at} ${at}`} happened={happened} />
      ))}
    </ol>
  </Part>
)

const isBad = (happened: Happened) => happened.kind === 'download' && happened.type === 'failed'

function Line({ happened }: { happened: Happened }) {
  return (
    <li className="relative grid gap-0.5 border-line border-l-2 pb-5 pl-6 last:pb-0">
      <span
        aria-hidden
        className={`absolute top-1.5 -left-1.5 size-2.5 ${isBad(happened) ? 'bg-error-ink' : 'bg-field'}`}
      />
      <span className="wrap-anywhere">
        <Words happened={happened} />
      </span>
      <span className="text-soft text-sm">
        <Moment at={happened.at} />
        <Who happened={happened} />
      </span>
    </li>
  )
}

function Who({ happened }: { happened: Happened }) {
  if (happened.kind === 'download' || happened.kind === 'message' || happened.kind === 'ordered')
    return ', the customer'
  return `, ${happened.who ? personName(happened.who) : 'the shop'}`
}

function Words({ happened }: { happened: Happened }): ReactNode {
  const { locale } = useWebsite()
  const money = (amount: number, currency: string) => moneyWords(amount, { locale, currency })
  switch (happened.kind) {
    case 'ordered':
      return `Ordered for ${money(happened.total, happened.currency)}: ${happened.number}`
    case 'order':
      return `${happened.number}: ${eventWords(happened.event, money)}`
    case 'download':
      return (
        <span className={isBad(happened) ? 'text-error-ink' : ''}>
          Download of {happened.product}, {happened.file ?? 'a file that is gone'}: {downloadEventWords(happened)}
        </span>
      )
    case 'right':
      return `Download of ${happened.product}: ${rightDeedWords[happened.deed]}`
    case 'message':
      return <Message {...happened} />
    case 'answer':
      return (
        <Written badge="Answered by mail" text={happened.text}>
          {happened.subject}
        </Written>
      )
    case 'note':
      return <Written badge="Note" text={happened.text} />
  }
}

const Written = ({ badge, text, children }: { badge: string; text: string | null; children?: ReactNode }) => (
  <span className="grid justify-items-start gap-1">
    <span className="flex flex-wrap items-center gap-2">
      <Badge>{badge}</Badge> {children && <span className="font-medium">{children}</span>}
    </span>
    <span className="whitespace-pre-line">{text ?? 'This cannot be read any more.'}</span>
  </span>
)

/** What they wrote is opened when somebody asks for it, and that is written down. */
function Message({ id, isRead }: { id: string; isRead: boolean }) {
  const { api } = useRouter().options.context
  const [opened, setOpened] = useState<OpenedAnswer>()
  const open = useAction({
    run: () => answerOf(api.api.admin.messages.opening.$post({ json: { ids: [id] } })),
    invalidates: [],
    onDone: ([only]) => setOpened(only),
  })
  if (opened)
    return (
      <Written badge="Message" text={opened.content?.message ?? opened.problem}>
        {opened.content?.subject}
      </Written>
    )
  return (
    <span className="flex flex-wrap items-center gap-3">
      Wrote from the contact page {!isRead && <Badge tone="notice">Unread</Badge>}
      <Button variant="quiet" loading={open.isPending} onClick={() => open.mutate()}>
        Open
      </Button>
    </span>
  )
}
