import { Link } from '@tanstack/react-router'
import { ShoppingBag } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react'
import { useCount } from '#web/site/cart/cart-count.ts'
import { openDrawer, useDrawer } from '#web/site/cart/drawer-store.ts'

const CartDrawer = lazy(async () => ({ default: (await import('#web/site/cart/cart-drawer.tsx')).CartDrawer }))

/** How much is in the cart. A click opens it beside the page; without scripts, and in a new tab, it is a page. */
export function CartButton() {
  const count = useCount()
  const known = count === null ? 'Cart' : 'Cart, empty'
  const isOpen = useDrawer()
  // Once it was open it stays, so that it can go as softly as it came.
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => {
    if (isOpen) setWasOpen(true)
  }, [isOpen])

  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    openDrawer()
  }

  return (
    <>
      <Link
        to="/cart"
        aria-label={count ? `Cart, ${count} ${count === 1 ? 'thing' : 'things'}` : known}
        aria-haspopup="dialog"
        onClick={open}
        className="relative grid size-11 place-items-center"
      >
        <ShoppingBag aria-hidden />
        {Boolean(count) && (
          <span
            aria-hidden
            className="absolute top-0.5 right-0 min-w-5 rounded-full bg-action px-1 text-center font-semibold text-on-action text-xs leading-5"
          >
            {count}
          </span>
        )}
      </Link>
      {(isOpen || wasOpen) && (
        <Suspense>
          <CartDrawer />
        </Suspense>
      )}
    </>
  )
}
