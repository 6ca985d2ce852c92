import { expect, test } from 'vitest'
import { type FiledOrder, ordersHead, ordersLines } from '#domain/orders/csv.ts'

const order: FiledOrder = {
  orderNumber: '260501-7QX2MK',
  orderReference: 'K7Q2-9XWM-4TPA',
  createdAt: new Date('2026-05-01T12:00:00Z'),
  status: 'paid',
  items: [
    { name: 'Night Ferry', variant: null, quantity: 1 },
    { name: 'Hoodie', variant: 'L', quantity: 2 },
  ],
  currency: 'GBP',
  subtotalAmount: 9_800,
  shippingAmount: 395,
  vatAmount: 1_633,
  totalAmount: 10_195,
  refundedAmount: 0,
  country: 'GB',
  shippingOption: 'post',
  trackingCarrier: null,
  trackingNumber: null,
  stripePaymentIntent: 'pi_1',
  isTest: false,
}

test('an order is a line, with its amounts as people write them', () => {
  expect(ordersLines([order])).toBe(
    '260501-7QX2MK,K7Q2-9XWM-4TPA,2026-05-01T12:00:00.000Z,paid,"1 × Night Ferry; 2 × Hoodie, L",GBP,98.00,3.95,16.33,101.95,0.00,GB,post,,,pi_1,\r\n',
  )
  expect(ordersLines([{ ...order, isTest: true }])).toContain(',pi_1,yes\r\n')
})

test('the buyer is in it only when asked for; a formula stays a word, and what does not open says so', () => {
  expect(ordersHead(false)).not.toContain('email')
  expect(ordersHead(true).trim().endsWith('email,name,line1,line2,city,region,postcode')).toBe(true)
  const customer = { email: 'ann@example.com', name: '=cmd()', address: ['1 Quay Street', '', 'Bristol', '', 'BS1'] }
  expect(ordersLines([{ ...order, customer }])).toContain(",ann@example.com,'=cmd(),1 Quay Street,,Bristol,,BS1\r\n")
  expect(ordersLines([{ ...order, customer: 'unreadable' }])).toContain(',unreadable,unreadable,,,,,\r\n')
  expect(ordersLines([{ ...order, customer: 'erased' }])).toContain(',erased,erased,,,,,\r\n')
})
