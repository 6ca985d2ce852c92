import { useSyncExternalStore } from 'react'
import {
  type Cart,
  type CartAction,
  type CartCorrection,
  type CartItem,
  type CartRemoval,
  cartQuantity,
  cartReducer,
  cartSaveDelayMs,
  emptyCart,
  isPersistedAction,
  type PaymentStatus,
  toStoredCart,
} from '#domain/cart/cart.ts'
import { cartDeclinedEvent, cartKey } from '#domain/cart/cart-key.ts'
import { parseStoredCart } from '#domain/cart/stored-cart.ts'
import type { ShippingAddress } from '#domain/checkout/address.ts'
import { cartErrorTexts } from '#domain/texts/shop.ts'
import { cartCount } from '#web/site/cart/cart-drawer-state.ts'
import { type BrowserStorage, createCartStorage } from '#web/site/cart/cart-storage.ts'

/**
 * The cart of this browser. Unsaved actions of this tab are replayed on what another tab has saved, so that neither loses
 * anything. After “Essential Only” the cart is in the tab's storage until the next change. Without storage it lasts until
 * the page is left.
 */
export function createCartStore(local: () => BrowserStorage, ofTab: () => BrowserStorage) {
  const storage = createCartStorage(local, ofTab)
  const state = createCartState(storage)
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchers = new Set<() => void>()

  function perform(action: CartAction): void {
    if (!state.apply(action)) return
    if (isPersistedAction(action)) {
      clearTimeout(timer)
      timer = setTimeout(save, cartSaveDelayMs)
    }
    notify()
  }

  function save(): void {
    clearTimeout(timer)
    if (state.save()) notify()
  }

  /** The stored cart was cleared: changes that were not saved yet stay in this tab too. */
  function keepInTab(): void {
    clearTimeout(timer)
    state.moveToTab()
    notify()
  }

  /** Removes the stored cart too, and drops the pending save. */
  function clear(): void {
    clearTimeout(timer)
    state.removeStored()
    perform({ type: 'clear' })
  }

  /** Removes the paid items at once, and with the last of them the stored cart. */
  function removePaid(what: readonly CartRemoval[]): void {
    state.loadIfChanged()
    perform({ type: 'remove', what, at: timestamp() })
    if (state.current().items.length) save()
    else clear()
  }

  function notify(): void {
    for (const changed of watchers) changed()
  }

  function onStored({ key, newValue }: StorageEvent): void {
    if (key !== cartKey && key !== null) return
    storage.removeFromTab()
    state.load(key === null ? null : newValue)
    notify()
  }

  function onShown({ persisted }: PageTransitionEvent): void {
    if (!persisted) return
    state.load(storage.read())
    state.apply({ type: 'set-payment', status: 'idle', error: null })
    notify()
  }

  let stopListening = () => {}
  function watch(changed: () => void): () => void {
    if (!watchers.size) stopListening = listenToPage({ onStored, onShown, onLeave: save, onDeclined: keepInTab })
    watchers.add(changed)
    return () => {
      watchers.delete(changed)
      if (watchers.size) return
      save()
      stopListening()
    }
  }

  return { ...cartActions(perform), current: state.current, watch, isTabOnly: storage.isTabOnly, removePaid, clear }
}

/** The cart, and the actions of this tab that are not stored yet. */
function createCartState(storage: ReturnType<typeof createCartStorage>) {
  let cart = emptyCart
  let unsaved: CartAction[] = []
  const stored = () => JSON.stringify(toStoredCart(cart))

  /** Loads the stored cart and replays the unsaved actions. */
  function load(text: string | null): void {
    storage.note(text)
    const found = parseStoredCart(text)
    const isBroken = found === 'broken'
    const error = isBroken ? cartErrorTexts.message : null
    const loaded = cartReducer(cart, { type: 'load', stored: isBroken ? null : found, error })
    cart = unsaved.reduce(cartReducer, loaded)
    // Removes the broken value, so that the next read finds an empty cart.
    if (isBroken) storage.remove()
  }

  /** Another tab may have saved before its storage event has arrived. */
  function loadIfChanged(): void {
    const changed = storage.changed()
    if (changed !== null) load(changed)
  }

  function current(): Cart {
    if (cart.isLoading) load(storage.read())
    return cart
  }

  /** Returns whether the action changes the cart. */
  function apply(action: CartAction): boolean {
    const next = cartReducer(current(), action)
    if (next === cart) return false
    cart = next
    if (isPersistedAction(action)) unsaved.push(action)
    return true
  }

  /** Returns whether there was something to store. */
  function save(): boolean {
    if (!unsaved.length) return false
    loadIfChanged()
    storage.write(stored())
    unsaved = []
    return true
  }

  function moveToTab(): void {
    unsaved = []
    storage.moveToTab(cart.items.length > 0 ? stored() : null)
  }

  function removeStored(): void {
    unsaved = []
    storage.remove()
  }

  return { current, load, loadIfChanged, apply, save, moveToTab, removeStored }
}

const timestamp = () => new Date().toISOString()

const cartActions = (perform: (action: CartAction) => void) => ({
  add: (...items: CartItem[]) => perform({ type: 'add', items, at: timestamp(), sessionId: crypto.randomUUID() }),
  setQuantity: (id: string, quantity: number) => perform({ type: 'set-quantity', id, quantity, at: timestamp() }),
  setPrice: (id: string, price: number) => perform({ type: 'set-price', id, price, at: timestamp() }),
  remove: (...what: CartRemoval[]) => perform({ type: 'remove', what, at: timestamp() }),
  correct: (corrections: readonly CartCorrection[]) => perform({ type: 'correct', corrections, at: timestamp() }),
  setAddress: (address: ShippingAddress | null) => perform({ type: 'set-address', address, at: timestamp() }),
  setShipping: (option: string | null) => perform({ type: 'set-shipping', option, at: timestamp() }),
  setPayment: (status: PaymentStatus, error: string | null = null) => perform({ type: 'set-payment', status, error }),
})

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
  window.addEventListener(cartDeclinedEvent, onDeclined)
  document.addEventListener('visibilitychange', onHidden)
  return () => {
    window.removeEventListener('storage', onStored)
    window.removeEventListener('pageshow', onShown)
    window.removeEventListener('pagehide', onLeave)
    window.removeEventListener(cartDeclinedEvent, onDeclined)
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
  const updateCartCount = () => cartCount.set(cartQuantity(cartStore.current()))
  // For the life of the page: the cart is saved on leaving, whatever the page shows by then.
  cartStore.watch(updateCartCount)
  updateCartCount()
}

/** On the server and until hydration the cart is loading. */
export const useCart = (): Cart => useSyncExternalStore(cartStore.watch, cartStore.current, () => emptyCart)

/** Whether the cart ends with this tab. */
export const useIsCartTabOnly = (): boolean => useSyncExternalStore(cartStore.watch, cartStore.isTabOnly, () => false)
