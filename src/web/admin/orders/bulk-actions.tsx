import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { OrderRow } from '#api/admin/order-answers.ts'
import { shippableOrders } from '#domain/orders/order.ts'
import { ExportOrders } from '#web/admin/orders/export-orders.tsx'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { dashboardKey } from '#web/admin/ui/dashboard-query.ts'
import { BulkBar } from '#web/admin/ui/lists/list-tools.tsx'
import type { Selection } from '#web/admin/ui/lists/use-list-screen.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Checkbox } from '#web/ui/forms/inputs.tsx'

type Step = { status: 'processing' | 'shipped'; tellBuyer: boolean }

function doneWords({ changed, mailed, left }: { changed: number; mailed: number; left: string[] }, { status }: Step) {
  const mails = status === 'shipped' ? ` ${mailed === 1 ? '1 buyer is' : `${mailed} buyers are`} told by mail.` : ''
  const done = `${orderCountText(changed)} marked as ${status}.${mails}`
  return left.length ? `${done} Not changed: ${left.join(', ')}.` : done
}

export function OrderBulkActions({ selection, orders }: { selection: Selection; orders: readonly OrderRow[] }) {
  const { api } = useRouter().options.context
  const step = useAction({
    run: (json: Step) => unwrapResponse(api.api.admin.orders.status.$post({ json: { ids: selection.ids, ...json } })),
    successMessage: doneWords,
    invalidates: [ordersKey, dashboardKey],
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

export const orderCountText = (count: number) => (count === 1 ? '1 order' : `${count} orders`)
const mailsWords = (count: number) => (count === 1 ? '1 mail' : `${count} mails`)

type ShipOrdersProps = { orders: readonly OrderRow[]; ship: (tellBuyer: boolean) => Promise<unknown> }

/** Marks several orders as shipped. The dialog says how many mails that sends. */
export function ShipOrders({ orders, ship }: ShipOrdersProps) {
  const [isOpen, setOpen] = useState(false)
  const [isTelling, setTelling] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const { able, mails } = shippableOrders(orders)
  const others = orders.length - able.length
  const willNotify = isTelling && mails > 0
  const close = () => {
    setOpen(false)
    setTelling(true)
  }
  async function confirm() {
    setBusy(true)
    // A toast shows the error; the orders stay selected.
    await ship(willNotify).catch(() => {})
    setBusy(false)
    close()
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Ship…
      </Button>
      <Modal
        open={isOpen}
        onClose={close}
        title={`Ship ${orderCountText(able.length)}`}
        description="Without tracking numbers. To enter a carrier and a number, open the order."
        actions={
          <Button loading={isBusy} disabled={able.length === 0} onClick={confirm}>
            {willNotify ? `Ship and send ${mailsWords(mails)}` : 'Ship without mails'}
          </Button>
        }
      >
        {others > 0 && <p>Only orders in processing can be shipped. {orderCountText(others)} will not be changed.</p>}
        <Checkbox
          label={`Tell the buyers: ${mailsWords(mails)}`}
          checked={willNotify}
          disabled={mails === 0}
          onChange={({ target }) => setTelling(target.checked)}
        />
      </Modal>
    </>
  )
}
