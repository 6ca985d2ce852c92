import type { OrderAnswer } from '#api/orders-desk-answers.ts'
import { canCancel, nextStep } from '#domain/orders/lifecycle.ts'
import { CancelOrder } from '#web/admin/orders/cancel-order.tsx'
import { useStatus } from '#web/admin/orders/use-status.ts'
import { Button } from '#web/ui/button.tsx'

/** The next step, and the way out. */
export function OrderDeeds({ order }: { order: OrderAnswer }) {
  const status = useStatus(order)
  const next = nextStep(order.status)
  return (
    <div className="flex flex-wrap gap-3">
      {canCancel(order.status) && <CancelOrder order={order}>{() => 'Cancel order'}</CancelOrder>}
      {next && (
        <Button loading={status.isPending} onClick={() => status.mutate(next)}>
          Mark {next}
        </Button>
      )}
    </div>
  )
}
