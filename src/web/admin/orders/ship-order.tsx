import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { OrderAnswer } from '#api/admin/order-answers.ts'
import { carriers } from '#domain/orders/carriers.ts'
import { nextStep } from '#domain/orders/lifecycle.ts'
import { carrierProblem, longestCarrier, trackingProblem } from '#domain/orders/tracking.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import { useForm } from '#web/ui/use-form.ts'

type ShipProps = { order: OrderAnswer }

/** Sends an order on its way, or corrects its parcel afterwards, and says whether the buyer is told. */
export function ShipOrder({ order }: ShipProps) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const isShipped = order.status === 'shipped'
  return (
    <>
      <Button variant={nextStep(order.status) === 'shipped' ? 'primary' : 'quiet'} onClick={() => setOpen(true)}>
        {isShipped ? 'Change parcel…' : 'Ship…'}
      </Button>
      <Modal
        open={isOpen}
        onClose={close}
        title={isShipped ? 'Change the parcel' : `Ship ${order.number}`}
        description={
          order.status === 'processing'
            ? 'With a tracking number the buyer can follow the parcel. Leave both fields empty when there is none.'
            : 'With a tracking number the buyer can follow the parcel.'
        }
      >
        <ShipForm order={order} onDone={close} />
      </Modal>
    </>
  )
}

/** Only an order that is being processed may go without a number. */
function problemsOf({ carrier, number }: { carrier: string; number: string }, { status }: OrderAnswer) {
  if (status === 'processing' && !carrier.trim() && !number.trim()) return {}
  const [ofCarrier, ofNumber] = [carrierProblem(carrier), trackingProblem(number)]
  return { ...(ofCarrier && { carrier: ofCarrier }), ...(ofNumber && { number: ofNumber }) }
}

function ShipForm({ order, onDone }: ShipProps & { onDone: () => void }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const list = useId()
  const { id, sequence, isErased, tracking } = order
  const [isTelling, setTelling] = useState(!isErased)
  const tellBuyer = isTelling && !isErased
  const { sentence, busy, form, field } = useForm({
    initial: { carrier: tracking?.carrier ?? '', number: '' },
    check: (typed) => problemsOf(typed, order),
    send: async (parcel) => {
      const one = api.api.admin.orders[':id']
      const json = { sequence, tellBuyer }
      try {
        const { events } = await answerOf(
          parcel.number.trim()
            ? one.tracking.$put({ param: { id }, json: { ...json, ...parcel } })
            : one.status.$post({ param: { id }, json: { ...json, to: 'shipped' } }),
        )
        if (events.at(-1)?.event.kind === 'unmailed')
          toast.error('The order is on its way. The buyer was not told: their address cannot be read.')
        else
          toast.success(
            tellBuyer
              ? 'The order is on its way, and the buyer is told by mail.'
              : 'The order is on its way. The buyer was not told.',
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
      <TextField label="Carrier" list={list} maxLength={longestCarrier} {...field('carrier')} />
      <datalist id={list}>
        {carriers.map((carrier) => (
          <option key={carrier} value={carrier} />
        ))}
      </datalist>
      <TextField label="Tracking number" autoComplete="off" {...field('number')} />
      <Checkbox
        label="Tell the buyer by mail"
        help={isErased ? 'This customer was erased: there is nobody to write to.' : undefined}
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
  const deed = status === 'shipped' ? 'Change parcel' : 'Ship'
  return tellBuyer ? `${deed} and send 1 mail` : `${deed} without mail`
}
