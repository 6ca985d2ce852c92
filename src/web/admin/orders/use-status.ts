import { useRouter } from '@tanstack/react-router'
import type { OrderAnswer } from '#api/admin/order-answers.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { useAction } from '#web/admin/parts/use-action.ts'
import { answerOf } from '#web/answer.ts'

const done: Record<OrderStatus, string> = {
  paid: 'The order is paid.',
  processing: 'The order is being processed.',
  shipped: 'The order is on its way.',
  delivered: 'The order has arrived.',
  cancelled: 'The order is cancelled.',
}

/**
 * Brings an order to another status. The mail that says it is on its way is the dialog's to send. Whoever is not the first
 * to do so is told, and sees what the other did.
 */
export function useStatus({ id, sequence }: Pick<OrderAnswer, 'id' | 'sequence'>) {
  const { api } = useRouter().options.context
  return useAction({
    run: (to: OrderStatus) =>
      answerOf(api.api.admin.orders[':id'].status.$post({ param: { id }, json: { to, sequence, tellBuyer: false } })),
    successMessage: ({ refundDue }, to) =>
      refundDue ? `${done[to]} The payment service does not answer; the money follows by itself.` : done[to],
    invalidates: [ordersKey],
  })
}
