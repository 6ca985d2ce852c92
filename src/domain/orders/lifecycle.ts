import type { Attention } from '#domain/orders/attention.ts'
import { activeStatuses, type OrderStatus } from '#domain/orders/order.ts'

const steps: Record<OrderStatus, readonly OrderStatus[]> = {
  paid: ['processing', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['delivered'],
  delivered: [],
  cancelled: [],
}

export const mayBecome = (from: OrderStatus, to: OrderStatus): boolean => steps[from].includes(to)

/** What one does with an order next, as long as all goes well. */
export const nextStep = (status: OrderStatus): OrderStatus | null =>
  steps[status].find((step) => step !== 'cancelled') ?? null

export const canCancel = (status: OrderStatus): boolean => mayBecome(status, 'cancelled')

/** A parcel's number sends the order on its way, also when it was only paid yet; on its way, it can still be corrected. */
export const canTrack = (status: OrderStatus): boolean => canCancel(status) || status === 'shipped'

type Shippable = { status: OrderStatus; isErased: boolean; items: readonly { isDigital: boolean }[] }

/** Which of these orders take the step "shipped", and how many of their buyers are written to about it. */
export function shipmentOf<O extends Shippable>(orders: readonly O[]): { able: O[]; mails: number } {
  const able = orders.filter(({ status }) => mayBecome(status, 'shipped'))
  const isTold = ({ isErased, items }: O) => !isErased && items.some(({ isDigital }) => !isDigital)
  return { able, mails: able.filter(isTold).length }
}

export type Money = {
  status: OrderStatus
  attention: Attention | string | null
  totalAmount: number
  refundedAmount: number
  /** What it was paid with; nothing when nothing was to be paid. */
  stripePaymentIntent: string | null
  /** No money came, so none goes back. */
  isTest: boolean
}

type Amounts = Pick<Money, 'status' | 'totalAmount' | 'refundedAmount'>

const isFullyRefunded = ({ totalAmount, refundedAmount }: Amounts): boolean =>
  totalAmount > 0 && refundedAmount >= totalAmount

/** Whether the buyer still waits for something. A buyer who has all of their money back does not. */
export const isAwaited = (order: Amounts): boolean =>
  (activeStatuses as readonly OrderStatus[]).includes(order.status) && !isFullyRefunded(order)

/** Whether an order has taken its downloads with it. What is withdrawn otherwise was withdrawn by hand. */
export const endsDownloads = (order: Amounts): boolean => order.status === 'cancelled' || isFullyRefunded(order)

/** What must still go back to the buyer. A lost dispute has taken the money by another way. */
export function refundDue(order: Money): number {
  const { status, attention, stripePaymentIntent, totalAmount, refundedAmount, isTest } = order
  const hasPaid = stripePaymentIntent !== null && !isTest
  return status === 'cancelled' && attention !== 'dispute-lost' && hasPaid ? totalAmount - refundedAmount : 0
}
