import { useRouter } from '@tanstack/react-router'
import { ExportOrders } from '#web/admin/orders/export-orders.tsx'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { BulkBar } from '#web/admin/parts/list.tsx'
import { useDeed } from '#web/admin/parts/use-deed.ts'
import type { Selection } from '#web/admin/parts/use-selection.ts'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'

const orders = (count: number) => (count === 1 ? '1 order' : `${count} orders`)

function doneWords({ changed, left }: { changed: number; left: string[] }, status: string): string {
  const done = `${orders(changed)} marked as ${status}.`
  return left.length ? `${done} Left as they are: ${left.join(', ')}.` : done
}

/** What can be done with several orders at once. */
export function ChosenOrders({ selection, numbers }: { selection: Selection; numbers: readonly string[] }) {
  const { api } = useRouter().options.context
  const step = useDeed({
    work: (status: 'processing' | 'shipped') =>
      answerOf(api.api.admin.orders.status.$post({ json: { ids: selection.ids, status } })),
    says: doneWords,
    changes: [ordersKey],
    after: selection.clear,
  })
  return (
    <BulkBar selection={selection}>
      <Button variant="quiet" loading={step.isPending} onClick={() => step.mutate('processing')}>
        Mark processing
      </Button>
      <Button variant="quiet" loading={step.isPending} onClick={() => step.mutate('shipped')}>
        Mark shipped
      </Button>
      <ExportOrders search={{}} numbers={numbers} />
    </BulkBar>
  )
}
