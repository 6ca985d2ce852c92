import { useEffect } from 'react'
import { cartKey } from '#domain/cart/cart-key.ts'
import { sharedValue } from '#web/site/cart/shared-value.ts'

/** How many things are in the cart, as the cart itself says; null until it is known. */
export const count = sharedValue<number | null>(null)

const loadCart = () => import('#web/site/cart/cart-store.ts')

function isStored(): boolean {
  try {
    return window.localStorage.getItem(cartKey) !== null
  } catch {
    return false
  }
}

/** Most visitors have no cart, and then nothing of it is loaded either. */
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
