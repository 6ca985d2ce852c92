import { useState } from 'react'
import type { OrderRow } from '#api/admin/order-answers.ts'
import { shipmentOf } from '#domain/orders/lifecycle.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Modal } from '#web/ui/modal.tsx'

export const ordersWords = (count: number) => (count === 1 ? '1 order' : `${count} orders`)
const mailsWords = (count: number) => (count === 1 ? '1 mail' : `${count} mails`)

type ShipOrdersProps = { orders: readonly OrderRow[]; ship: (tellBuyer: boolean) => Promise<unknown> }

/** Sends several orders on their way at once, and says before how many mails that writes. */
export function ShipOrders({ orders, ship }: ShipOrdersProps) {
  const [isOpen, setOpen] = useState(false)
  const [isTelling, setTelling] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const { able, mails } = shipmentOf(orders)
  const others = orders.length - able.length
  const isTold = isTelling && mails > 0
  const close = () => {
    setOpen(false)
    setTelling(true)
  }
  async function confirm() {
    setBusy(true)
    // What went wrong is said in a toast; the orders are still chosen.
    await ship(isTold).catch(() => {})
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
        title={`Ship ${ordersWords(able.length)}`}
        description="Without tracking numbers. To enter a carrier and a number, open the order."
        actions={
          <Button loading={isBusy} disabled={able.length === 0} onClick={confirm}>
            {isTold ? `Ship and send ${mailsWords(mails)}` : 'Ship without mails'}
          </Button>
        }
      >
        {others > 0 && <p>Only orders in processing can be shipped. {ordersWords(others)} will be left out.</p>}
        <Checkbox
          label={`Tell the buyers: ${mailsWords(mails)}`}
          checked={isTold}
          disabled={mails === 0}
          onChange={({ target }) => setTelling(target.checked)}
        />
      </Modal>
    </>
  )
}
