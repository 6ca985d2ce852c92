import { describe, expect, test } from 'vitest'
import { CheckoutRequest, QuoteRequest } from '#domain/checkout/request.ts'

const id = (n: number) => `01a1dd00-0000-7000-8000-${String(n).padStart(12, '0')}`
const address = { line1: '1 The Quay', line2: '', city: 'Harwich', region: '', postcode: 'co123hh' }
const request = {
  key: 'attempt-0123456789',
  items: [{ productId: id(1), variantId: null, quantity: 2 }],
  email: ' <b>ann@example.com</b> ',
  name: ' Ann Lee ',
  country: 'GB',
  address,
  shippingOption: 'post',
  acceptedTotal: 5_195,
}

/** The fields at fault. */
const faults = (changes: object, schema: typeof CheckoutRequest | typeof QuoteRequest = CheckoutRequest) => {
  const issues = schema.safeParse({ ...request, ...changes }).error?.issues ?? []
  return [...new Set(issues.map(({ path }) => path.join('.')))]
}

test('cleans the checkout request and drops totals of the browser', () => {
  const spiced = { ...request, total: 1, currency: 'XXX', items: [{ ...request.items[0], unitPrice: 1, name: 'x' }] }
  expect(CheckoutRequest.parse(spiced)).toEqual({
    ...request,
    email: 'ann@example.com',
    name: 'Ann Lee',
    address: { ...address, postcode: 'CO12 3HH' },
  })
})

test('merges equal items of a checkout request but not different variants', () => {
  const items = [
    { productId: id(1), quantity: 2 },
    { productId: id(1), variantId: id(9), quantity: 1 },
    { productId: id(1), variantId: null, quantity: 3 },
  ]
  expect(CheckoutRequest.parse({ ...request, items }).items).toEqual([
    { productId: id(1), variantId: null, quantity: 5 },
    { productId: id(1), variantId: id(9), quantity: 1 },
  ])
})

describe.each([
  ['checkout', CheckoutRequest],
  ['quote', QuoteRequest],
] as const)('the items of a %s request', (_, schema) => {
  test.each([0, -1, 1.5, 100, 1e9, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '1', '1e3', null, undefined, [], {}])(
    'a quantity of %j is refused',
    (quantity) => expect(faults({ items: [{ productId: id(1), quantity }] }, schema)).toEqual(['items.0.quantity']),
  )

  test.each(['', 'x', `${id(1)} `, "' or 1=1", null, 1, {}])('a product id %j is refused', (productId) => {
    expect(faults({ items: [{ productId, quantity: 1 }] }, schema)).toEqual(['items.0.productId'])
  })

  test.each(['UK', 'gb', 'XX', '', 'constructor', 44])('a country %j is refused', (country) => {
    expect(faults({ country }, schema)).toEqual(['country'])
  })

  test('accepts a checkout request with 1 to 98 lines', () => {
    const items = Array.from({ length: 98 }, (_, i) => ({ productId: id(i), quantity: 1 }))
    expect(faults({ items }, schema)).toEqual([])
    expect(faults({ items: [...items, items[0]] }, schema)).toEqual(['items'])
    expect(faults({ items: [] }, schema)).toEqual(['items'])
    expect(faults({ items: 'all' }, schema)).toEqual(['items'])
  })
})

test('names every invalid field of a checkout request', () => {
  expect(faults({ email: 'ann', name: '', address: { ...address, city: '', postcode: '1' } })).toEqual([
    'email',
    'name',
    'address.city',
    'address.postcode',
  ])
})

test('validates the address of a checkout request by the rules of its country', () => {
  expect(faults({ country: 'US' })).toEqual(['address.region', 'address.postcode'])
  expect(faults({ address: null })).toEqual([])
})

test.each(['short', 'x'.repeat(81), 'with spaces in between', '../../../../etc/passwd', 1])(
  'rejects the idempotency key %j',
  (key) => expect(faults({ key })).toEqual(['key']),
)
