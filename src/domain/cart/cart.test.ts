import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addableQuantity,
  type Cart,
  type CartAction,
  type CartCorrection,
  type CartItem,
  type CartRemoval,
  cartItemId,
  cartQuantity,
  cartReducer,
  emptyCart,
  isPersistedAction,
  remainingProductQuantity,
  toStoredCart,
} from '#domain/cart/cart.ts'

const at = '2026-05-01T12:00:00.000Z'
const later = '2026-05-01T12:00:01.000Z'
const sessionId = 'session-1'

const thing = (productId: string, changes: Partial<CartItem> = {}): CartItem => {
  const line = { productId, variantId: null, quantity: 1, maxQuantity: 5, price: 2_400, isDigital: false, ...changes }
  return { ...line, id: cartItemId(line) }
}
const record = thing('record')
const small = thing('tee', { variantId: 's' })
const medium = thing('tee', { variantId: 'm' })
const song = thing('song', { isDigital: true, maxQuantity: 1, price: 99 })

const loaded = cartReducer(emptyCart, { type: 'load', stored: null })
const doing = (...actions: CartAction[]): Cart => actions.reduce(cartReducer, loaded)
const add = (...items: CartItem[]): CartAction => ({ type: 'add', items, at, sessionId })
const remove = (...what: CartRemoval[]): CartAction => ({ type: 'remove', what, at })
const set = (id: string, quantity: number): CartAction => ({ type: 'set-quantity', id, quantity, at })
const quantities = ({ items }: Cart) => Object.fromEntries(items.map(({ id, quantity }) => [id, quantity]))

test('a named price is changed in its item, and by adding the product again', () => {
  const named = thing('album', { isDigital: true, maxQuantity: 1, price: 500 })
  const cart = doing(add(record, named), { type: 'set-price', id: named.id, price: 900, at: later })
  expect(cart.items).toEqual([record, { ...named, price: 900 }])
  expect(cart.lastUpdated).toBe(later)
  expect(isPersistedAction({ type: 'set-price', id: named.id, price: 900, at: later })).toBe(true)
  expect(cartReducer(cart, { type: 'set-price', id: named.id, price: 900, at })).toBe(cart)
  expect(cartReducer(cart, add({ ...named, price: 0 })).items).toEqual([record, { ...named, price: 0 }])
})

test('limits the quantity of a variant by the product limit and its other variants in the cart', () => {
  const hoodie = (variantId: string) => ({ productId: 'hoodie', variantId })
  const item = (variantId: string, quantity: number) => ({
    id: cartItemId(hoodie(variantId)),
    ...hoodie(variantId),
    quantity,
    maxQuantity: 2,
    price: 4_000,
    isDigital: false,
  })
  const cart = { items: [item('s', 1), item('l', 1)] }
  expect(remainingProductQuantity(cart, hoodie('xl'), 2)).toBe(0)
  expect(remainingProductQuantity(cart, hoodie('l'), 2)).toBe(1)
  expect(remainingProductQuantity(cart, { productId: 'tee', variantId: null }, 3)).toBe(3)
  expect(remainingProductQuantity(cart, hoodie('xl'), null)).toBe(Number.POSITIVE_INFINITY)
})

test('a cart is loading until the local storage has been read', () => {
  expect(emptyCart.isLoading).toBe(true)
  expect(loaded).toMatchObject({ isLoading: false, items: [], error: null })
  const stored = { ...toStoredCart(emptyCart), items: [record], sessionId }
  expect(cartReducer(emptyCart, { type: 'load', stored })).toMatchObject({
    isLoading: false,
    items: [record],
    sessionId,
  })
})

test('adding an item again raises its quantity up to the maximum', () => {
  expect(quantities(doing(add(record)))).toEqual({ record: 1 })
  expect(quantities(doing(add(record), add({ ...record, quantity: 3 })))).toEqual({ record: 4 })
  expect(quantities(doing(add(record), add({ ...record, quantity: 30 })))).toEqual({ record: 5 })
  expect(quantities(doing(add({ ...record, quantity: 30 })))).toEqual({ record: 5 })
})

test('adding an item again updates its price and maximum', () => {
  const { items } = doing(add({ ...record, quantity: 4 }), add({ ...record, price: 2_600, maxQuantity: 2 }))
  expect(items).toEqual([{ ...record, price: 2_600, maxQuantity: 2, quantity: 2 }])
})

