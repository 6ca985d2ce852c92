import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ExternalLink } from 'lucide-react'
import { useId } from 'react'
import type { OrderAnswer } from '#api/orders-desk-answers.ts'
import { carriers } from '#domain/orders/carriers.ts'
import { canTrack } from '#domain/orders/lifecycle.ts'
import { carrierProblem, longestCarrier, trackingProblem } from '#domain/orders/tracking.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import { ordersKey } from '#web/admin/orders/orders-query.ts'
import { Part } from '#web/admin/parts/screen.tsx'
import { answerOf } from '#web/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { StatusBanner } from '#web/ui/status-banner.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useToast } from '#web/ui/toasts.tsx'
import { useForm } from '#web/ui/use-form.ts'

/** Who carries it and under which number. With that it is on its way, and the buyer hears of it. */
export function OrderTracking({ order }: { order: OrderAnswer }) {
  const { tracking, status } = order
  return (
    <Part title="Parcel">
      {tracking && (
        <p>
          {tracking.carrier} <span className="tabular-nums">{tracking.number}</span>
          {tracking.link && (
            <a
              href={tracking.link}
              target="_blank"
              rel="noreferrer"
              className="flex min-h-11 w-fit items-center gap-2 text-link underline underline-offset-4"
            >
              Follow the parcel <ExternalLink aria-hidden className="size-4" />
            </a>
          )}
        </p>
      )}
      {canTrack(status) ? <Form order={order} /> : !tracking && <p className="text-soft">No tracking number.</p>}
    </Part>
  )
}

const unmailed = 'The order is on its way. The buyer was not told: their address cannot be read.'

function Form({ order: { id, sequence, tracking, status } }: { order: OrderAnswer }) {
  const { api } = useRouter().options.context
  const queryClient = useQueryClient()
  const toast = useToast()
  const list = useId()
  const { sentence, busy, form, field } = useForm({
    initial: { carrier: tracking?.carrier ?? '', number: '' },
    check: (typed) => {
      const [carrier, number] = [carrierProblem(typed.carrier), trackingProblem(typed.number)]
      return { ...(carrier && { carrier }), ...(number && { number }) }
    },
    send: async (json) => {
      try {
        const { events } = await answerOf(
          api.api.admin.orders[':id'].tracking.$put({ param: { id }, json: { ...json, sequence } }),
        )
        if (events.at(-1)?.event.kind === 'unmailed') toast.error(unmailed)
        else toast.success('The order is on its way, and the buyer is told where to look.')
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
      {sentence && <StatusBanner status="error">{sentence}</StatusBanner>}
      <div>
        <Button type="submit" variant="quiet" loading={busy}>
          {status === 'shipped' ? 'Change and tell the buyer' : 'Ship and tell the buyer'}
        </Button>
      </div>
    </form>
  )
}
