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
import { type CartStorage, createCartStorage } from '#web/site/cart/cart-storage.ts'

/**
 * The cart of this browser. Unsaved actions of this tab are replayed on what another tab has saved, so that neither loses
 * anything. After “Essential Only” the cart is in the tab's storage until the next change. Without storage it lasts until
 * the page is left.
 */
export function createCartStore(local: () => CartStorage, ofTab: () => CartStorage) {
  const storage = createCartStorage(local, ofTab)
  let cart = emptyCart
  let unsaved: CartAction[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchers = new Set<() => void>()
  const at = () => new Date().toISOString()

  /** Loads the stored cart and replays the unsaved actions. */
  function takeOver(text: string | null): void {
    storage.note(text)
    const found = readCart(text)
    const isBroken = found === 'broken'
    const error = isBroken ? cartErrorTexts.message : null
    const loaded = cartReducer(cart, { type: 'load', stored: isBroken ? null : found, error })
    cart = unsaved.reduce(cartReducer, loaded)
    // Removes the broken value, so that the next read finds an empty cart.
    if (isBroken) storage.remove()
  }

  /** Another tab may have saved before its storage event has arrived. */
  function lookAgain(): void {
    const changed = storage.changed()
    if (changed !== null) takeOver(changed)
  }

  function current(): Cart {
    if (cart.isLoading) takeOver(storage.read())
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
    storage.write(JSON.stringify(storedPartOf(cart)))
    unsaved = []
    tell()
  }

  /** The stored cart was cleared: changes that were not saved yet stay in this tab too. */
  function keepInTab(): void {
    clearTimeout(timer)
    unsaved = []
    storage.moveToTab(cart.items.length > 0 ? JSON.stringify(storedPartOf(cart)) : null)
    tell()
  }

  /** Removes the stored cart too, and drops the pending save. */
  function clear(): void {
    clearTimeout(timer)
    unsaved = []
    storage.remove()
    perform({ type: 'clear' })
  }

  function tell(): void {
    for (const changed of watchers) changed()
  }

  const inOtherTab = (event: StorageEvent) => {
    if (event.key !== cartKey && event.key !== null) return
    storage.removeFromTab()
    takeOver(event.key === null ? null : event.newValue)
    tell()
  }
  const shownAgain = (event: PageTransitionEvent) => {
    if (!event.persisted) return
    takeOver(storage.read())
    cart = cartReducer(cart, { type: 'set-payment', status: 'idle', error: null })
    tell()
  }

  let stopListening = () => {}
  function watch(changed: () => void): () => void {
    if (!watchers.size)
      stopListening = listenToPage({
        onStored: inOtherTab,
        onShown: shownAgain,
        onLeave: save,
        onDeclined: keepInTab,
      })
    watchers.add(changed)
    return () => {
      watchers.delete(changed)
      if (watchers.size) return
      save()
      stopListening()
    }
  }

  return {
    current,
    watch,
    isTabOnly: storage.isTabOnly,
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

type PageEvents = {
  onStored: (event: StorageEvent) => void
  onShown: (event: PageTransitionEvent) => void
  onLeave: () => void
  onDeclined: () => void
}

/** Returns how to stop. A hidden page counts as left: it may never become visible again. */
function listenToPage({ onStored, onShown, onLeave, onDeclined }: PageEvents): () => void {
  const onHidden = () => document.hidden && onLeave()
  window.addEventListener('storage', onStored)
  window.addEventListener('pageshow', onShown)
  window.addEventListener('pagehide', onLeave)
  window.addEventListener(cartDeclined, onDeclined)
  document.addEventListener('visibilitychange', onHidden)
  return () => {
    window.removeEventListener('storage', onStored)
    window.removeEventListener('pageshow', onShown)
    window.removeEventListener('pagehide', onLeave)
    window.removeEventListener(cartDeclined, onDeclined)
    document.removeEventListener('visibilitychange', onHidden)
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
