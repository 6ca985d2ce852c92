import { useRouter } from '@tanstack/react-router'
import { MoreHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import type { DownloadRow } from '#api/admin/downloads.ts'
import { actionsFor, type DownloadAction } from '#domain/downloads/admin-actions.ts'
import { downloadsKey } from '#web/admin/downloads/downloads-query.ts'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Modal } from '#web/ui/modal.tsx'

const actionTexts: Record<DownloadAction, { label: string; about: string; done: string }> = {
  resend: {
    label: 'Send the links again',
    about: 'The buyer gets a mail with the links to all downloads of the order.',
    done: 'The mail is on its way.',
  },
  extend: {
    label: 'Make it last longer',
    about: 'It lasts as long again as a new one would.',
    done: 'It lasts longer now.',
  },
  reset: {
    label: 'Count from the beginning',
    about: 'As if nothing had been downloaded yet.',
    done: 'It is counted from the beginning.',
  },
  withdraw: {
    label: 'Withdraw',
    about: 'The buyer cannot download it any more.',
    done: 'It is withdrawn.',
  },
  restore: {
    label: 'Give it back',
    about: 'The buyer can download it again.',
    done: 'It can be downloaded again.',
  },
}

/** The actions for one download right, each with an explanation. */
export function DownloadActions({ right }: { right: Pick<DownloadRow, 'id' | 'product' | 'orderNumber' | 'state'> }) {
  const { api } = useRouter().options.context
  const [isOpen, setOpen] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const base = useId()
  const act = useAction({
    run: (action: DownloadAction) =>
      answerOf(api.api.admin.downloads[':id'].$post({ param: { id: right.id }, json: { action } })),
    successMessage: (_, action) => actionTexts[action].done,
    invalidates: [downloadsKey, ordersKey],
    onDone: () => {
      setOpen(false)
      setAsking(false)
    },
  })
  const name = `${right.product}, ${right.orderNumber}`
  return (
    <>
      <Button variant="quiet" size="icon" aria-label={`What to do about ${name}`} onClick={() => setOpen(true)}>
        <MoreHorizontal aria-hidden />
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        title={right.product}
        description={`Order ${right.orderNumber}`}
      >
        <ul className="grid gap-4">
          {actionsFor(right.state).map((action) => (
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
