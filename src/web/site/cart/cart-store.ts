import { useSyncExternalStore } from 'react'
import {
  type Cart,
  type CartAction,
  type CartItem,
  type Correction,
  cartReducer,
  countOf,
  emptyCart,
  isPersisted,
  type PaymentStatus,
  type Removal,
  savedAfterMs,
  storedPartOf,
} from '#domain/cart/cart.ts'
import { cartDeclined, cartKey } from '#domain/cart/cart-key.ts'
import { readCart } from '#domain/cart/stored-cart.ts'
import type { ShippingAddress } from '#domain/checkout/address.ts'
import { cartErrorTexts } from '#domain/texts/shop.ts'
import { cartCount } from '#web/site/cart/cart-button-state.ts'

export type CartStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The cart of this browser. Unsaved actions of this tab are replayed on what another tab has saved, so that neither loses
 * anything. After “Essential Only” the cart is in the tab's storage until the next change. Without storage it lasts until
 * the page is left.
 */
export function createCartStore(storage: () => CartStorage, tabStorage: () => CartStorage) {
  let cart = emptyCart
  let unsaved: CartAction[] = []
  /** The stored text at the last read. */
  let known: string | null = null
  let isTabOnly = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchers = new Set<() => void>()
  const at = () => new Date().toISOString()

  function stored(): string | null {
    try {
      const text = storage().getItem(cartKey)
      const ofTab = text === null ? tabStorage().getItem(cartKey) : null
      isTabOnly = ofTab !== null
      return text ?? ofTab
    } catch {
      return known
    }
  }

  /** Loads the stored cart and replays the unsaved actions. */
  function takeOver(text: string | null): void {
    known = text
    const found = readCart(text)
    const isBroken = found === 'broken'
    const error = isBroken ? cartErrorTexts.message : null
    const loaded = cartReducer(cart, { type: 'load', stored: isBroken ? null : found, error })
    cart = unsaved.reduce(cartReducer, loaded)
    // Removes the broken value, so that the next read finds an empty cart.
    if (isBroken) removeStored()
  }

  /** Another tab may have saved before its storage event has arrived. */
  function lookAgain(): void {
    const there = stored()
    // A value that vanished without a storage event must not empty this cart.
    if (there !== known && there !== null) takeOver(there)
  }

  function current(): Cart {
    if (cart.isLoading) takeOver(stored())
    return cart
  }

  function perform(action: CartAction): void {
    const next = cartReducer(current(), action)
    if (next === cart) return
    cart = next
    if (isPersisted(action)) {
      unsaved.push(action)
      clearTimeout(timer)
      timer = setTimeout(save, savedAfterMs)
    }
    tell()
  }

  function save(): void {
    clearTimeout(timer)
    if (!unsaved.length) return
    lookAgain()
    const text = JSON.stringify(storedPartOf(cart))
    try {
      storage().setItem(cartKey, text)
      known = text
      removeFromTab()
    } catch {}
    unsaved = []
    tell()
  }

  function removeFromTab(): void {
    isTabOnly = false
    try {
      tabStorage().removeItem(cartKey)
    } catch {}
  }

  function removeStored(): void {
    known = null
    removeFromTab()
    try {
      storage().removeItem(cartKey)
    } catch {}
  }

  /** The stored cart was cleared: changes that were not saved yet stay in this tab too. */
  function keepInTab(): void {
    clearTimeout(timer)
    unsaved = []
    isTabOnly = cart.items.length > 0
    known = isTabOnly ? JSON.stringify(storedPartOf(cart)) : null
    try {
      if (known) tabStorage().setItem(cartKey, known)
    } catch {}
    tell()
  }

  /** Removes the stored cart too, and drops the pending save. */
  function clear(): void {
    clearTimeout(timer)
    unsaved = []
    removeStored()
    perform({ type: 'clear' })
  }

  function tell(): void {
    for (const changed of watchers) changed()
  }

  const inOtherTab = (event: StorageEvent) => {
    if (event.key !== cartKey && event.key !== null) return
    removeFromTab()
    takeOver(event.key === null ? null : event.newValue)
    tell()
  }
  const shownAgain = (event: PageTransitionEvent) => {
    if (!event.persisted) return
    takeOver(stored())
    cart = cartReducer(cart, { type: 'set-payment', status: 'idle', error: null })
    tell()
  }

  /** A hidden page may never become visible again. */
  function watch(changed: () => void): () => void {
    if (!watchers.size) {
      window.addEventListener('storage', inOtherTab)
      window.addEventListener('pageshow', shownAgain)
      window.addEventListener('pagehide', save)
      window.addEventListener(cartDeclined, keepInTab)
      document.addEventListener('visibilitychange', saveHidden)
    }
    watchers.add(changed)
    return () => {
      watchers.delete(changed)
      if (watchers.size) return
      save()
      window.removeEventListener('storage', inOtherTab)
      window.removeEventListener('pageshow', shownAgain)
      window.removeEventListener('pagehide', save)
      window.removeEventListener(cartDeclined, keepInTab)
      document.removeEventListener('visibilitychange', saveHidden)
    }
  }
  const saveHidden = () => document.hidden && save()

  return {
    current,
    watch,
    isTabOnly: () => isTabOnly,
    add: (...items: CartItem[]) => perform({ type: 'add', items, at: at(), sessionId: crypto.randomUUID() }),
    setQuantity: (id: string, quantity: number) => perform({ type: 'set-quantity', id, quantity, at: at() }),
    remove: (...what: Removal[]) => perform({ type: 'remove', what, at: at() }),
    correct: (corrections: readonly Correction[]) => perform({ type: 'correct', corrections, at: at() }),
    setAddress: (address: ShippingAddress | null) => perform({ type: 'set-address', address, at: at() }),
    setShipping: (option: string | null) => perform({ type: 'set-shipping', option, at: at() }),
    setPayment: (status: PaymentStatus, error: string | null = null) => perform({ type: 'set-payment', status, error }),
    /** Removes the paid items at once, and with the last of them the stored cart. */
    removePaid: (what: readonly Removal[]) => {
      lookAgain()
      perform({ type: 'remove', what, at: at() })
      if (cart.items.length) save()
      else clear()
    },
    clear,
  }
}

export type CartStore = ReturnType<typeof createCartStore>

/** A browser without storage throws on the access itself. */
export const cartStore = createCartStore(
  () => window.localStorage,
  () => window.sessionStorage,
)

if (typeof window !== 'undefined') {
  const tell = () => cartCount.set(countOf(cartStore.current()))
  // For the life of the page: the cart is saved on leaving, whatever the page shows by then.
  cartStore.watch(tell)
  tell()
}

/** On the server and until hydration the cart is loading. */
export const useCart = (): Cart => useSyncExternalStore(cartStore.watch, cartStore.current, () => emptyCart)

/** Whether the cart ends with this tab. */
export const useIsTabOnly = (): boolean => useSyncExternalStore(cartStore.watch, cartStore.isTabOnly, () => false)
