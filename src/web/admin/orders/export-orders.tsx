import { Download } from 'lucide-react'
import { useState } from 'react'
import { fileAddress, type OrderSearch } from '#web/admin/orders/orders-query.ts'
import { ExportLink } from '#web/admin/parts/export-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Modal } from '#web/ui/modal.tsx'

type ExportProps = { search: OrderSearch; numbers?: readonly string[] }

/** A file of orders. Whoever wants the customers in it has to say so, and the log says who did. */
export function ExportOrders({ search, numbers }: ExportProps) {
  const [isOpen, setOpen] = useState(false)
  const [withCustomers, setWithCustomers] = useState(false)
  const close = () => {
    setOpen(false)
    setWithCustomers(false)
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Download aria-hidden className="size-5" /> Export
      </Button>
      <Modal
        open={isOpen}
        onClose={close}
        title="Export orders"
        description={
          numbers ? 'The chosen orders, for a spreadsheet.' : 'All orders that are found, for a spreadsheet.'
        }
        actions={<ExportLink href={fileAddress({ search, withCustomers, ...(numbers && { numbers }) })} />}
      >
        <Checkbox
          label="With names, e-mail and postal addresses"
          help="These are opened for the file. Keep it as safe as you would your customers’ letters. The activity log notes that you took it."
          checked={withCustomers}
          onChange={({ target }) => setWithCustomers(target.checked)}
        />
      </Modal>
    </>
  )
}
