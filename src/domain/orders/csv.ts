import { csvRows } from '#domain/csv.ts'
import { amountFieldValue } from '#domain/money.ts'
import { orderItemText } from '#domain/orders/order.ts'
import type { OrderStatus } from '#domain/orders/status.ts'

export type ExportedOrder = {
  orderNumber: string
  orderReference: string
  createdAt: Date
  status: OrderStatus
  items: readonly { name: string; variant: string | null; quantity: number }[]
  currency: string
  subtotalAmount: number
  shippingAmount: number
  vatAmount: number
  totalAmount: number
  refundedAmount: number
  country: string
  shippingOption: string | null
  trackingCarrier: string | null
  trackingNumber: string | null
  stripePaymentIntent: string | null
  isTest: boolean
  isDemo: boolean
}

/** The decrypted buyer, or why there is none. */
export type ExportedCustomer = { email: string; name: string; address: readonly string[] } | 'unreadable' | 'erased'

const headings = [
  'number',
  'reference',
  'created',
  'status',
  'items',
  'currency',
  'subtotal',
  'shipping',
  'vat',
  'total',
  'refunded',
  'country',
  'delivery',
  'carrier',
  'tracking',
  'payment',
  'test',
  'demo',
]
const buyerHeadings = ['email', 'name', 'line1', 'line2', 'city', 'region', 'postcode']

export const ordersCsvHeader = (isPersonal: boolean): string =>
  `\ufeff${csvRows([isPersonal ? [...headings, ...buyerHeadings] : headings])}`

/** One row per order; the buyer's columns come last, if requested. */
export const ordersCsvRows = (orders: readonly (ExportedOrder & { customer?: ExportedCustomer })[]): string =>
  csvRows(orders.map((order) => [...cellsOf(order), ...personalCells(order.customer)]))

function cellsOf(order: ExportedOrder): string[] {
  const { currency } = order
  const { subtotalAmount, shippingAmount, vatAmount, totalAmount, refundedAmount } = order
  return [
    order.orderNumber,
    order.orderReference,
    order.createdAt.toISOString(),
    order.status,
    order.items.map(orderItemText).join('; '),
    currency,
    ...[subtotalAmount, shippingAmount, vatAmount, totalAmount, refundedAmount].map((each) =>
      amountFieldValue(each, currency),
    ),
    order.country,
    order.shippingOption ?? '',
    order.trackingCarrier ?? '',
    order.trackingNumber ?? '',
    order.stripePaymentIntent ?? '',
    order.isTest ? 'yes' : '',
    order.isDemo ? 'yes' : '',
  ]
}

function personalCells(customer: ExportedCustomer | undefined): string[] {
  if (customer === undefined) return []
  if (typeof customer === 'string') return [customer, customer, '', '', '', '', '']
  const [line1 = '', line2 = '', city = '', region = '', postcode = ''] = customer.address
  return [customer.email, customer.name, line1, line2, city, region, postcode]
}
