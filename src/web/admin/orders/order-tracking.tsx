import { ExternalLink } from 'lucide-react'
import type { OrderAnswer } from '#api/admin/order-answers.ts'
import { Part } from '#web/admin/parts/screen.tsx'

/** Who carries it and under which number. */
export function OrderTracking({ order: { tracking } }: { order: OrderAnswer }) {
  return (
    <Part title="Parcel">
      {tracking ? (
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
      ) : (
        <p className="text-soft">No tracking number.</p>
      )}
    </Part>
  )
}
