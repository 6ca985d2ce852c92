// In a file of its own: every page loads it with its first scripts, the cart store and the drawer come later.
import { createSharedValue } from '#web/ui/shared-value.ts'

/** Number of pieces in the cart, set by the cart store; null until it is known. */
export const cartCount = createSharedValue<number | null>(null)

const isOpen = createSharedValue(false)

export const openCartDrawer = () => isOpen.set(true)
export const closeCartDrawer = () => isOpen.set(false)
export const useIsCartDrawerOpen = isOpen.use
