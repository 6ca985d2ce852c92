import { useRouter } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import type { OrderAnswer } from '#api/admin/order-answers.ts'
import { activityUserLabel } from '#domain/activity/words.ts'
import { formatMoney } from '#domain/money.ts'
import { orderEventText } from '#domain/orders/events.ts'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { NoteForm } from '#web/admin/ui/editor/note-form.tsx'
import { LocalTimestamp } from '#web/admin/ui/local-timestamp.tsx'
import { ScreenSection } from '#web/admin/ui/screen.tsx'
import { useAction } from '#web/admin/ui/use-action.ts'
import { useMailQueuedText } from '#web/admin/ui/use-counts.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const payerWords: Record<OrderAnswer['payment']['by'], string> = {
  stripe: 'Stripe',
  sandbox: 'The payment sandbox: no real money',
  none: 'Nothing was to be paid',
}

/** The ids of the payment at the provider. */
export function OrderPayment({ order: { payment } }: { order: OrderAnswer }) {
  return (
    <ScreenSection title="Payment">
      <dl className="grid gap-3 text-sm">
        <Reference name="Paid with" value={payerWords[payment.by]} />
        {payment.intent && <Reference name="Payment" value={payment.intent} />}
        {payment.session && <Reference name="Session" value={payment.session} />}
      </dl>
      {payment.link && (
        <a
          href={payment.link}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 w-fit items-center gap-2 underline underline-offset-4"
        >
          Open in Stripe <ExternalLink aria-hidden className="size-4" />
        </a>
      )}
    </ScreenSection>
  )
}

const Reference = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-soft">{name}</dt>
    <dd className="break-all">{value}</dd>
  </div>
)

/** Delivery method, carrier and tracking number. */
export function OrderTracking({ order: { tracking, delivery } }: { order: OrderAnswer }) {
  return (
    <ScreenSection title="Parcel">
      {delivery && (
        <p>
          <span className="text-soft">Delivery method:</span> {delivery}
        </p>
      )}
      {tracking ? (
        <p>
          {tracking.carrier} <span className="tabular-nums">{tracking.number}</span>
          {tracking.link && (
            <a
              href={tracking.link}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-11 w-fit items-center gap-2 underline underline-offset-4"
            >
              Track the parcel <ExternalLink aria-hidden className="size-4" />
            </a>
          )}
        </p>
      ) : (
        <p className="text-soft">No tracking number.</p>
      )}
    </ScreenSection>
  )
}

/** Sends a mail again, for a buyer who has lost it. */
export function OrderMails({ order: { id, downloads, isErased } }: { order: OrderAnswer }) {
  const { api } = useRouter().options.context
  const mailQueued = useMailQueuedText()
  const send = useAction({
    run: (mail: 'confirmation' | 'downloads') =>
      unwrapResponse(api.api.admin.orders[':id'].mails.$post({ param: { id }, json: { mail } })),
    successMessage: () => mailQueued,
    invalidates: [ordersKey],
  })
  if (isErased) return null
  return (
    <ScreenSection title="Mails">
      <div className="flex flex-wrap gap-3">
        <Button variant="quiet" loading={send.isPending} onClick={() => send.mutate('confirmation')}>
          Send confirmation again
        </Button>
        {downloads.length > 0 && (
          <Button variant="quiet" loading={send.isPending} onClick={() => send.mutate('downloads')}>
            Send downloads again
          </Button>
        )}
      </div>
    </ScreenSection>
  )
}

/** Internal notes; the buyer never sees them. */
export function OrderNotes({ order: { id, notes } }: { order: OrderAnswer }) {
  const { api } = useRouter().options.context
  const saveNote = (text: string) =>
    unwrapResponse(api.api.admin.orders[':id'].notes.$post({ param: { id }, json: { text } }))
  return (
    <ScreenSection title="Notes" intro="Only for you and those who run the site with you.">
      {notes.length > 0 && (
        <ul className="grid gap-4">
          {notes.map(({ text, at, who }) => (
            <li key={at + text} className="border-line border-l-2 pl-4">
              <p className="whitespace-pre-line wrap-anywhere">{text}</p>
              <p className="text-soft text-sm">
                <LocalTimestamp at={at} />, {activityUserLabel(who)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <NoteForm label="New note" keep={saveNote} changes={[ordersKey]} />
    </ScreenSection>
  )
}

/** Oldest first. */
export function OrderTimeline({ order: { createdAt, events } }: { order: OrderAnswer }) {
  const { locale } = useWebsite()
  return (
    <ScreenSection title="Timeline">
      <ol className="grid">
        <Line at={createdAt} words="Paid" who="The buyer" />
        {events.map(({ id, at, event, who }) => (
          <Line
            key={id}
            at={at}
            words={orderEventText(event, (amount, currency) => formatMoney(amount, { locale, currency }))}
            who={who ? activityUserLabel(who) : 'The shop'}
          />
        ))}
      </ol>
    </ScreenSection>
  )
}

const Line = ({ at, words, who }: { at: string; words: string; who: string }) => (
  <li className="relative grid gap-0.5 border-line border-l-2 pb-5 pl-6 last:pb-0">
    <span aria-hidden className="absolute top-1.5 -left-1.5 size-2.5 bg-ink" />
    <span className="wrap-anywhere">{words}</span>
    <span className="text-soft text-sm">
      <LocalTimestamp at={at} />, {who}
    </span>
  </li>
)
