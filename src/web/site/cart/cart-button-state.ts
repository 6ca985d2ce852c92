import { useEffect } from 'react'
import { cartKey } from '#domain/cart/cart-key.ts'
import { sharedValue } from '#web/ui/shared-value.ts'

/** Number of pieces in the cart, set by the cart store; null until it is known. */
export const count = sharedValue<number | null>(null)

const loadCart = () => import('#web/site/cart/cart-store.ts')

function isStored(): boolean {
  try {
    return window.localStorage.getItem(cartKey) !== null
  } catch {
    return false
  }
}

/** Most visitors have no cart: the cart store is loaded only when one is stored. */
export function useCount(): number | null {
  useEffect(() => {
    if (count.get() !== null) return
    if (isStored()) return void loadCart()
    count.set(0)
    const inOtherTab = ({ key }: StorageEvent) => void (key === cartKey && loadCart())
    window.addEventListener('storage', inOtherTab)
    return () => window.removeEventListener('storage', inOtherTab)
  }, [])
  return count.use()
}

const isOpen = sharedValue(false)

export const openDrawer = () => isOpen.set(true)
export const closeDrawer = () => isOpen.set(false)
export const useDrawer = isOpen.use
