import { ExternalLink } from 'lucide-react'
import type { OrderAnswer } from '#api/admin/order-answers.ts'
import { Part } from '#web/admin/parts/screen.tsx'

/** What the payment service calls it. */
export function OrderPayment({ order: { payment } }: { order: OrderAnswer }) {
  return (
    <Part title="Payment">
      <dl className="grid gap-3 text-sm">
        <Reference name="Paid with" value={payment.by === 'stripe' ? 'Stripe' : 'The payment sandbox: no real money'} />
        {payment.intent && <Reference name="Payment" value={payment.intent} />}
        <Reference name="Session" value={payment.session} />
      </dl>
      {payment.link && (
        <a
          href={payment.link}
          target="_blank"
          rel="noreferrer"
          className="flex min-h-11 w-fit items-center gap-2 text-link underline underline-offset-4"
        >
          See it at Stripe <ExternalLink aria-hidden className="size-4" />
        </a>
      )}
    </Part>
  )
}

const Reference = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-soft">{name}</dt>
    <dd className="break-all">{value}</dd>
  </div>
)
