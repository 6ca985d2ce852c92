import type { ShippingAddress } from '#domain/checkout/address.ts'
import { maxCheckoutLines } from '#domain/checkout/checkout.ts'

export type CartItem = {
  /** Derived from product and variant, so that the same product is one item. */
  id: string
  productId: string
  variantId: string | null
  quantity: number
  maxQuantity: number
  /** As shown when it was added, or as the visitor has named it. The server decides what is paid. */
  price: number
  isDigital: boolean
}

/** Of the payment being started. After success the paid items leave the cart. */
export type PaymentStatus = 'idle' | 'processing' | 'failed'

export type Cart = {
  items: CartItem[]
  /** ISO 8601; null while the cart was never changed. */
  lastUpdated: string | null
  sessionId: string | null
  isLoading: boolean
  error: string | null
  shippingAddress: ShippingAddress | null
  shippingOption: string | null
  paymentStatus: PaymentStatus
  paymentError: string | null
}

/** The part that is stored between visits. */
export type StoredCart = Pick<Cart, 'items' | 'lastUpdated' | 'sessionId' | 'shippingAddress' | 'shippingOption'>

/** Delay between a change and saving it. */
export const cartSaveDelayMs = 1_000

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

/** Current facts from the server; null when the item is not sold any more. */
export type CartCorrection = { id: string; now: (CurrentFacts & { atMost: number }) | null }
type CurrentFacts = Pick<CartItem, 'price' | 'maxQuantity' | 'isDigital'>

type Line = Pick<CartItem, 'productId' | 'variantId'>

/** Without a quantity the whole item is removed. */
export type CartRemoval = { id: string; quantity?: number }

export type CartAction =
  /** From local storage; null when it is empty. */
  | { type: 'load'; stored: StoredCart | null; error?: string | null }
  | { type: 'add'; items: readonly CartItem[]; at: string; sessionId: string }
  | { type: 'set-quantity'; id: string; quantity: number; at: string }
  /** Where the visitor names the price. */
  | { type: 'set-price'; id: string; price: number; at: string }
  | { type: 'remove'; what: readonly CartRemoval[]; at: string }
  /** Applies what the server says about the items. */
  | { type: 'correct'; corrections: readonly CartCorrection[]; at: string }
  | { type: 'clear' }
  | { type: 'set-address'; address: ShippingAddress | null; at: string }
  | { type: 'set-shipping'; option: string | null; at: string }
  | { type: 'set-payment'; status: PaymentStatus; error: string | null }

export const cartItemId = ({ productId, variantId }: Line): string =>
  variantId ? `${productId}:${variantId}` : productId

export const cartQuantity = ({ items }: Pick<Cart, 'items'>): number =>
  items.reduce((count, { quantity }) => count + quantity, 0)

/** Returns the same object when an action changes nothing. */
export function cartReducer(cart: Cart, action: CartAction): Cart {
  switch (action.type) {
    case 'load':
      return { ...cart, ...(action.stored ?? nothingStored), isLoading: false, error: action.error ?? null }
    case 'add':
      return withItems(cart, action.items.reduce(withAddedItem, cart.items), action)
    case 'set-quantity':
      return withItems(cart, withChangedItem(cart.items, action.id, clampQuantity(action.quantity)), action)
    case 'set-price':
      return withItems(cart, withChangedItem(cart.items, action.id, withPrice(action.price)), action)
    case 'remove':
      return withItems(cart, action.what.reduce(withRemovedQuantity, cart.items), action)
    case 'correct':
      return withItems(cart, action.corrections.reduce(withCorrection, cart.items), action)
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

/** Whether the action changes the stored part of the cart. */
export const isPersistedAction = ({ type }: CartAction): boolean =>
  type !== 'load' && type !== 'clear' && type !== 'set-payment'

export const toStoredCart = ({ items, lastUpdated, sessionId, shippingAddress, shippingOption }: Cart): StoredCart => ({
  items,
  lastUpdated,
  sessionId,
  shippingAddress,
  shippingOption,
})

const nothingStored: StoredCart = toStoredCart(emptyCart)

/** How many of this variant the product's limit leaves, given its other variants in the cart. */
export const remainingProductQuantity = (
  { items }: Pick<Cart, 'items'>,
  line: Line,
  productMax: number | null,
): number =>
  items
    .filter(({ id, productId }) => productId === line.productId && id !== cartItemId(line))
    .reduce((room, { quantity }) => room - quantity, productMax ?? Number.POSITIVE_INFINITY)

/** How many pieces adding this item would add, and what limits it. */
export function addableQuantity(
  cart: Cart,
  item: CartItem,
): { more: number; because: 'in-cart' | 'most' | 'full' | null } {
  const before = cart.items.find(({ id }) => id === item.id)
  const after = withAddedItem(cart.items, item).find(({ id }) => id === item.id)
  const more = (after?.quantity ?? 0) - (before?.quantity ?? 0)
  if (more > 0) return { more, because: null }
  if (before) return { more, because: before.isDigital ? 'in-cart' : 'most' }
  return { more, because: cart.items.length >= maxCheckoutLines ? 'full' : 'most' }
}

/** Raises an existing item up to its maximum; a download is added once. The price is the one of the last time. */
function withAddedItem(items: CartItem[], item: CartItem): CartItem[] {
  const before = items.find(({ id }) => id === item.id)
  if (before?.isDigital) return withChangedItem(items, item.id, withPrice(item.price))
  if (item.maxQuantity < 1 || (!before && items.length >= maxCheckoutLines)) return items
  const { price, maxQuantity } = item
  const wanted = (before?.quantity ?? 0) + Math.max(1, toWholeQuantity(item.quantity))
  const quantity = item.isDigital ? 1 : Math.min(wanted, maxQuantity)
  if (!before) return [...items, { ...item, quantity }]
  return items.map((each) => (each === before ? { ...before, price, maxQuantity, quantity } : each))
}

const withPrice =
  (price: number) =>
  (item: CartItem): CartItem =>
    item.price === price ? item : { ...item, price }

const withChangedItem = (items: CartItem[], id: string, change: (item: CartItem) => CartItem): CartItem[] => {
  const found = items.find((item) => item.id === id)
  const after = found && change(found)
  return found === after ? items : items.map((item) => (item === found ? after! : item))
}

/** Between 1 and the maximum; a download is always one. */
const clampQuantity =
  (wanted: number) =>
  (item: CartItem): CartItem => {
    const quantity = item.isDigital ? 1 : Math.max(1, Math.min(toWholeQuantity(wanted), item.maxQuantity))
    return quantity === item.quantity ? item : { ...item, quantity }
  }

const toWholeQuantity = (quantity: number): number => (Number.isNaN(quantity) ? 1 : Math.floor(quantity))

function withRemovedQuantity(items: CartItem[], { id, quantity = Number.POSITIVE_INFINITY }: CartRemoval): CartItem[] {
  const found = items.find((item) => item.id === id)
  if (!found) return items
  if (found.quantity <= quantity) return items.filter((item) => item !== found)
  return withChangedItem(items, id, clampQuantity(found.quantity - quantity))
}

function withCorrection(items: CartItem[], { id, now }: CartCorrection): CartItem[] {
  if (!now) return withRemovedQuantity(items, { id })
  const { atMost, ...known } = now
  const { price, maxQuantity, isDigital } = known
  return withChangedItem(items, id, (item) => {
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
