import { useEffect, useRef } from 'react'
import type { OrderLookupAnswer as Found } from '#api/site/order-lookup.ts'
import { orderStateText } from '#domain/orders/events.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import { findOrderTexts as texts } from '#domain/texts/own-order-words.ts'
import { OrderPageSection, OrderSections } from '#web/site/orders/order-parts.tsx'
import { RequestNewDownloadLinks } from '#web/site/orders/request-new-download-links.tsx'
import { Button } from '#web/ui/forms/button.tsx'

type Props = { order: Found; emailHash: string; onAnother: () => void }

export function FoundOrder({ order, emailHash, onAnother }: Props) {
  const hasLinks = order.downloads.some(({ state }) => state !== 'withdrawn')
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused form was replaced.
  useEffect(() => heading.current?.focus(), [])
  return (
    <article data-order={order.status}>
      <h1 ref={heading} tabIndex={-1} className="poster-type text-heading leading-none outline-none">
        Order <span className="whitespace-nowrap">{order.number}</span>
      </h1>
      <p className="mt-6 max-w-xl text-lede">{orderStateText(order)}</p>
      {order.ships && <Steps status={order.status} />}
      <OrderSections
        order={order}
        underDownloads={hasLinks && <RequestNewDownloadLinks orderNumber={order.number} emailHash={emailHash} />}
      >
        <Tracking order={order} />
      </OrderSections>
      <Button variant="quiet" className="mt-12" onClick={onAnother}>
        {texts.another}
      </Button>
    </article>
  )
}

const steps = [
  ['paid', 'Paid'],
  ['processing', 'Being packed'],
  ['shipped', 'Shipped'],
  ['delivered', 'Delivered'],
] as const satisfies [OrderStatus, string][]

function Steps({ status }: { status: OrderStatus }) {
  const at = steps.findIndex(([step]) => step === status)
  if (at < 0) return null
  return (
    <ol aria-label="Where it is" className="mt-8 grid max-w-3xl grid-cols-2 gap-x-2 gap-y-4 sm:grid-cols-4">
      {steps.map(([step, words], n) => (
        <li
          key={step}
          aria-current={n === at ? 'step' : undefined}
          className={`border-t-4 pt-2 ${n <= at ? 'border-action' : 'border-line text-soft'} ${n === at ? 'font-bold' : ''}`}
        >
          {words}
        </li>
      ))}
    </ol>
  )
}

function Tracking({ order: { tracking } }: { order: Found }) {
  if (!tracking) return null
  const { carrier, number, href } = tracking
  return (
    <OrderPageSection title="Your parcel">
      <p>
        {carrier ? `${carrier} has it as ` : 'Its tracking number is '}
        <strong className="whitespace-nowrap">{number}</strong>.
      </p>
      {href && (
        <p className="mt-2">
          <a
            href={href}
            rel="noreferrer"
            className="inline-flex min-h-11 items-center font-semibold text-link underline underline-offset-4"
          >
            Follow it at {carrier}
          </a>
        </p>
      )}
    </OrderPageSection>
  )
}
