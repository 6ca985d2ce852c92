import { Link } from '@tanstack/react-router'
import { TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { type CartItem, cartItemId } from '#domain/cart/cart.ts'
import { cartNoticeText } from '#domain/checkout/check-cart.ts'
import { formatMoney } from '#domain/money.ts'
import { cartTexts as texts } from '#domain/texts/own-words.ts'
import { CartLines } from '#web/site/cart/cart-lines.tsx'
import { cartStore, useCart, useIsCartTabOnly } from '#web/site/cart/cart-store.ts'
import { ShopClosedNotice, useTakesOrders } from '#web/site/cart/shop-notices.tsx'
import { dismissCartNotices, useCartNotices, useQuote } from '#web/site/cart/use-quote.ts'
import { CartError } from '#web/ui/errors/cart-error-boundary.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { restoreLostFocus } from '#web/ui/feedback/lost-focus.ts'
import { LoadingRegion, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { Button, buttonClass } from '#web/ui/forms/button.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'
import { createSharedValue } from '#web/ui/shared-value.ts'
import { useWebsite } from '#web/ui/website.tsx'

type CartSections = { lines: ReactNode; foot: ReactNode; subtotal: string }
type Props = { children: (sections: CartSections) => ReactNode; onFollow?: () => void }

/** Shared by drawer and page, which arrange the lines and the foot differently. */
export function CartContents({ children, onFollow }: Props) {
  const site = useWebsite()
  const { items, isLoading, error } = useCart()
  const { quote, error: unchecked, again } = useQuote()
  if (isLoading) return <CartLinesSkeleton />
  if (!items.length)
    return (
      <>
        <CartNotices />
        {error ? <CartError /> : <EmptyCart {...(onFollow && { onClick: onFollow })} />}
      </>
    )
  const lines = quote?.lines ?? []
  const priceOf = priceIn(lines)
  const subtotal = formatMoney(
    items.reduce((sum, item) => sum + priceOf(item) * item.quantity, 0),
    site,
  )
  return (
    <>
      <CartNotices />
      {unchecked && (
        <div className="mb-6">
          <QuoteErrorBanner error={unchecked} onAgain={() => void again()} />
        </div>
      )}
      {children({
        lines: (
          <>
            <CartLines items={items} lines={lines} isStill={Boolean(unchecked)} {...(onFollow && { onFollow })} />
            <EmptyButton items={items} />
          </>
        ),
        foot: <CartFooter subtotal={subtotal} isSent={items.some(({ isDigital }) => !isDigital)} />,
        subtotal,
      })}
    </>
  )
}

export const QuoteErrorBanner = ({ error, onAgain }: { error: Error; onAgain: () => void }) => (
  <StatusBanner status="error">
    <p>{errorSentence(error, texts.unchecked)}</p>
    <Button variant="quiet" className="mt-2" onClick={onAgain}>
      Try again
    </Button>
  </StatusBanner>
)

/** What the visitor has just taken out with “Empty cart”. */
const emptiedItems = createSharedValue<readonly CartItem[]>([])

function EmptyButton({ items }: { items: readonly CartItem[] }) {
  // The cart was filled again.
  useEffect(() => emptiedItems.set([]), [])
  function empty() {
    emptiedItems.set(items)
    cartStore.clear()
  }
  return (
    <button
      type="button"
      onClick={empty}
      className="min-h-11 cursor-pointer justify-self-start text-soft underline underline-offset-4 hover:text-ink"
    >
      Empty cart
    </button>
  )
}

export function EmptyCart({ onClick }: { onClick?: () => void }) {
  const items = emptiedItems.use()
  return (
    <EmptyState
      action={
        <div className="flex flex-wrap gap-3">
          <Link to="/shop" className={buttonClass()} {...(onClick && { onClick })}>
            To the shop
          </Link>
          {items.length > 0 && (
            <Button variant="quiet" ref={restoreLostFocus} onClick={() => cartStore.add(...items)}>
              Undo
            </Button>
          )}
        </div>
      }
    >
      <span role="status">{items.length ? texts.emptied : texts.empty}</span>
    </EmptyState>
  )
}

type PricedLine = { productId: string; variantId: string | null; unitPrice: number }

const priceIn = (lines: readonly PricedLine[]) => (item: CartItem) =>
  lines.find((line) => cartItemId(line) === item.id)?.unitPrice ?? item.price

function CartFooter({ subtotal, isSent }: { subtotal: string; isSent: boolean }) {
  const { pricesIncludeVat } = useWebsite().shop
  const isTabOnly = useIsCartTabOnly()
  return (
    <>
      <p className="flex items-baseline justify-between gap-4">
        <span className="poster-type text-2xl leading-none">Subtotal</span>
        <span data-subtotal className="font-semibold text-2xl tabular-nums">
          {subtotal}
        </span>
      </p>
      <p className="mt-1 text-soft text-sm">{feesText({ pricesIncludeVat, isSent })}</p>
      {isTabOnly && <p className="mt-1 text-soft text-sm">{texts.tabOnly}</p>}
    </>
  )
}

/** Downloads are not delivered. */
function feesText({ pricesIncludeVat, isSent }: { pricesIncludeVat: boolean; isSent: boolean }): string {
  if (pricesIncludeVat) return isSent ? 'VAT is included. Delivery is added at the checkout.' : 'VAT is included.'
  return isSent ? 'VAT and delivery are added at the checkout.' : 'VAT is added at the checkout.'
}

export function CartLinesSkeleton() {
  return (
    <LoadingRegion label="Looking into your cart">
      {[1, 2].map((line) => (
        <div key={line} className="grid min-h-32 grid-cols-[5.5rem_minmax(0,1fr)] gap-4 py-4">
          <Skeleton className="aspect-square" />
          <Skeleton className="h-6 w-2/3" />
        </div>
      ))}
    </LoadingRegion>
  )
}

/** What has changed since it was chosen. The live region is mounted from the start, so that screen readers announce it. */
export function CartNotices() {
  const notices = useCartNotices()
  const site = useWebsite()
  return (
    <div role="status">
      {notices.length > 0 && (
        <div className="mb-6 flex items-start gap-3 border-highlight border-l-4 bg-raised pl-4">
          <TriangleAlert aria-hidden className="my-2.5 size-6 shrink-0 text-highlight-ink" />
          <ul className="grid grow gap-1 py-2.5 font-medium">
            {notices.map((notice) => (
              <li key={`${cartItemId(notice)} ${notice.what}`}>
                {cartNoticeText(notice, (amount) => formatMoney(amount, site))}
              </li>
            ))}
          </ul>
          <button
            type="button"
            aria-label="Dismiss"
            onClick={dismissCartNotices}
            className="grid size-11 shrink-0 cursor-pointer place-items-center text-soft hover:text-ink"
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </div>
  )
}

type CheckoutLinkProps = { className?: string; onClick?: () => void }

/** Link to the checkout, or the notice that the shop is not open. */
export function CheckoutLink({ className = '', onClick }: CheckoutLinkProps) {
  if (!useTakesOrders()) return <ShopClosedNotice className={className} />
  return (
    <Link to="/checkout" className={`${buttonClass({ size: 'lg' })} ${className}`} {...(onClick && { onClick })}>
      Checkout
    </Link>
  )
}