test('limits a digital item to one', () => {
  const once = doing(add({ ...song, quantity: 7, maxQuantity: 9 }))
  expect(quantities(once)).toEqual({ song: 1 })
  expect(cartReducer(once, add(song))).toBe(once)
  expect(cartReducer(once, set('song', 4))).toBe(once)
})

test.each([
  [3, 3],
  [0, 1],
  [-5, 1],
  [6, 5],
  [1e9, 5],
  [2.9, 2],
  [Number.NaN, 1],
  [Number.POSITIVE_INFINITY, 5],
  [Number.NEGATIVE_INFINITY, 1],
])('setting the quantity to %d results in %d', (wanted, quantity) => {
  expect(quantities(doing(add({ ...record, quantity: 4 }), set('record', wanted)))).toEqual({ record: quantity })
})

test('merges equal products and variants when several items are added to the cart', () => {
  const cart = doing(add(small), add(small, medium, { ...medium, quantity: 2 }, song, song))
  expect(quantities(cart)).toEqual({ 'tee:s': 2, 'tee:m': 3, song: 1 })
})

test('does not add a sold-out item or one beyond the line limit', () => {
  expect(doing(add({ ...record, maxQuantity: 0 })).items).toEqual([])
  const full = doing(add(...Array.from({ length: 120 }, (_, i) => thing(`thing-${i}`))))
  expect(full.items).toHaveLength(98)
  expect(addableQuantity(full, record)).toEqual({ more: 0, because: 'full' })
  expect(addableQuantity(full, thing('thing-7'))).toEqual({ more: 1, because: null })
})

test('addableQuantity predicts how many pieces are added, and what limits them', () => {
  const cart = doing(add({ ...record, quantity: 4 }), add(song))
  expect(addableQuantity(cart, { ...record, quantity: 3 })).toEqual({ more: 1, because: null })
  expect(addableQuantity(cartReducer(cart, add(record)), record)).toEqual({ more: 0, because: 'most' })
  expect(addableQuantity(cart, song)).toEqual({ more: 0, because: 'in-cart' })
})

test('removes one, several or all pieces of an item', () => {
  const cart = doing(add(record, small, medium, song))
  expect(quantities(cartReducer(cart, remove(small)))).toEqual({ record: 1, 'tee:m': 1, song: 1 })
  expect(quantities(cartReducer(cart, remove(record, song, { id: 'x' })))).toEqual({ 'tee:s': 1, 'tee:m': 1 })
  expect(cartReducer(cart, remove({ id: 'unheard-of' }))).toBe(cart)
})

test('removing some pieces of an item keeps the rest', () => {
  const cart = doing(add({ ...record, quantity: 4 }, song))
  expect(quantities(cartReducer(cart, remove({ id: 'record', quantity: 3 }, song)))).toEqual({ record: 1 })
  expect(quantities(cartReducer(cart, remove({ id: 'record', quantity: 9 })))).toEqual({ song: 1 })
})

test('clearing the cart removes items, shipping address and session id', () => {
  const address = { line1: '1 The Quay', line2: '', city: 'Harwich', region: '', postcode: 'CO12 3HH', country: 'GB' }
  const cart = doing(
    add(record),
    { type: 'set-address', address, at },
    { type: 'set-shipping', option: 'post', at },
    { type: 'set-payment', status: 'failed', error: 'Declined' },
  )
  expect(cart).toMatchObject({ shippingAddress: address, paymentStatus: 'failed', paymentError: 'Declined' })
  expect(cartReducer(cart, { type: 'clear' })).toEqual({ ...emptyCart, isLoading: false })
})

test('server corrections update price and limits of cart items and never raise a quantity', () => {
  const cart = doing(add({ ...record, quantity: 4 }, small, song))
  const now = { price: 2_600, maxQuantity: 99, isDigital: false, atMost: 3 }
  const correct = (...corrections: CartCorrection[]) => cartReducer(cart, { type: 'correct', corrections, at: later })
  expect(correct({ id: 'record', now }, { id: 'tee:s', now: null }, { id: 'unheard-of', now }).items).toEqual([
    { ...record, price: 2_600, maxQuantity: 99, quantity: 3 },
    song,
  ])
  expect(quantities(correct({ id: 'record', now: { ...now, maxQuantity: 2 } }))).toMatchObject({ record: 2 })
  expect(quantities(correct({ id: 'record', now: { ...now, atMost: 50 } }))).toMatchObject({ record: 4 })
  // A bundle of songs that has a shirt in it by now needs an address.
  expect(correct({ id: 'song', now }).items.find(({ id }) => id === 'song')).toMatchObject({ isDigital: false })
  const same = { price: 2_400, maxQuantity: 5, isDigital: false, atMost: 99 }
  expect(correct({ id: 'record', now: same }, { id: 'tee:s', now: same })).toBe(cart)
})

