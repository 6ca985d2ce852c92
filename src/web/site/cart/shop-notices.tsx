import { paymentTexts, cartTexts as texts } from '#domain/texts/own-words.ts'
import { useCart } from '#web/site/cart/cart-store.ts'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** What costs nothing can be ordered before the shop takes payments. */
export function useTakesOrders(): boolean {
  const { takesOrders } = useWebsite().shop
  const { items } = useCart()
  return takesOrders || (items.length > 0 && items.every(({ price }) => price === 0))
}

/** Renders nothing while the shop takes orders. */
export function ShopClosedNotice({ className = '' }: { className?: string }) {
  if (useWebsite().shop.takesOrders) return null
  return (
    <div className={`max-w-3xl ${className}`}>
      <StatusBanner status="notice">{paymentTexts.notOpen}</StatusBanner>
    </div>
  )
}

/** Cart and checkout need scripts. */
export function ScriptsRequired() {
  return (
    <noscript>
      <p className="mb-8 max-w-2xl text-2xl/snug">
        {texts.noScripts}{' '}
        <a href="/contact" className="text-link underline underline-offset-4">
          write to us what you would like
        </a>
        .
      </p>
    </noscript>
  )
}
