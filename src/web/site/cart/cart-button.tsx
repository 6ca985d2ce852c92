import { Link } from '@tanstack/react-router'
import { ShoppingBag } from 'lucide-react'
import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react'
import { cartKey } from '#domain/cart/cart-key.ts'
import { cartCount, openCartDrawer, useIsCartDrawerOpen } from '#web/site/cart/cart-drawer-state.ts'

const CartDrawer = lazy(async () => ({ default: (await import('#web/site/cart/cart-drawer.tsx')).CartDrawer }))

const loadCart = () => import('#web/site/cart/cart-store.ts')

function isStored(): boolean {
  try {
    return (localStorage.getItem(cartKey) ?? sessionStorage.getItem(cartKey)) !== null
  } catch {
    return false
  }
}

/** Most visitors have no cart: the cart store is loaded only when one is stored. */
function useCartCount(): number | null {
  useEffect(() => {
    if (cartCount.get() !== null) return
    if (isStored()) return void loadCart()
    cartCount.set(0)
    const inOtherTab = ({ key }: StorageEvent) => void (key === cartKey && loadCart())
    window.addEventListener('storage', inOtherTab)
    return () => window.removeEventListener('storage', inOtherTab)
  }, [])
  return cartCount.use()
}

/** Opens the drawer; without scripts and in a new tab it is a link to the cart page. */
export function CartButton() {
  const count = useCartCount()
  const known = count === null ? 'Cart' : 'Cart, empty'
  const isOpen = useIsCartDrawerOpen()
  // The drawer stays mounted once it was open, so that closing is animated.
  const [wasOpen, setWasOpen] = useState(false)
  useEffect(() => {
    if (isOpen) setWasOpen(true)
  }, [isOpen])

  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    openCartDrawer()
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
