import type { Attention } from '#domain/orders/attention.ts'
import type { OrderStatus } from '#domain/orders/status.ts'

/** The buyer still waits for something. */
export const activeOrderStatuses = ['paid', 'processing', 'shipped'] as const satisfies readonly OrderStatus[]

/** Something of the order may still have to be packed. */
export const unshippedOrderStatuses = ['paid', 'processing'] as const satisfies readonly OrderStatus[]

type Item = { name: string; variant: string | null; quantity: number }

/** What one piece of a bundle contained when it was bought. */
export type OrderPart = Item & { isDigital: boolean }

/** `2 × Hoodie, L` */
export const orderItemText = ({ name, variant, quantity }: Item): string =>
  `${quantity} × ${name}${variant ? `, ${variant}` : ''}`

/** The parts of all pieces of a line: two bundles with one poster each contain two posters. */
export const partsOfOrderLine = <P extends Item>({ parts, quantity }: { parts: readonly P[]; quantity: number }): P[] =>
  parts.map((part) => ({ ...part, quantity: part.quantity * quantity }))

const steps: Record<OrderStatus, readonly OrderStatus[]> = {
  paid: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
}

export const canChangeStatus = (from: OrderStatus, to: OrderStatus): boolean => steps[from].includes(to)

/** The next step, cancelling aside. */
export const nextOrderStatus = (status: OrderStatus): OrderStatus | null =>
  steps[status].find((step) => step !== 'cancelled') ?? null

export const canCancelOrder = (status: OrderStatus): boolean => canChangeStatus(status, 'cancelled')

/** A tracking number marks the order as shipped, also right after payment; once shipped, it can be corrected. */
export const canSetTracking = (status: OrderStatus): boolean => canCancelOrder(status) || status === 'shipped'

type Shippable = { status: OrderStatus; isErased: boolean; items: readonly { isDigital: boolean }[] }

/** Which of these orders can be marked as shipped, and how many of their buyers get a mail. */
export function shippableOrders<O extends Shippable>(orders: readonly O[]): { able: O[]; mails: number } {
  const able = orders.filter(({ status }) => canChangeStatus(status, 'shipped'))
  const getsShippingMail = ({ isErased, items }: O) => !isErased && items.some(({ isDigital }) => !isDigital)
  return { able, mails: able.filter(getsShippingMail).length }
}

export type OrderMoney = {
  status: OrderStatus
  attention: Attention | string | null
  totalAmount: number
  refundedAmount: number
  /** Null when the order was free. */
  stripePaymentIntent: string | null
  /** A test order brought no money, so none is refunded. */
  isTest: boolean
}

type RefundAmounts = Pick<OrderMoney, 'status' | 'totalAmount' | 'refundedAmount'>

const isFullyRefunded = ({ totalAmount, refundedAmount }: RefundAmounts): boolean =>
  totalAmount > 0 && refundedAmount >= totalAmount

/** Whether the buyer still waits for something; not after a full refund. */
export const awaitsDelivery = (order: RefundAmounts): boolean =>
  (activeOrderStatuses as readonly OrderStatus[]).includes(order.status) && !isFullyRefunded(order)

/** Whether the state of the order has ended its downloads. Otherwise an administrator has withdrawn them. */
export const hasEndedDownloads = (order: RefundAmounts): boolean =>
  order.status === 'cancelled' || isFullyRefunded(order)

/** The amount still to be refunded. After a lost dispute the bank has already taken the money back. */
export function refundDue(order: OrderMoney): number {
  const { status, attention, stripePaymentIntent, totalAmount, refundedAmount, isTest } = order
  const hasPaid = stripePaymentIntent !== null && !isTest
  return status === 'cancelled' && attention !== 'dispute-lost' && hasPaid ? totalAmount - refundedAmount : 0
}

export const isRefundDue = (order: OrderMoney): boolean => refundDue(order) > 0
