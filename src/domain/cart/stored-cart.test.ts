import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoredCart } from '#domain/cart/cart.ts'
import { parseStoredCart } from '#domain/cart/stored-cart.ts'

const id = '01a1dd00-0000-7000-8000-000000000001'
const variantId = '01a1dd00-0000-7000-8000-000000000002'
const item = { id, productId: id, variantId: null, quantity: 2, maxQuantity: 5, price: 2_400, isDigital: false }
const cart: StoredCart = {
  items: [item, { ...item, id: `${id}:${variantId}`, variantId }],
  lastUpdated: '2026-05-01T12:00:00.000Z',
  sessionId: 'session',
  shippingAddress: { line1: '1 The Quay', line2: '', city: 'Harwich', region: '', postcode: 'CO12 3HH', country: 'GB' },
  shippingOption: 'post',
}

test('parses a cart that was stored before', () => {
  expect(parseStoredCart(JSON.stringify(cart))).toEqual(cart)
  expect(parseStoredCart(null)).toBeNull()
})

test.each(['', '{', 'null', '[]', '"cart"', '42', '{}', '{"items":{}}', '{"items":null}'])(
  'rejects %j as a stored cart',
  (text) => expect(parseStoredCart(text)).toBe('broken'),
)

test.each([
  [{ quantity: 0 }],
  [{ quantity: 1.5 }],
  [{ quantity: '2' }],
  [{ price: -1 }],
  [{ price: null }],
  [{ maxQuantity: 0 }],
  [{ maxQuantity: 1e9 }],
  [{ productId: 'record' }],
  [{ productId: '<script>' }],
  [{ variantId: undefined }],
  [{ isDigital: 'no' }],
])('drops a stored cart item with %j and keeps the others', (changes) => {
  const items = [{ ...item, ...changes }, null, 7, cart.items[1]]
  expect(parseStoredCart(JSON.stringify({ ...cart, items }))).toMatchObject({ items: [cart.items[1]] })
})

test('limits the number of lines of a stored cart', () => {
  const items = [
    { ...item, quantity: 80 },
    { ...item, variantId, quantity: 9, isDigital: true },
  ]
  expect(parseStoredCart(JSON.stringify({ ...cart, items }))).toMatchObject({
    items: [{ quantity: 5 }, { quantity: 1 }],
  })
})

test('merges duplicate items and derives their ids', () => {
  const twice = parseStoredCart(
    JSON.stringify({
      ...cart,
      items: [
        { ...item, id: 'x' },
        { ...item, quantity: 3 },
      ],
    }),
  )
  expect(twice).toMatchObject({ items: [{ id, quantity: 3 }] })
})

test('reads a stored cart without unknown fields and without an address that has no country', () => {
  const grown = { ...cart, paymentStatus: 'succeeded', isAdmin: true, shippingAddress: { line1: 'x' }, sessionId: 5 }
  expect(parseStoredCart(JSON.stringify(grown))).toEqual({ ...cart, shippingAddress: null, sessionId: null })
})

test('never throws when parsing arbitrary JSON as a stored cart', () => {
  fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), (text) => void parseStoredCart(text)))
  fc.assert(fc.property(fc.array(fc.anything()), (items) => void parseStoredCart(JSON.stringify({ items }) ?? null)))
})
