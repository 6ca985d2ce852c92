import type { OrderAnswer } from '#api/admin/order-answers.ts'
import { canCancel, canTrack, nextStep } from '#domain/orders/lifecycle.ts'
import { CancelOrder } from '#web/admin/orders/cancel-order.tsx'
import { ShipOrder } from '#web/admin/orders/ship-order.tsx'
import { useStatus } from '#web/admin/orders/use-status.ts'
import { Button } from '#web/ui/button.tsx'

/** The next step, and the way out. What is sent by post is shipped with a dialog, because its buyer may be told. */
export function OrderDeeds({ order }: { order: OrderAnswer }) {
  const status = useStatus(order)
  const next = nextStep(order.status)
  return (
    <div className="flex flex-wrap gap-3">
      {canCancel(order.status) && <CancelOrder order={order}>{() => 'Cancel order'}</CancelOrder>}
      {order.ships && canTrack(order.status) && <ShipOrder order={order} />}
      {next && !(order.ships && next === 'shipped') && (
        <Button loading={status.isPending} onClick={() => status.mutate(next)}>
          Mark {next}
        </Button>
      )}
    </div>
  )
}
