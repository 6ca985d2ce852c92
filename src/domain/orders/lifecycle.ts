import type { Attention } from '#domain/orders/attention.ts'
import type { OrderStatus } from '#domain/orders/order.ts'

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

/** What must still go back to the buyer. A lost dispute has taken the money by another way. */
export function refundDue(order: Money): number {
  const { status, attention, stripePaymentIntent, totalAmount, refundedAmount, isTest } = order
  const hasPaid = stripePaymentIntent !== null && !isTest
  return status === 'cancelled' && attention !== 'dispute-lost' && hasPaid ? totalAmount - refundedAmount : 0
}
