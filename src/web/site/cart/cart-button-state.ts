import { sharedValue } from '#web/ui/shared-value.ts'

/** Number of pieces in the cart, set by the cart store; null until it is known. */
export const cartCount = sharedValue<number | null>(null)

const isOpen = sharedValue(false)

export const openDrawer = () => isOpen.set(true)
export const closeDrawer = () => isOpen.set(false)
export const useDrawer = isOpen.use
