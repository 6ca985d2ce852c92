import type { OrderAnswer } from '#api/admin/order-answers.ts'
import { personName } from '#domain/activity/words.ts'
import { moneyWords } from '#domain/money.ts'
import { eventWords } from '#domain/orders/events.ts'
import { Moment } from '#web/admin/parts/moment.tsx'
import { Part } from '#web/admin/parts/screen.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Everything that has happened to it, the oldest first. */
export function OrderTimeline({ order: { createdAt, events } }: { order: OrderAnswer }) {
  const { locale } = useWebsite()
  return (
    <Part title="Timeline">
      <ol className="grid">
        <Line at={createdAt} words="Placed and paid" who="The buyer" />
        {events.map(({ id, at, event, who }) => (
          <Line
            key={id}
            at={at}
            words={eventWords(event, (amount, currency) => moneyWords(amount, { locale, currency }))}
            who={who ? personName(who) : 'The shop'}
          />
        ))}
      </ol>
    </Part>
  )
}

const Line = ({ at, words, who }: { at: string; words: string; who: string }) => (
  <li className="relative grid gap-0.5 border-line border-l-2 pb-5 pl-6 last:pb-0">
    <span aria-hidden className="absolute top-1.5 -left-1.5 size-2.5 bg-action" />
    <span className="wrap-anywhere">{words}</span>
    <span className="text-soft text-sm">
      <Moment at={at} />, {who}
    </span>
  </li>
)
