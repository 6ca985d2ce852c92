import { Link } from '@tanstack/react-router'
import { CartContents, CheckoutLink } from '#web/site/cart/cart-contents.tsx'
import { ScriptsRequired, useTakesOrders } from '#web/site/cart/shop-notices.tsx'
import { CartBoundary } from '#web/ui/errors/cart-error-boundary.tsx'
import { buttonClass } from '#web/ui/forms/button.tsx'

export function CartPage() {
  const takesOrders = useTakesOrders()
  return (
    <div className="page-edge pb-section">
      <ScriptsRequired />
      <div className="noscript:hidden">
        <CartBoundary>
          <CartContents>
            {({ lines, foot, subtotal }) => (
              <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-10 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-16">
                <div>{lines}</div>
                <section aria-label="Summary" className="border-line border-t-2 pt-6 lg:sticky lg:top-6">
                  {foot}
                  <div className={takesOrders ? 'action-bar flex items-center gap-4 lg:mt-6' : 'mt-6'}>
                    {takesOrders && (
                      <p aria-hidden className="leading-tight lg:hidden">
                        <span className="block text-sm text-soft">Subtotal</span>
                        <span className="block font-semibold text-lg tabular-nums">{subtotal}</span>
                      </p>
                    )}
                    <CheckoutLink className="grow" />
                  </div>
                  <Link to="/shop" className={`${buttonClass({ variant: 'quiet' })} mt-3 w-full`}>
                    Keep looking around
                  </Link>
                </section>
              </div>
            )}
          </CartContents>
        </CartBoundary>
      </div>
    </div>
  )
}
