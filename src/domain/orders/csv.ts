import { csvRows } from '#domain/csv.ts'
import { typedOf } from '#domain/money.ts'
import { itemWords } from '#domain/orders/items.ts'
import type { OrderStatus } from '#domain/orders/order.ts'

export type FiledOrder = {
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
}

/** What is known of a buyer once it is opened; one that does not open says so, and so does one that was erased. */
export type FiledCustomer = { email: string; name: string; address: readonly string[] } | 'unreadable' | 'erased'

const heads = [
  ...['number', 'reference', 'created', 'status', 'items', 'currency', 'subtotal', 'shipping', 'vat', 'total'],
  ...['refunded', 'country', 'delivery', 'carrier', 'tracking', 'payment', 'test'],
]
const personalHeads = ['email', 'name', 'line1', 'line2', 'city', 'region', 'postcode']

export const ordersHead = (isPersonal: boolean): string =>
  `\ufeff${csvRows([isPersonal ? [...heads, ...personalHeads] : heads])}`

/** One line for each order, the buyer's own at its end when it was asked for. */
export const ordersLines = (orders: readonly (FiledOrder & { customer?: FiledCustomer })[]): string =>
  csvRows(orders.map((order) => [...cellsOf(order), ...personalCells(order.customer)]))

function cellsOf(order: FiledOrder): string[] {
  const { currency } = order
  const { subtotalAmount, shippingAmount, vatAmount, totalAmount, refundedAmount } = order
  return [
    order.orderNumber,
    order.orderReference,
    order.createdAt.toISOString(),
    order.status,
    order.items.map(itemWords).join('; '),
    currency,
    ...[subtotalAmount, shippingAmount, vatAmount, totalAmount, refundedAmount].map((each) => typedOf(each, currency)),
    order.country,
    order.shippingOption ?? '',
    order.trackingCarrier ?? '',
    order.trackingNumber ?? '',
    order.stripePaymentIntent ?? '',
    order.isTest ? 'yes' : '',
  ]
}

function personalCells(customer: FiledCustomer | undefined): string[] {
  if (customer === undefined) return []
  if (typeof customer === 'string') return [customer, customer, '', '', '', '', '']
  const [line1 = '', line2 = '', city = '', region = '', postcode = ''] = customer.address
  return [customer.email, customer.name, line1, line2, city, region, postcode]
}
