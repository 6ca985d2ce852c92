import { useEffect, useRef } from 'react'
import type { FoundOrder as Found } from '#api/order-lookup.ts'
import type { DownloadState } from '#domain/downloads/state.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import { orderStateTexts, findOrderTexts as texts } from '#domain/texts/our-words.ts'
import { BoughtThings } from '#web/site/orders/bought-things.tsx'
import { Button } from '#web/ui/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type Props = { order: Found; onAnother: () => void }

export function FoundOrder({ order, onAnother }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that had the focus is gone.
  useEffect(() => heading.current?.focus(), [])
  return (
    <article data-order={order.status}>
      <h2 ref={heading} tabIndex={-1} className="poster-type text-heading leading-none outline-none">
        Order <span className="whitespace-nowrap">{order.number}</span>
      </h2>
      <Whereabouts order={order} />
      <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-[3fr_2fr]">
        <BoughtThings order={order} />
        <div className="grid content-start gap-10">
          <Tracking order={order} />
          <Downloads order={order} />
        </div>
      </div>
      <Button variant="quiet" className="mt-12" onClick={onAnother}>
        {texts.another}
      </Button>
    </article>
  )
}

const steps = [
  ['paid', 'Paid'],
  ['processing', 'Being packed'],
  ['shipped', 'On its way'],
  ['delivered', 'Delivered'],
] as const satisfies [OrderStatus, string][]

function Whereabouts({ order: { status, ships, isShort } }: { order: Found }) {
  const at = steps.findIndex(([step]) => step === status)
  return (
    <>
      <p className="mt-6 max-w-xl text-lede">
        {isShort && status === 'paid'
          ? 'Something in it sold out while you were paying. We will write to you very soon.'
          : ships || status === 'cancelled'
            ? orderStateTexts[status]
            : 'It is paid, and yours to download.'}
      </p>
      {ships && at >= 0 && (
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
      )}
    </>
  )
}

function Tracking({ order: { tracking } }: { order: Found }) {
  if (!tracking) return null
  const { carrier, number, href } = tracking
  return (
    <section aria-labelledby="your-parcel">
      <h2 id="your-parcel" className="poster-type mb-4 text-3xl">
        Your parcel
      </h2>
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
    </section>
  )
}

const stateWords: Record<DownloadState, (left: number, until: string) => string> = {
  ready: (left, until) => `Yours to download ${left === 1 ? 'once' : `up to ${left} times`} more, until ${until}`,
  'used-up': () => 'Downloaded as often as it may be. Write to us if you need it again.',
  expired: (_, until) => `Could be downloaded until ${until}. Write to us if you need it again.`,
  withdrawn: () => 'No longer yours to download: the order was cancelled.',
}

function Downloads({ order: { downloads } }: { order: Found }) {
  const { locale, zone } = useWebsite()
  if (!downloads.length) return null
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone })
  return (
    <section aria-labelledby="your-downloads">
      <h2 id="your-downloads" className="poster-type mb-4 text-3xl">
        Your downloads
      </h2>
      <ul className="grid gap-3">
        {downloads.map(({ name, state, left, expiresAt }) => (
          <li key={name} data-download={state}>
            <strong>{name}</strong>
            <span className="block text-soft">{stateWords[state](left, date.format(new Date(expiresAt)))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
