import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ConfirmedOrder } from '#api/confirm.ts'
import { findOrderTexts } from '#domain/texts/our-words.ts'
import { BoughtThings } from '#web/site/orders/bought-things.tsx'
import { type Asked, type Confirmation, confirmQuery } from '#web/site/payment/confirm-query.ts'
import { emptyCartOnce } from '#web/site/payment/paid-cart.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { MessageScreen } from '#web/ui/message-screen.tsx'
import { useWebsite } from '#web/ui/website.tsx'

const title = { waiting: 'Your order', over: 'Not paid', review: 'Your order', missing: 'Your order' } as const

/** For whoever comes back from paying: shows what the shop knows, and looks again while it does not know yet. */
export function ConfirmPage({ asked }: { asked: Asked }) {
  const { api } = useRouter().options.context
  const { data } = useQuery(confirmQuery(api, asked))
  const paid = data?.state === 'placed' && asked.session_id ? data.order.number : null
  useEffect(() => {
    if (paid) emptyCartOnce(paid)
  }, [paid])
  if (!data) return null
  return data.state === 'placed' ? <PlacedOrder order={data.order} /> : <NoOrder {...data} />
}

export function NoOrder({ state, message }: Exclude<Confirmation, { state: 'placed' }>) {
  return (
    <div role="status" aria-live="polite" data-payment={state}>
      <MessageScreen title={title[state]} message={message}>
        {state === 'waiting' && <ButtonLink href="">Look again</ButtonLink>}
        <ButtonLink href={state === 'over' ? '/cart' : '/shop'} variant={state === 'waiting' ? 'quiet' : 'primary'}>
          {state === 'over' ? 'Back to your cart' : 'Back to the shop'}
        </ButtonLink>
      </MessageScreen>
    </div>
  )
}

function PlacedOrder({ order }: { order: ConfirmedOrder }) {
  return (
    <article className="page-edge pt-10 pb-section lg:pt-16" data-payment="placed">
      <h1 className="poster-type text-heading leading-[0.9] lg:text-title">Thank you</h1>
      <p className="mt-6 max-w-xl text-lede">
        Your payment has arrived. Your order number is <strong className="whitespace-nowrap">{order.number}</strong>.
      </p>
      <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-[3fr_2fr]">
        <BoughtThings order={order} />
        <div className="grid content-start gap-10">
          <Next order={order} />
          <Downloads order={order} />
        </div>
      </div>
      <p className="mt-12 flex flex-wrap gap-4">
        <ButtonLink href="/shop" variant="quiet">
          Back to the shop
        </ButtonLink>
        <ButtonLink href={`/orders/find?number=${order.number}`} variant="quiet">
          {findOrderTexts.later}
        </ButtonLink>
      </p>
    </article>
  )
}

function Next({ order }: { order: ConfirmedOrder }) {
  return (
    <section aria-labelledby="what-next">
      <h2 id="what-next" className="poster-type mb-4 text-3xl">
        What happens next
      </h2>
      <ul className="grid gap-3">
        {order.isShort && (
          <li>Something in your order sold out while you were paying. We will write to you very soon.</li>
        )}
        <li>You will find a confirmation in your mailbox in a minute.</li>
        {order.ships && !order.isShort && <li>We pack your order and write to you when it is on its way.</li>}
        <li>
          If you need us, name your reference <strong className="whitespace-nowrap">{order.reference}</strong>.
        </li>
      </ul>
    </section>
  )
}

function Downloads({ order }: { order: ConfirmedOrder }) {
  const { locale, zone } = useWebsite()
  if (!order.downloads.length) return null
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone })
  return (
    <section aria-labelledby="your-downloads">
      <h2 id="your-downloads" className="poster-type mb-4 text-3xl">
        Your downloads
      </h2>
      <ul className="grid gap-3">
        {order.downloads.map(({ name, downloadsAllowed, expiresAt }) => (
          <li key={name}>
            <strong>{name}</strong>
            <span className="block text-soft">
              Yours to download up to {downloadsAllowed} times until {date.format(new Date(expiresAt))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
