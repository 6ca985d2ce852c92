import { type ReactNode, useState } from 'react'
import type { OrderAnswer } from '#api/admin/order-answers.ts'
import { moneyWords } from '#domain/money.ts'
import { refundDue } from '#domain/orders/lifecycle.ts'
import { useStatus } from '#web/admin/orders/use-status.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { useWebsite } from '#web/ui/website.tsx'

type CancelProps = { order: OrderAnswer; children: (back: string | null) => ReactNode }

/** The way out of an order, once whoever asks for it has read what that means. */
export function CancelOrder({ order, children }: CancelProps) {
  const { locale } = useWebsite()
  const [isAsking, setAsking] = useState(false)
  const status = useStatus(order)
  const { number, currency, attention, total, refunded, payment, isTest } = order
  const amount = refundDue({
    ...{ status: 'cancelled', attention, totalAmount: total, refundedAmount: refunded },
    stripePaymentIntent: payment.intent,
    isTest,
  })
  const back = amount > 0 ? moneyWords(amount, { locale, currency }) : null
  return (
    <>
      <Button variant="danger" disabled={status.isPending} onClick={() => setAsking(true)}>
        {children(back)}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => status.mutateAsync('cancelled').catch(() => undefined)}
        variant="danger"
        title={`Cancel ${number}?`}
        confirmLabel={back ? 'Cancel and refund' : 'Cancel it'}
        cancelLabel="Keep it"
      >
        <p>
          {back ?? 'No money'} goes back to the buyer, who is told by mail. What was taken from stock returns there, and
          downloads end. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  )
}
