import { type ReactNode, useId } from 'react'
import type { BuyerOrderAnswer } from '#api/site/order-confirmation.ts'
import type { DownloadState } from '#domain/downloads/state.ts'
import { formatMoney } from '#domain/money.ts'
import { orderSummaryLines } from '#domain/orders/amounts.ts'
import { hasEndedDownloads } from '#domain/orders/order.ts'
import { downloadRefusalTexts, newDownloadLinksTexts } from '#domain/texts/own-download-words.ts'
import { ButtonLink } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** An order as its buyer sees it: the downloads first, so that a phone has them on its first screen. */
type OrderSectionsProps = {
  order: BuyerOrderAnswer
  /** What the page says besides. */
  children: ReactNode
  /** Actions for the downloads. */
  underDownloads?: ReactNode
}

export function OrderSections({ order, children, underDownloads }: OrderSectionsProps) {
  return (
    <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-[3fr_2fr] lg:grid-rows-[auto_1fr]">
      {order.downloads.length > 0 && (
        <div className="lg:col-start-2">
          <Downloads order={order}>{underDownloads}</Downloads>
        </div>
      )}
      <div className="lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <BoughtThings order={order} />
      </div>
      <div className="grid content-start gap-10 lg:col-start-2">{children}</div>
    </div>
  )
}

export function OrderPageSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="poster-type mb-4 text-3xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

function BoughtThings({ order }: { order: BuyerOrderAnswer }) {
  const { locale } = useWebsite()
  const money = (amount: number) => formatMoney(amount, { locale, currency: order.currency })
  return (
    <OrderPageSection title="What you bought">
      <ul className="border-line border-t">
        {order.lines.map(({ name, variant, quantity, total, parts }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may have one name, and lines of an order never change
          <li key={at} className="flex justify-between gap-6 border-line border-b py-3">
            <span>
              {quantity > 1 && `${quantity} × `}
              {name}
              {variant && <span className="text-soft">, {variant}</span>}
              {parts.length > 0 && <span className="block text-soft">{parts.join(', ')}</span>}
            </span>
            <span className="tabular-nums">{money(total)}</span>
          </li>
        ))}
      </ul>
      <dl className="mt-4 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        {orderSummaryLines(order, money).map(({ name, amount, isTotal }) => (
          <div key={name} className={`contents ${isTotal ? 'font-bold' : 'text-soft'}`}>
            <dt>{name}</dt>
            <dd className="text-right tabular-nums">{amount}</dd>
          </div>
        ))}
      </dl>
    </OrderPageSection>
  )
}

type DownloadFacts = { left: number; until: string; isEnded: boolean }
const stateWords: Record<DownloadState, (facts: DownloadFacts) => string> = {
  ready: ({ left, until }) => `Yours to download ${left === 1 ? 'once' : `up to ${left} times`}, until ${until}`,
  'used-up': () => 'Downloaded as often as it may be. Write to us if you need it again.',
  expired: ({ left, until }) =>
    `Could be downloaded until ${until}. ${left ? 'Ask for new links where you find your order.' : 'Write to us if you need it again.'}`,
  withdrawn: ({ isEnded }) => (isEnded ? downloadRefusalTexts.cancelled : downloadRefusalTexts.withdrawn),
}

function Downloads({ order, children }: { order: BuyerOrderAnswer; children: ReactNode }) {
  const { locale, zone } = useWebsite()
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: zone })
  const { status, total: totalAmount, refunded: refundedAmount } = order
  const isEnded = hasEndedDownloads({ status, totalAmount, refundedAmount })
  return (
    <OrderPageSection title="Your downloads">
      <ul className="grid gap-3">
        {order.downloads.map(({ name, state, left, expiresAt, token }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bought alone and in a bundle, one is there twice
          <li key={at} data-download={state}>
            <strong>{name}</strong>
            <span className="block text-soft">
              {stateWords[state]({ left, until: date.format(new Date(expiresAt)), isEnded })}
            </span>
            {token && state === 'ready' && (
              <ButtonLink href={`/downloads/${token}`} className="mt-3">
                {newDownloadLinksTexts.open}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
      {children && <div className="mt-6">{children}</div>}
    </OrderPageSection>
  )
}
