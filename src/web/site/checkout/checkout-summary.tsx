import type { ReactNode } from 'react'
import type { QuoteAnswer } from '#api/site/quote.ts'
import { type CartItem, cartItemId } from '#domain/cart/cart.ts'
import { formatMoney } from '#domain/money.ts'
import { vatRateText } from '#domain/orders/amounts.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useFormatMoney, useWebsite } from '#web/ui/website.tsx'

/** The amounts of the server's quote. */
export function CheckoutSummary({
  quote,
  isOld,
  children,
}: {
  quote: QuoteAnswer
  isOld: boolean
  children: ReactNode
}) {
  const site = useWebsite()
  const price = useFormatMoney()
  const money = (amount: number) => formatMoney(amount, site)
  const { lines, subtotal, amounts, ships, pricesIncludeVat } = quote
  const rates = amounts?.vatRates ?? []
  const vat = rates.length === 1 ? `VAT ${vatRateText(rates[0]!)}` : 'VAT'
  return (
    <Frame isBusy={isOld}>
      <ul className="mt-5 grid gap-3">
        {lines.map((line) => (
          <li key={cartItemId(line)} className="flex justify-between gap-4">
            <span className="wrap-anywhere min-w-0">
              {line.quantity > 1 && <span className="text-soft tabular-nums">{line.quantity} × </span>}
              {line.name}
              {line.variant && <span className="block text-soft text-sm">{line.variant}</span>}
            </span>
            <span className="tabular-nums">{price(line.total)}</span>
          </li>
        ))}
      </ul>
      <dl className={`mt-5 grid gap-2 border-line border-t pt-5 transition-opacity ${isOld ? 'opacity-55' : ''}`}>
        <Row name="Subtotal">{money(subtotal)}</Row>
        {ships && <Row name="Delivery">{amounts ? price(amounts.shipping) : '–'}</Row>}
        {amounts && !pricesIncludeVat && <Row name={vat}>{money(amounts.vat)}</Row>}
        <div className="mt-2 flex items-baseline justify-between gap-4 border-line border-t pt-4">
          <dt className="poster-type text-2xl leading-none">Total</dt>
          <dd data-total className="font-semibold text-2xl tabular-nums">
            {amounts ? money(amounts.total) : '–'}
          </dd>
        </div>
        {amounts && pricesIncludeVat && amounts.vat > 0 && (
          <div className="flex justify-between gap-4 text-soft text-sm">
            <dt>{vat}, included</dt>
            <dd className="tabular-nums">{money(amounts.vat)}</dd>
          </div>
        )}
      </dl>
      {children}
    </Frame>
  )
}

/** Placeholder of the same size; it does not animate after an error. */
export function CheckoutSummarySkeleton({ items, isStill, children }: WaitingProps) {
  return (
    <Frame isBusy={!isStill}>
      <div className="mt-5 grid gap-3">
        {items.map(({ id, variantId }) => (
          <Skeleton key={id} isStill={isStill} className={variantId ? 'h-11' : 'h-6'} />
        ))}
      </div>
      <div className="mt-5 grid gap-2 border-line border-t pt-5">
        <Skeleton isStill={isStill} className="h-14" />
        <div className="mt-2 border-line border-t pt-4">
          <Skeleton isStill={isStill} className="h-16" />
        </div>
      </div>
      {children}
    </Frame>
  )
}

type WaitingProps = { items: readonly CartItem[]; isStill: boolean; children: ReactNode }

const Frame = ({ isBusy, children }: { isBusy: boolean; children: ReactNode }) => (
  <section aria-label="Summary" aria-busy={isBusy} className="border-line border-t-2 pt-6 lg:sticky lg:top-6">
    <h2 className="poster-type text-3xl leading-none">Your order</h2>
    {children}
  </section>
)

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt>{name}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
)
