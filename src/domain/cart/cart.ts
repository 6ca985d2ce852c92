import type { ShippingAddress } from '#domain/checkout/address.ts'
import { mostLines } from '#domain/checkout/wanted.ts'

export type CartItem = {
  /** Of the product and its variant, so the same thing is one item. */
  id: string
  productId: string
  variantId: string | null
  quantity: number
  maxQuantity: number
  /** What was shown when it was chosen; what is paid is asked of the server. */
  price: number
  isDigital: boolean
}

/** Of the payment that is being begun; once it has succeeded, what was paid for is no longer here. */
export type PaymentStatus = 'idle' | 'processing' | 'failed'

export type Cart = {
  items: CartItem[]
  /** ISO 8601; null of a cart that was never touched. */
  lastUpdated: string | null
  sessionId: string | null
  isLoading: boolean
  error: string | null
  shippingAddress: ShippingAddress | null
  shippingOption: string | null
  paymentStatus: PaymentStatus
  paymentError: string | null
}

/** What is kept from one visit to the next, and nothing else. */
export type StoredCart = Pick<Cart, 'items' | 'lastUpdated' | 'sessionId' | 'shippingAddress' | 'shippingOption'>

/** A cart is saved so long after its last change. */
export const savedAfterMs = 1_000

export const emptyCart: Cart = {
  items: [],
  lastUpdated: null,
  sessionId: null,
  isLoading: true,
  error: null,
  shippingAddress: null,
  shippingOption: null,
  paymentStatus: 'idle',
  paymentError: null,
}

/** What it costs, how many can be had and whether it is a download, now; null when it can be had no more. */
export type Correction = { id: string; now: (Known & { atMost: number }) | null }
type Known = Pick<CartItem, 'price' | 'maxQuantity' | 'isDigital'>

type Line = Pick<CartItem, 'productId' | 'variantId'>

/** So many of an item, or all of it. */
export type Taken = { id: string; quantity?: number }

export type CartAction =
  /** From the local storage; null when nothing is there. */
  | { type: 'load'; stored: StoredCart | null; error?: string | null }
  | { type: 'add'; items: readonly CartItem[]; at: string; sessionId: string }
  | { type: 'set-quantity'; id: string; quantity: number; at: string }
  | { type: 'remove'; what: readonly Taken[]; at: string }
  /** What the server says of what is in it. */
  | { type: 'correct'; corrections: readonly Correction[]; at: string }
  | { type: 'clear' }
  | { type: 'set-address'; address: ShippingAddress | null; at: string }
  | { type: 'set-shipping'; option: string | null; at: string }
  | { type: 'set-payment'; status: PaymentStatus; error: string | null }

export const itemId = ({ productId, variantId }: Line): string => (variantId ? `${productId}:${variantId}` : productId)

export const countOf = ({ items }: Pick<Cart, 'items'>): number =>
  items.reduce((count, { quantity }) => count + quantity, 0)

/** How the cart is after something has been done with it. What changes nothing leaves it the very same. */
export function reduced(cart: Cart, action: CartAction): Cart {
  switch (action.type) {
    case 'load':
      return { ...cart, ...(action.stored ?? nothingStored), isLoading: false, error: action.error ?? null }
    case 'add':
      return withItems(cart, action.items.reduce(added, cart.items), action)
    case 'set-quantity':
      return withItems(cart, changed(cart.items, action.id, clamped(action.quantity)), action)
    case 'remove':
      return withItems(cart, action.what.reduce(without, cart.items), action)
    case 'correct':
      return withItems(cart, action.corrections.reduce(corrected, cart.items), action)
    case 'clear':
      return { ...emptyCart, isLoading: false }
    case 'set-address':
      return { ...cart, shippingAddress: action.address, lastUpdated: action.at }
    case 'set-shipping':
      if (cart.shippingOption === action.option) return cart
      return { ...cart, shippingOption: action.option, lastUpdated: action.at }
    case 'set-payment':
      return { ...cart, paymentStatus: action.status, paymentError: action.error }
  }
}

