import { expect, test } from 'vitest'
import { type ExportedOrder, ordersCsvHeader, ordersCsvRows } from '#domain/orders/csv.ts'

const order: ExportedOrder = {
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
  isDemo: false,
}

test('writes one row per order with decimal amounts', () => {
  expect(ordersCsvRows([order])).toBe(
    '260501-7QX2MK,K7Q2-9XWM-4TPA,2026-05-01T12:00:00.000Z,paid,"1 × Night Ferry; 2 × Hoodie, L",GBP,98.00,3.95,16.33,101.95,0.00,GB,post,,,pi_1,,\r\n',
  )
  expect(ordersCsvRows([{ ...order, isTest: true }])).toContain(',pi_1,yes,\r\n')
  expect(ordersCsvRows([{ ...order, isDemo: true }])).toContain(',pi_1,,yes\r\n')
})

test('adds the buyer only on request, escapes formulas and marks unreadable buyers', () => {
  expect(ordersCsvHeader(false)).not.toContain('email')
  expect(ordersCsvHeader(true).trim().endsWith('email,name,line1,line2,city,region,postcode')).toBe(true)
  const customer = { email: 'ann@example.com', name: '=cmd()', address: ['1 Quay Street', '', 'Bristol', '', 'BS1'] }
  expect(ordersCsvRows([{ ...order, customer }])).toContain(",ann@example.com,'=cmd(),1 Quay Street,,Bristol,,BS1\r\n")
  expect(ordersCsvRows([{ ...order, customer: 'unreadable' }])).toContain(',unreadable,unreadable,,,,,\r\n')
  expect(ordersCsvRows([{ ...order, customer: 'erased' }])).toContain(',erased,erased,,,,,\r\n')
})
