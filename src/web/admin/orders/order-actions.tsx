import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { OrderAnswer } from '#api/admin/order-answers.ts'
import { formatMoney } from '#domain/money.ts'
import { canCancelOrder, canSetTracking, nextOrderStatus, refundDue } from '#domain/orders/order.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import { carriers, maxCarrierLength, parcelHint, parcelProblems } from '#domain/orders/tracking.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { dashboardKey } from '#web/admin/ui/dashboard-query.ts'
import { useAction } from '#web/admin/ui/use-action.ts'
import { unwrapResponse } from '#web/api-response.ts'
import { ConfirmDialog } from '#web/ui/feedback/confirm-dialog.tsx'
import { Modal } from '#web/ui/feedback/modal.tsx'
import { StatusBanner } from '#web/ui/feedback/status-banner.tsx'
import { useToast } from '#web/ui/feedback/toasts.tsx'
import { Button } from '#web/ui/forms/button.tsx'
import { Checkbox, TextField } from '#web/ui/forms/inputs.tsx'
import { useForm } from '#web/ui/forms/use-form.ts'
import { useWebsite } from '#web/ui/website.tsx'

/** The next step and cancelling. Shipping has a dialog, because it can mail the buyer. */
export function OrderActions({ order }: { order: OrderAnswer }) {
  const status = useChangeOrderStatus(order)
  const next = nextOrderStatus(order.status)
  return (
    <div className="flex flex-wrap gap-3">
      {canCancelOrder(order.status) && <CancelOrder order={order}>{() => 'Cancel order'}</CancelOrder>}
      {order.ships && canSetTracking(order.status) && <ShipOrder order={order} />}
      {next && !(order.ships && next === 'shipped') && (
        <Button loading={status.isPending} onClick={() => status.mutate(next)}>
          Mark {next}
        </Button>
      )}
    </div>
  )
}

type CancelProps = { order: OrderAnswer; children: (back: string | null) => ReactNode }

/** Cancels an order after a dialog that says what that means. */
export function CancelOrder({ order, children }: CancelProps) {
  const { locale } = useWebsite()
  const [isAsking, setAsking] = useState(false)
  const status = useChangeOrderStatus(order)
  const { number, currency, attention, total, refunded, payment, isTest } = order
  const amount = refundDue({
    status: 'cancelled',
    attention,
    totalAmount: total,
    refundedAmount: refunded,
    stripePaymentIntent: payment.intent,
    isTest,
  })
  const back = amount > 0 ? formatMoney(amount, { locale, currency }) : null
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
          {back ?? 'No money'} is refunded to the buyer, who gets a mail. The items go back into stock, and downloads
          stop working. This cannot be undone.
        </p>
      </ConfirmDialog>
    </>
  )
}

type ShipProps = { order: OrderAnswer }

/** Marks an order as shipped or corrects its tracking number, with or without a mail to the buyer. */
export function ShipOrder({ order }: ShipProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const isShipped = order.status === 'shipped'
  return (
    <>
      <Button variant={nextOrderStatus(order.status) === 'shipped' ? 'primary' : 'quiet'} onClick={() => setOpen(true)}>
        {isShipped ? 'Change parcel…' : 'Ship…'}
      </Button>
      <Modal
        open={isOpen}
        onClose={close}
        title={isShipped ? 'Change the parcel' : `Ship ${order.number}`}
        description={parcelHint(order.status)}
      >
        <ShipForm order={order} onDone={close} />
      </Modal>
    </>
  )
}

function ShipForm({ order, onDone }: ShipProps & { onDone: () => void }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const list = useId()
  const { id, sequence, status, isErased, tracking } = order
  const [isTelling, setTelling] = useState(!isErased)
  const tellBuyer = isTelling && !isErased
  const { sentence, busy, form, field } = useForm({
    initial: { carrier: tracking?.carrier ?? '', number: '' },
    check: (typed) => parcelProblems(typed, status),
    send: async (parcel) => {
      const one = api.api.admin.orders[':id']
      const json = { sequence, tellBuyer }
      try {
        const { events } = await unwrapResponse(
          parcel.number.trim()
            ? one.tracking.$put({ param: { id }, json: { ...json, ...parcel } })
            : one.status.$post({ param: { id }, json: { ...json, to: 'shipped' } }),
        )
        if (events.at(-1)?.event.kind === 'unmailed')
          toast.error('The order is marked as shipped. The buyer gets no mail: their address cannot be read.')
        else
          toast.success(
            tellBuyer
              ? 'The order is marked as shipped. The buyer gets a mail.'
              : 'The order is marked as shipped. The buyer gets no mail.',
          )
        onDone()
      } finally {
        void queryClient.invalidateQueries({ queryKey: ordersKey })
      }
    },
    otherwise: errorPanelTexts.unexpected,
  })
  return (
    <form {...form} className="grid gap-4">
      <TextField label="Carrier" list={list} maxLength={maxCarrierLength} {...field('carrier')} />
      <datalist id={list}>
        {carriers.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
      <TextField label="Tracking number" autoComplete="off" {...field('number')} />
      <Checkbox
        label="Send a mail to the buyer"
        help={isErased ? 'This customer was erased, so no mail can be sent.' : undefined}
        checked={tellBuyer}
        disabled={isErased}
        onChange={({ target }) => setTelling(target.checked)}
      />
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <div className="flex justify-end">
        <Button type="submit" loading={busy}>
          {shipLabel(order, tellBuyer)}
        </Button>
      </div>
    </form>
  )
}

function shipLabel({ status }: OrderAnswer, tellBuyer: boolean): string {
  const label = status === 'shipped' ? 'Change parcel' : 'Ship'
  return tellBuyer ? `${label} and send 1 mail` : `${label} without mail`
}

const done: Record<OrderStatus, string> = {
  paid: 'The order is paid.',
  processing: 'The order is being processed.',
  shipped: 'The order is marked as shipped.',
  delivered: 'The order is marked as delivered.',
  cancelled: 'The order is cancelled.',
}

/**
 * Changes the status of an order. It sends no shipping mail: the dialog does. After a conflict the order is read again,
 * so that the administrator sees the other change.
 */
export function useChangeOrderStatus({ id, sequence }: Pick<OrderAnswer, 'id' | 'sequence'>) {
  const { api } = useRouter().options.context
  return useAction({
    run: (to: OrderStatus) =>
      unwrapResponse(
        api.api.admin.orders[':id'].status.$post({ param: { id }, json: { to, sequence, tellBuyer: false } }),
      ),
    successMessage: ({ refundDue }, to) =>
      refundDue ? `${done[to]} The payment service does not respond; the refund is retried automatically.` : done[to],
    invalidates: [ordersKey, dashboardKey],
  })
}
