import { useSyncExternalStore } from 'react'
import {
  type Cart,
  type CartAction,
  type CartItem,
  type Correction,
  countOf,
  emptyCart,
  isKept,
  type PaymentStatus,
  reduced,
  savedAfterMs,
  type Taken,
  toStore,
} from '#domain/cart/cart.ts'
import { cartKey } from '#domain/cart/cart-key.ts'
import { readCart } from '#domain/cart/stored.ts'
import type { ShippingAddress } from '#domain/checkout/address.ts'
import { cartErrorTexts } from '#domain/texts/cart.ts'
import { count } from '#web/site/cart/cart-count.ts'

export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * The cart of this browser. What was done here and is not saved yet is done again upon what another tab has saved
 * meanwhile, so that neither loses anything. Where nothing can be stored it lasts until the page is left.
 */
export function createCartStore(shelf: () => Shelf) {
  let cart = emptyCart
  let unsaved: CartAction[] = []
  /** What the storage held when it was last looked at. */
  let known: string | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchers = new Set<() => void>()
  const at = () => new Date().toISOString()

  function stored(): string | null {
    try {
      return shelf().getItem(cartKey)
    } catch {
      return known
    }
  }

  /** Takes what the storage holds and does again what is not in it yet. */
  function takeOver(text: string | null): void {
    known = text
    const found = readCart(text)
    const isBroken = found === 'broken'
    const error = isBroken ? cartErrorTexts.message : null
    const loaded = reduced(cart, { type: 'load', stored: isBroken ? null : found, error })
    cart = unsaved.reduce(reduced, loaded)
    // The next look finds nothing, which is a cart to begin with.
    if (isBroken) forget()
  }

  /** Another tab may have saved what this one has not heard of yet. */
  function lookAgain(): void {
    const there = stored()
    // Gone without a word from another tab is no reason to lose what is in it.
    if (there !== known && there !== null) takeOver(there)
  }

  function current(): Cart {
    if (cart.isLoading) takeOver(stored())
    return cart
  }

  function perform(action: CartAction): void {
    const next = reduced(current(), action)
    if (next === cart) return
    cart = next
    if (isKept(action)) {
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
    const text = JSON.stringify(toStore(cart))
    try {
      shelf().setItem(cartKey, text)
      known = text
    } catch {}
    unsaved = []
    tell()
  }

  function forget(): void {
    known = null
    try {
      shelf().removeItem(cartKey)
    } catch {}
  }

  /** Also what was stored is gone, and nothing is saved later. */
  function clear(): void {
    clearTimeout(timer)
    unsaved = []
    forget()
    perform({ type: 'clear' })
  }

  function tell(): void {
    for (const changed of watchers) changed()
  }

  const inOtherTab = (event: StorageEvent) => {
    if (event.key !== cartKey && event.key !== null) return
    takeOver(event.key === null ? null : event.newValue)
    tell()
  }
  const shownAgain = (event: PageTransitionEvent) => {
    if (!event.persisted) return
    takeOver(stored())
    cart = reduced(cart, { type: 'set-payment', status: 'idle', error: null })
    tell()
  }

  /** A page may be left for good whenever it is out of sight. */
  function watch(changed: () => void): () => void {
    if (!watchers.size) {
      window.addEventListener('storage', inOtherTab)
      window.addEventListener('pageshow', shownAgain)
      window.addEventListener('pagehide', save)
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
      document.removeEventListener('visibilitychange', saveHidden)
    }
  }
  const saveHidden = () => document.hidden && save()

  return {
    current,
    watch,
    add: (...items: CartItem[]) => perform({ type: 'add', items, at: at(), sessionId: crypto.randomUUID() }),
    setQuantity: (id: string, quantity: number) => perform({ type: 'set-quantity', id, quantity, at: at() }),
    remove: (...what: Taken[]) => perform({ type: 'remove', what, at: at() }),
    correct: (corrections: readonly Correction[]) => perform({ type: 'correct', corrections, at: at() }),
    setAddress: (address: ShippingAddress | null) => perform({ type: 'set-address', address, at: at() }),
    setShipping: (option: string | null) => perform({ type: 'set-shipping', option, at: at() }),
    setPayment: (status: PaymentStatus, error: string | null = null) => perform({ type: 'set-payment', status, error }),
    /** What is paid for is gone at once, and with the last of it everything that was stored. */
    removePaid: (what: readonly Taken[]) => {
      lookAgain()
      perform({ type: 'remove', what, at: at() })
      if (cart.items.length) save()
      else clear()
    },
    clear,
  }
}

export type CartStore = ReturnType<typeof createCartStore>

/** A browser that keeps nothing throws when it is asked; so does looking for it. */
export const cartStore = createCartStore(() => window.localStorage)

if (typeof window !== 'undefined') {
  const tell = () => count.set(countOf(cartStore.current()))
  // As long as the page is there: what was put into the cart is saved when it is left, whatever it shows by then.
  cartStore.watch(tell)
  tell()
}

/** On the server, and until the page is alive, a cart is loading. */
export const useCart = (): Cart => useSyncExternalStore(cartStore.watch, cartStore.current, () => emptyCart)
