import { sql } from 'drizzle-orm'
import { orders } from '#server/orders/table.ts'

/** `refundDue` as the database says it. */
export const isRefundDue = sql<boolean>`(${orders.status} = 'cancelled' and ${orders.refundedAmount} < ${orders.totalAmount}
  and ${orders.attention} is distinct from 'dispute-lost' and ${orders.stripePaymentIntent} is not null and not ${orders.isTest})`

/** Somebody must look at it: something is wrong with it, or its money has not gone back yet. */
export const isInNeed = sql<boolean>`(${orders.attention} is not null or ${isRefundDue})`
