import { useEffect } from 'react'
import { ourCheckoutTexts as texts } from '#domain/texts/our-words.ts'
import { wasAway } from '#web/site/cart/attempt.ts'
import { EmptyCart, LoadingLines } from '#web/site/cart/cart-contents.tsx'
import { useCart } from '#web/site/cart/cart-store.ts'
import { NotOpen } from '#web/site/cart/not-open.tsx'
import { Notices } from '#web/site/cart/notices.tsx'
import { WithoutScripts } from '#web/site/cart/without-scripts.tsx'
import { CheckoutForm } from '#web/site/checkout/checkout-form.tsx'
import { PageTitle } from '#web/site/pages/page-title.tsx'
import { CartError } from '#web/ui/cart-error.tsx'
import { CartBoundary } from '#web/ui/page-boundaries.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** `isBack` from the payment page, without having paid. */
export function CheckoutPage({ isBack }: { isBack: boolean }) {
  return (
    <>
      <PageTitle title="Checkout" />
      <div className="page-edge pb-section">
        <WithoutScripts />
        <div className="noscript:hidden">
          {isBack && (
            <div className="mb-8 max-w-3xl">
              <StatusBanner status="notice">{texts.cancelled}</StatusBanner>
            </div>
          )}
          <CartBoundary>
            <Notices />
            <Contents />
          </CartBoundary>
        </div>
      </div>
    </>
  )
}

function Contents() {
  const { items, isLoading, error } = useCart()
  const { takesOrders } = useWebsite().shop
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && wasAway()
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
  if (!takesOrders) return <NotOpen />
  if (isLoading) return <LoadingLines />
  if (items.length) return <CheckoutForm />
  return error ? <CartError /> : <EmptyCart />
}
