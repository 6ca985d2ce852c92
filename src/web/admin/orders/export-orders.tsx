import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import type { OrderListSearch } from '#domain/orders/order-list.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { useConfirmedRequest } from '#web/admin/accounts/use-confirmed.tsx'
import { ordersCsvUrl } from '#web/admin/orders/orders-query.ts'
import { isSessionEndedError, signedOutTexts } from '#web/admin/session/session-query.ts'
import { fetchFile, saveFile } from '#web/admin/ui/save-file.ts'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Checkbox } from '#web/ui/forms/inputs.tsx'
import { errorSentence } from '#web/ui/forms/use-form.ts'

type ExportProps = { search: OrderListSearch; numbers?: readonly string[] }

/** Exports orders as CSV after a confirmation. The activity log records it. */
export function ExportOrders({ search, numbers }: ExportProps) {
  const [isOpen, setOpen] = useState(false)
  const [withCustomers, setWithCustomers] = useState(false)
  const close = () => {
    setOpen(false)
    setWithCustomers(false)
  }
  const href = ordersCsvUrl({ search, withCustomers, ...(numbers && { numbers }) })
  const exportFile = useOrderExport()
  return (
    <>
      <Button variant="quiet" loading={exportFile.isPending} onClick={() => setOpen(true)}>
        <Download aria-hidden className="size-5" /> Export
      </Button>
      <Modal
        open={isOpen}
        onClose={close}
        title="Export orders"
        description={
          numbers ? 'The selected orders, as a spreadsheet (CSV).' : 'All orders that match, as a spreadsheet (CSV).'
        }
        actions={
          <Button
            variant="quiet"
            onClick={() => {
              close()
              exportFile.mutate({ href, withCustomers })
            }}
          >
            <Download aria-hidden className="size-5" /> Export
          </Button>
        }
      >
        <Checkbox
          label="With names, email and postal addresses"
          help="The file then contains personal data. Keep it safe. The activity log records the export."
          checked={withCustomers}
          onChange={({ target }) => setWithCustomers(target.checked)}
        />
      </Modal>
    </>
  )
}

function useOrderExport() {
  const toast = useToast()
  const confirmed = useConfirmedRequest()
  return useMutation({
    mutationFn: ({ href, withCustomers }: { href: string; withCustomers: boolean }) =>
      confirmed(
        {
          title: withCustomers ? 'Export with customers?' : 'Export orders?',
          text: (
            <p>
              {withCustomers
                ? 'The file contains your customers’ names, email and postal addresses.'
                : 'The file contains order references. Anybody who has one can open that order and its downloads.'}
            </p>
          ),
          confirmLabel: 'Export',
        },
        (headers) => fetchFile(href, headers),
      ),
    onSuccess: (made) => made && saveFile(made.file, made.name),
    onError: (error) =>
      toast.error(
        isSessionEndedError(error) ? signedOutTexts.export : errorSentence(error, errorPanelTexts.unexpected),
      ),
    networkMode: 'always',
  })
}
