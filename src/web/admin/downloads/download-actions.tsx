import { useRouter } from '@tanstack/react-router'
import { MoreHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import type { DownloadRow } from '#api/admin/downloads.ts'
import { availableDownloadActions, type DownloadAction } from '#domain/downloads/admin-actions.ts'
import { downloadsKey } from '#web/admin/downloads/downloads-query.ts'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { useMailQueuedText } from '#web/admin/ui/use-counts.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { Button } from '#web/ui/forms/button.tsx'

const actionTexts: Record<DownloadAction, { label: string; about: string; done: string | null }> = {
  resend: {
    label: 'Send the links again',
    about: 'The buyer gets a mail with the links to all downloads of the order.',
    done: null,
  },
  extend: {
    label: 'Extend',
    about: 'It gets a new end date, as for a new order.',
    done: 'The download is extended.',
  },
  reset: {
    label: 'Reset the count',
    about: 'All downloads are available again.',
    done: 'The count is reset.',
  },
  withdraw: {
    label: 'Withdraw',
    about: 'The buyer can no longer download it.',
    done: 'The download is withdrawn.',
  },
  restore: {
    label: 'Restore',
    about: 'The buyer can download it again.',
    done: 'The download is restored.',
  },
}

/** The actions for one download right, each with an explanation. */
export function DownloadActions({ right }: { right: Pick<DownloadRow, 'id' | 'product' | 'orderNumber' | 'state'> }) {
  const { api } = useRouter().options.context
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const base = useId()
  const mailQueued = useMailQueuedText()
  const act = useAction({
    run: (action: DownloadAction) =>
      unwrapResponse(api.api.admin.downloads[':id'].$post({ param: { id: right.id }, json: { action } })),
    successMessage: (_, action) => actionTexts[action].done ?? mailQueued,
    invalidates: [downloadsKey, ordersKey],
    onDone: () => {
      setOpen(false)
      setAsking(false)
    },
  })
  const name = `${right.product}, ${right.orderNumber}`
  return (
    <>
      <Button variant="quiet" size="icon" aria-label={`Actions for ${name}`} onClick={() => setOpen(true)}>
        <MoreHorizontal aria-hidden />
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title={right.product}
        description={`Order ${right.orderNumber}`}
      >
        <ul className="grid gap-4">
          {availableDownloadActions(right.state).map((action) => (
            <li key={action} className="grid gap-1 sm:grid-cols-[14rem_1fr] sm:items-center sm:gap-4">
              <Button
                variant={action === 'withdraw' ? 'danger' : 'quiet'}
                aria-describedby={`${base}-${action}`}
                loading={act.isPending && act.variables === action}
                onClick={() => (action === 'withdraw' ? setAsking(true) : act.mutate(action))}
              >
                {actionTexts[action].label}
              </Button>
              <span id={`${base}-${action}`} className="text-soft text-sm">
                {actionTexts[action].about}
              </span>
            </li>
          ))}
        </ul>
      </Modal>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => act.mutate('withdraw')}
        loading={act.isPending}
        autoClose={false}
        variant="danger"
        title="Withdraw this download?"
        confirmLabel="Withdraw"
      >
        <p>The download links for {right.product} in this order will stop working.</p>
      </ConfirmDialog>
    </>
  )
}
