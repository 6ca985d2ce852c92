import { expect, test } from 'vitest'
import { sumsOf } from '#domain/orders/sums.ts'

const order = {
  ...{ subtotal: 2_000, shipping: 395, total: 2_395, refunded: 0, ships: true, pricesIncludeVat: true },
  vatLines: [
    { rate: 2_000, vat: 300 },
    { rate: 550, vat: 20 },
  ],
}
const told = (changes: Partial<typeof order> = {}) =>
  sumsOf({ ...order, ...changes }, String).map(({ name, amount }) => `${name}: ${amount}`)

test('VAT that is in the prices is said after the total, VAT on top before it', () => {
  expect(told()).toEqual([
    'Subtotal: 2000',
    'Delivery: 395',
    'Total: 2395',
    'of which VAT 20%: 300',
    'of which VAT 5.5%: 20',
  ])
  expect(told({ pricesIncludeVat: false, total: 2_715 })).toEqual([
    'Subtotal: 2000',
    'Delivery: 395',
    'VAT 20%: 300',
    'VAT 5.5%: 20',
    'Total: 2715',
  ])
})

test('delivery is said of what is sent, and a refund once there is one', () => {
  expect(told({ ships: false, vatLines: [], refunded: 500 })).toEqual([
    'Subtotal: 2000',
    'Total: 2395',
    'Refunded: 500',
  ])
  const total = sumsOf(order, String).filter(({ isTotal }) => isTotal)
  expect(total).toEqual([{ name: 'Total', amount: '2395', isTotal: true }])
  expect(told({ shipping: 0, vatLines: [] })).toContain('Delivery: Free')
})
