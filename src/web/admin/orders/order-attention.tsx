import { useRouter } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { OrderAnswer } from '#api/admin/order-answers.ts'
import { formatMoney } from '#domain/money.ts'
import { attentionLabels } from '#domain/orders/attention.ts'
import { canCancelOrder } from '#domain/orders/order.ts'
import { CancelOrder } from '#web/admin/orders/order-actions.tsx'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { dashboardKey } from '#web/admin/ui/dashboard-query.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Button } from '#web/ui/forms/button.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** Why the order needs attention, with the actions that resolve it. */
export function OrderAttention({ order }: { order: OrderAnswer }) {
  const { api } = useRouter().options.context
  const { locale } = useWebsite()
  const { id, sequence, currency, attention, refundDue } = order
  const money = (amount: number) => formatMoney(amount, { locale, currency })
  const resolve = useAction({
    run: () => unwrapResponse(api.api.admin.orders[':id'].resolve.$post({ param: { id }, json: { sequence } })),
    invalidates: [ordersKey, dashboardKey],
  })
  const refund = useAction({
    run: () => unwrapResponse(api.api.admin.orders[':id'].refund.$post({ param: { id } })),
    successMessage: () => `${money(refundDue)} is refunded.`,
    invalidates: [ordersKey, dashboardKey],
  })
  return (
    <>
      {order.isTest && (
        <Notice words="This is a test order: it was made before this shop took real payments, and no money came for it. It is not counted as revenue. Do not send anything; cancel it to put its items back in stock." />
      )}
      {attention && (
        <Notice words={attentionLabels[attention]}>
          {attention === 'stock-gone' && canCancelOrder(order.status) && (
            <CancelOrder order={order}>{(back) => (back ? `Cancel and refund ${back}` : 'Cancel order')}</CancelOrder>
          )}
          <Button variant="quiet" loading={resolve.isPending} onClick={() => resolve.mutate()}>
            Mark as resolved
          </Button>
        </Notice>
      )}
      {refundDue > 0 && (
        <Notice words={`${money(refundDue)} is not refunded yet. We try again automatically.`}>
          <Button loading={refund.isPending} onClick={() => refund.mutate()}>
            Refund now
          </Button>
        </Notice>
      )}
    </>
  )
}

const Notice = ({ words, children }: { words: string; children?: ReactNode }) => (
  <section
    aria-label="Needs attention"
    className="flex flex-wrap items-center gap-4 border-error border-l-4 bg-raised px-4 py-3"
  >
    <TriangleAlert aria-hidden className="size-6 shrink-0 text-error-ink" />
    <p className="grow basis-72 font-medium">{words}</p>
    {children && <div className="flex flex-wrap gap-3">{children}</div>}
  </section>
)
