import { useState } from 'react'
import type { OrderAnswer } from '#api/orders-desk-answers.ts'
import { moneyWords } from '#domain/money.ts'
import { canCancel, nextStep, refundDue } from '#domain/orders/lifecycle.ts'
import { useStatus } from '#web/admin/orders/use-status.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useWebsite } from '#web/ui/website.tsx'

/** The next step, and the way out. */
export function OrderDeeds({ order }: { order: OrderAnswer }) {
  const { locale } = useWebsite()
  const [isAsking, setAsking] = useState(false)
  const status = useStatus(order)
  const next = nextStep(order.status)
  const { number, currency, attention, total, refunded } = order
  const back = refundDue({ status: 'cancelled', attention, totalAmount: total, refundedAmount: refunded })
  return (
    <div className="flex flex-wrap gap-3">
      {canCancel(order.status) && (
        <Button variant="danger" disabled={status.isPending} onClick={() => setAsking(true)}>
          Cancel order
        </Button>
      )}
      {next && (
        <Button loading={status.isPending} onClick={() => status.mutate(next)}>
          Mark {next}
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => status.mutateAsync('cancelled').catch(() => undefined)}
        variant="danger"
        title={`Cancel ${number}?`}
        confirmLabel={back > 0 ? 'Cancel and refund' : 'Cancel it'}
        cancelLabel="Keep it"
      >
        <p>
          {back > 0 ? moneyWords(back, { locale, currency }) : 'No money'} goes back to the buyer, who is told by mail.
          What was taken from stock returns there, and downloads end. This cannot be undone.
        </p>
      </ConfirmDialog>
    </div>
  )
}
