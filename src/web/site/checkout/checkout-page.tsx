import { useEffect } from 'react'
import { checkoutTexts as texts } from '#domain/texts/own-words.ts'
import { CartLinesSkeleton, CartNotices, EmptyCart } from '#web/site/cart/cart-contents.tsx'
import { useCart } from '#web/site/cart/cart-store.ts'
import { markReturnedFromPayment } from '#web/site/cart/checkout-attempt.ts'
import { ScriptsRequired, ShopClosedNotice, useTakesOrders } from '#web/site/cart/shop-notices.tsx'
import { CheckoutForm } from '#web/site/checkout/checkout-form.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { CartBoundary, CartError } from '#web/ui/errors/cart-error-boundary.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'

/** `isBack`: the buyer returns from the payment page without having paid. */
export function CheckoutPage({ isBack }: { isBack: boolean }) {
  return (
    <>
      <PageTitle title="Checkout" />
      <div className="page-edge pb-section">
        <ScriptsRequired />
        <div className="noscript:hidden">
          {isBack && (
            <div className="mb-8 max-w-3xl">
              <StatusBanner status="notice">{texts.cancelled}</StatusBanner>
            </div>
          )}
          <CartBoundary>
            <CartNotices />
            <Contents />
          </CartBoundary>
        </div>
      </div>
    </>
  )
}

function Contents() {
  const { items, isLoading, error } = useCart()
  const takesOrders = useTakesOrders()
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && markReturnedFromPayment()
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
  if (!takesOrders) return <ShopClosedNotice />
  if (isLoading) return <CartLinesSkeleton />
  if (items.length) return <CheckoutForm />
  return error ? <CartError /> : <EmptyCart />
}
