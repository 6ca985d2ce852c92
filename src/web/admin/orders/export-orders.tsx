import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { useConfirmed } from '#web/admin/accounts/use-confirmed.tsx'
import { fileAddress, type OrderSearch } from '#web/admin/orders/orders-query.ts'
import { ExportLink } from '#web/admin/parts/export-link.tsx'
import { fileAt, saveFile } from '#web/admin/parts/save-file.ts'
import { isSessionEnd, signedOutWords } from '#web/admin/session/session-end.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import { sentenceOf } from '#web/ui/use-form.ts'

type ExportProps = { search: OrderSearch; numbers?: readonly string[] }

/** A file of orders. Whoever wants the customers in it confirms who they are, and the log says who did. */
export function ExportOrders({ search, numbers }: ExportProps) {
  const [isOpen, setOpen] = useState(false)
  const [withCustomers, setWithCustomers] = useState(false)
  const close = () => {
    setOpen(false)
    setWithCustomers(false)
  }
  const href = fileAddress({ search, withCustomers, ...(numbers && { numbers }) })
  const withThem = useExportWithCustomers()
  return (
    <>
      <Button variant="quiet" loading={withThem.isPending} onClick={() => setOpen(true)}>
        <Download aria-hidden className="size-5" /> Export
      </Button>
      <Modal
        open={isOpen}
        onClose={close}
        title="Export orders"
        description={
          numbers ? 'The chosen orders, for a spreadsheet.' : 'All orders that are found, for a spreadsheet.'
        }
        actions={
          withCustomers ? (
            <Button
              variant="quiet"
              onClick={() => {
                close()
                withThem.mutate(href)
              }}
            >
              <Download aria-hidden className="size-5" /> Export
            </Button>
          ) : (
            <ExportLink href={href} />
          )
        }
      >
        <Checkbox
          label="With names, e-mail and postal addresses"
          help="The file contains personal data, so we ask for your password. Keep it safe. The activity log records the export."
          checked={withCustomers}
          onChange={({ target }) => setWithCustomers(target.checked)}
        />
      </Modal>
    </>
  )
}

function useExportWithCustomers() {
  const toast = useToast()
  const confirmed = useConfirmed()
  return useMutation({
    mutationFn: (href: string) =>
      confirmed(
        {
          title: 'Export with customers?',
          text: <p>The file names your customers, with their e-mail and postal addresses.</p>,
          confirmLabel: 'Export',
        },
        (headers) => fileAt(href, headers),
      ),
    onSuccess: (made) => made && saveFile(made.file, made.name),
    onError: (error) =>
      toast.error(isSessionEnd(error) ? signedOutWords.export : sentenceOf(error, errorPanelTexts.unexpected)),
    networkMode: 'always',
  })
}
