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

export type Money = {
  status: OrderStatus
  attention: Attention | string | null
  totalAmount: number
  refundedAmount: number
  /** What it was paid with; nothing when nothing was to be paid. */
  stripePaymentIntent: string | null
}

type Awaited = Pick<Money, 'status' | 'totalAmount' | 'refundedAmount'>

/** Whether the buyer still waits for something. Who has all of their money back does not. */
export const isAwaited = ({ status, totalAmount, refundedAmount }: Awaited): boolean =>
  (activeStatuses as readonly OrderStatus[]).includes(status) && !(totalAmount > 0 && refundedAmount === totalAmount)

/** What must still go back to the buyer. A lost dispute has taken the money by another way. */
export const refundDue = ({ status, attention, stripePaymentIntent, totalAmount, refundedAmount }: Money): number =>
  status === 'cancelled' && attention !== 'dispute-lost' && stripePaymentIntent !== null
    ? totalAmount - refundedAmount
    : 0