test('a cart change sets lastUpdated, keeps the session id and clears the error', () => {
  const broken = cartReducer(emptyCart, { type: 'load', stored: null, error: 'unreadable' })
  expect(broken.error).toBe('unreadable')
  const cart = cartReducer(broken, add(record))
  expect(cart).toMatchObject({ error: null, lastUpdated: at, sessionId })
  const next = cartReducer(cart, { type: 'add', items: [small], at: later, sessionId: 'session-2' })
  expect(next).toMatchObject({ lastUpdated: later, sessionId })
})

test('stores only the persistent fields of the cart, not the payment status', () => {
  expect(Object.keys(toStoredCart(loaded)).sort()).toEqual([
    'items',
    'lastUpdated',
    'sessionId',
    'shippingAddress',
    'shippingOption',
  ])
  expect(isPersistedAction(add(record))).toBe(true)
  expect(isPersistedAction({ type: 'set-payment', status: 'failed', error: 'Declined' })).toBe(false)
  expect(isPersistedAction({ type: 'clear' })).toBe(false)
})

describe('for random sequences of cart actions', () => {
  const product = fc.constantFrom('a', 'b', 'c')
  const item = fc
    .record({
      productId: product,
      variantId: fc.constantFrom(null, 'v', 'w'),
      quantity: fc.oneof(fc.integer({ min: -3, max: 120 }), fc.double()),
      maxQuantity: fc.integer({ min: 0, max: 20 }),
      price: fc.nat(100_000),
    })
    .map((line): CartItem => ({ ...line, id: cartItemId(line), isDigital: line.productId === 'c' }))
  const id = fc
    .tuple(product, fc.constantFrom(null, 'v', 'w'))
    .map(([productId, variantId]) => cartItemId({ productId, variantId }))
  const action: fc.Arbitrary<CartAction> = fc.oneof(
    fc.array(item, { maxLength: 5 }).map((items) => add(...items)),
    fc.tuple(id, fc.oneof(fc.integer(), fc.double())).map(([id, quantity]) => set(id, quantity)),
    fc
      .array(fc.record({ id, quantity: fc.integer({ min: 1, max: 120 }) }, { requiredKeys: ['id'] }))
      .map((what) => remove(...what)),
    fc.constant<CartAction>({ type: 'clear' }),
    fc.constant<CartAction>({ type: 'set-payment', status: 'failed', error: 'x' }),
  )
  const actions = fc.array(action, { maxLength: 40 })

  test('keeps each cart item once, with a quantity between 1 and its maximum', () => {
    fc.assert(
      fc.property(actions, (actions) => {
        const { items } = doing(...actions)
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
        for (const { quantity, maxQuantity, isDigital } of items) {
          expect(Number.isSafeInteger(quantity)).toBe(true)
          expect(quantity).toBeGreaterThanOrEqual(1)
          expect(quantity).toBeLessThanOrEqual(isDigital ? 1 : maxQuantity)
        }
      }),
      { numRuns: 500 },
    )
  })

  test('adding cart items one by one gives the same cart as adding them together', () => {
    fc.assert(
      fc.property(actions, fc.array(item, { maxLength: 8 }), (actions, items) => {
        const cart = doing(...actions)
        const oneByOne = items.map((item) => add(item)).reduce(cartReducer, cart)
        expect(cartReducer(cart, add(...items)).items).toEqual(oneByOne.items)
      }),
    )
  })

  test('removing a cart item leaves the other items unchanged', () => {
    fc.assert(
      fc.property(actions, id, (actions, id) => {
        const cart = doing(...actions)
        const { items } = cartReducer(cart, remove({ id }))
        expect(items).toEqual(cart.items.filter((item) => item.id !== id))
      }),
    )
  })

  test('the cart reducer does not mutate the previous cart', () => {
    fc.assert(
      fc.property(actions, action, (actions, last) => {
        const cart = doing(...actions)
        const before = structuredClone(cart)
        cartReducer(cart, last)
        expect(cart).toEqual(before)
        expect(cartQuantity(cart)).toBe(cartQuantity(before))
      }),
    )
  })
})
