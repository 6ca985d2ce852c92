import { useRouter } from '@tanstack/react-router'
import type { OrderRow } from '#api/admin/order-answers.ts'
import { ExportOrders } from '#web/admin/orders/export-orders.tsx'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { ordersWords, ShipOrders } from '#web/admin/orders/ship-orders.tsx'
import { BulkBar } from '#web/admin/parts/list.tsx'
import { useAction } from '#web/admin/parts/use-action.ts'
import type { Selection } from '#web/admin/parts/use-selection.ts'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'

type Step = { status: 'processing' | 'shipped'; tellBuyer: boolean }

function doneWords({ changed, told, left }: { changed: number; told: number; left: string[] }, { status }: Step) {
  const mails = status === 'shipped' ? ` ${told === 1 ? '1 buyer is' : `${told} buyers are`} told by mail.` : ''
  const done = `${ordersWords(changed)} marked as ${status}.${mails}`
  return left.length ? `${done} Left as they are: ${left.join(', ')}.` : done
}

/** What can be done with several orders at once. */
export function ChosenOrders({ selection, orders }: { selection: Selection; orders: readonly OrderRow[] }) {
  const { api } = useRouter().options.context
  const step = useAction({
    run: (json: Step) => answerOf(api.api.admin.orders.status.$post({ json: { ids: selection.ids, ...json } })),
    successMessage: doneWords,
    invalidates: [ordersKey],
    onDone: selection.clear,
  })
  return (
    <BulkBar selection={selection}>
      <Button
        variant="quiet"
        loading={step.isPending}
        onClick={() => step.mutate({ status: 'processing', tellBuyer: false })}
      >
        Mark processing
      </Button>
      <ShipOrders orders={orders} ship={(tellBuyer) => step.mutateAsync({ status: 'shipped', tellBuyer })} />
      <ExportOrders search={{}} numbers={orders.map(({ number }) => number)} />
    </BulkBar>
  )
}
