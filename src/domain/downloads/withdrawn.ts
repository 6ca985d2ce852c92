import type { OrderStatus } from '#domain/orders/order.ts'

type Order = { status: OrderStatus; total: number; refunded: number }

/** Whether an order has taken its downloads with it. What is withdrawn otherwise was withdrawn by hand. */
export const endsDownloads = ({ status, total, refunded }: Order): boolean =>
  status === 'cancelled' || (total > 0 && refunded >= total)