/** Whether what was done is to be kept for the next visit. */
export const isKept = ({ type }: CartAction): boolean => type !== 'load' && type !== 'clear' && type !== 'set-payment'

export const toStore = ({ items, lastUpdated, sessionId, shippingAddress, shippingOption }: Cart): StoredCart => ({
  items,
  lastUpdated,
  sessionId,
  shippingAddress,
  shippingOption,
})

const nothingStored: StoredCart = toStore(emptyCart)

/** How many of a product still fit into one order beside its other variants in the cart. */
export const roomBeside = ({ items }: Pick<Cart, 'items'>, line: Line, productMax: number | null): number =>
  items
    .filter(({ id, productId }) => productId === line.productId && id !== itemId(line))
    .reduce((room, { quantity }) => room - quantity, productMax ?? Number.POSITIVE_INFINITY)

/** What would come of adding this: how many more there would be, and why not more. */
export function addition(cart: Cart, item: CartItem): { more: number; because: 'in-cart' | 'most' | 'full' | null } {
  const before = cart.items.find(({ id }) => id === item.id)
  const after = added(cart.items, item).find(({ id }) => id === item.id)
  const more = (after?.quantity ?? 0) - (before?.quantity ?? 0)
  if (more > 0) return { more, because: null }
  if (before) return { more, because: before.isDigital ? 'in-cart' : 'most' }
  return { more, because: cart.items.length >= mostLines ? 'full' : 'most' }
}

/** Raises what is there up to its maximum; a download is there once. */
function added(items: CartItem[], item: CartItem): CartItem[] {
  const before = items.find(({ id }) => id === item.id)
  if (before?.isDigital) return items
  if (item.maxQuantity < 1 || (!before && items.length >= mostLines)) return items
  const { price, maxQuantity } = item
  const wanted = (before?.quantity ?? 0) + Math.max(1, whole(item.quantity))
  const quantity = item.isDigital ? 1 : Math.min(wanted, maxQuantity)
  if (!before) return [...items, { ...item, quantity }]
  return items.map((each) => (each === before ? { ...before, price, maxQuantity, quantity } : each))
}

const changed = (items: CartItem[], id: string, change: (item: CartItem) => CartItem): CartItem[] => {
  const found = items.find((item) => item.id === id)
  const after = found && change(found)
  return found === after ? items : items.map((item) => (item === found ? after! : item))
}

/** Between 1 and the maximum; a download is always one. */
const clamped =
  (wanted: number) =>
  (item: CartItem): CartItem => {
    const quantity = item.isDigital ? 1 : Math.max(1, Math.min(whole(wanted), item.maxQuantity))
    return quantity === item.quantity ? item : { ...item, quantity }
  }

const whole = (quantity: number): number => (Number.isNaN(quantity) ? 1 : Math.floor(quantity))

function without(items: CartItem[], { id, quantity = Number.POSITIVE_INFINITY }: Taken): CartItem[] {
  const found = items.find((item) => item.id === id)
  if (!found) return items
  if (found.quantity <= quantity) return items.filter((item) => item !== found)
  return changed(items, id, clamped(found.quantity - quantity))
}

function corrected(items: CartItem[], { id, now }: Correction): CartItem[] {
  if (!now) return without(items, { id })
  const { atMost, ...known } = now
  const { price, maxQuantity, isDigital } = known
  return changed(items, id, (item) => {
    const quantity = Math.max(1, Math.min(item.quantity, atMost, maxQuantity))
    const same = item.price === price && item.maxQuantity === maxQuantity && item.isDigital === isDigital
    return same && item.quantity === quantity ? item : { ...item, ...known, quantity }
  })
}

function withItems(cart: Cart, items: CartItem[], { at, ...about }: { at: string; sessionId?: string }): Cart {
  if (items === cart.items) return cart
  const sessionId = cart.sessionId ?? about.sessionId ?? null
  return { ...cart, items, sessionId, lastUpdated: at, error: null }
}
