import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CartItem } from '#domain/cart/cart.ts'
import { itemId } from '#domain/cart/cart.ts'
import { moneyWords } from '#domain/money.ts'
import { ourCartTexts as texts } from '#domain/texts/our-words.ts'
import { CartLines } from '#web/site/cart/cart-lines.tsx'
import { useCart } from '#web/site/cart/cart-store.ts'
import { Notices } from '#web/site/cart/notices.tsx'
import { useQuote } from '#web/site/cart/use-quote.ts'
import { Button, buttonLook } from '#web/ui/button.tsx'
import { CartError } from '#web/ui/cart-error.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { sentenceOf } from '#web/ui/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

type Shown = { lines: ReactNode; foot: ReactNode }
type Props = { children: (shown: Shown) => ReactNode; onFollow?: () => void }

/** The same in the drawer and on the page, each of which puts the lines and what comes under them in its own place. */
export function CartContents({ children, onFollow }: Props) {
  const { items, isLoading, error } = useCart()
  const { quote, error: unchecked, again } = useQuote()
  if (isLoading) return <LoadingLines />
  if (!items.length)
    return (
      <>
        <Notices />
        {error ? <CartError /> : <EmptyCart {...(onFollow && { onClick: onFollow })} />}
      </>
    )
  const lines = quote?.lines ?? []
  return (
    <>
      <Notices />
      {unchecked && (
        <div className="mb-6">
          <Unchecked error={unchecked} onAgain={() => void again()} />
        </div>
      )}
      {children({
        lines: <CartLines {...{ items, lines }} isStill={Boolean(unchecked)} {...(onFollow && { onFollow })} />,
        foot: <Foot items={items} priceOf={priceIn(lines)} />,
      })}
    </>
  )
}

/** The cart and the checkout say it in the same words. */
export const Unchecked = ({ error, onAgain }: { error: Error; onAgain: () => void }) => (
  <StatusBanner status="error">
    <p>{sentenceOf(error, texts.unchecked)}</p>
    <Button variant="quiet" className="mt-2" onClick={onAgain}>
      Try again
    </Button>
  </StatusBanner>
)

export const EmptyCart = ({ onClick }: { onClick?: () => void }) => (
  <EmptyState
    action={
      <Link to="/shop" className={buttonLook()} {...(onClick && { onClick })}>
        To the shop
      </Link>
    }
  >
    {texts.empty}
  </EmptyState>
)

type Priced = { productId: string; variantId: string | null; unitPrice: number }

const priceIn = (lines: readonly Priced[]) => (item: CartItem) =>
  lines.find((line) => itemId(line) === item.id)?.unitPrice ?? item.price

function Foot({ items, priceOf }: { items: readonly CartItem[]; priceOf: (item: CartItem) => number }) {
  const site = useWebsite()
  const subtotal = items.reduce((sum, item) => sum + priceOf(item) * item.quantity, 0)
  return (
    <>
      <p className="flex items-baseline justify-between gap-4">
        <span className="poster-type text-2xl leading-none">Subtotal</span>
        <span data-subtotal className="font-semibold text-2xl tabular-nums">
          {moneyWords(subtotal, site)}
        </span>
      </p>
      <p className="mt-1 text-soft text-sm">
        {site.shop.pricesIncludeVat ? 'VAT is included. Delivery is' : 'VAT and delivery are'} added at the checkout.
      </p>
    </>
  )
}

export function LoadingLines() {
  return (
    <Loading label="Looking into your cart">
      {[1, 2].map((line) => (
        <div key={line} className="grid min-h-32 grid-cols-[5.5rem_minmax(0,1fr)] gap-4 py-4">
          <Skeleton className="aspect-square" />
          <Skeleton className="h-6 w-2/3" />
        </div>
      ))}
    </Loading>
  )
}
