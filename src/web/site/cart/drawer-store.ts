import { sharedValue } from '#web/site/cart/shared-value.ts'

const isOpen = sharedValue(false)

export const openDrawer = () => isOpen.set(true)
export const closeDrawer = () => isOpen.set(false)
export const useDrawer = isOpen.use
