import type { Attention } from '#domain/orders/attention.ts'
import { orderStatusLabels } from '#domain/orders/events.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import { Badge } from '#web/admin/ui/badge.tsx'

const tones = { paid: 'notice', processing: 'notice', shipped: 'good', delivered: 'good', cancelled: 'plain' } as const

const attentionLabels: Record<Attention, string> = {
  'stock-gone': 'Not all in stock',
  'refund-failed': 'Refund failed',
  disputed: 'Disputed',
  'dispute-won': 'Dispute won',
  'dispute-lost': 'Dispute lost',
}

type OrderStateProps = {
  status: OrderStatus
  attention: Attention | null
  total: number
  refunded: number
  refundDue: number
  isTest: boolean
}

/** Status and what needs attention, as badges. */
export const OrderStateBadges = ({ status, attention, total, refunded, refundDue, isTest }: OrderStateProps) => (
  <span className="inline-flex flex-wrap gap-1.5">
    <Badge tone={tones[status]}>{orderStatusLabels[status]}</Badge>
    {isTest && <Badge tone="bad">Test order</Badge>}
    {attention && <Badge tone="bad">{attentionLabels[attention]}</Badge>}
    {refunded > 0 && <Badge>{refunded >= total ? 'Refunded' : 'Partly refunded'}</Badge>}
    {refundDue > 0 && <Badge tone="bad">Refund due</Badge>}
  </span>
)
