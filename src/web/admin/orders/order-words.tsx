import { type Attention, attentions } from '#domain/orders/attention.ts'
import { statusWords } from '#domain/orders/events.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import { Badge } from '#web/admin/parts/badge.tsx'

const tones = { paid: 'notice', processing: 'notice', shipped: 'good', delivered: 'good', cancelled: 'plain' } as const

const shortly: Record<Attention, string> = {
  'stock-gone': 'Not all in stock',
  'refund-failed': 'Refund failed',
  disputed: 'Disputed',
  'dispute-won': 'Dispute won',
  'dispute-lost': 'Dispute lost',
}

type Told = { status: OrderStatus; attention: Attention | null; total: number; refunded: number }

/** How an order stands, and what must be looked at. */
export const OrderState = ({ status, attention, total, refunded }: Told) => (
  <span className="inline-flex flex-wrap gap-1.5">
    <Badge tone={tones[status]}>{statusWords[status]}</Badge>
    {attention && attentions.includes(attention) && <Badge tone="bad">{shortly[attention]}</Badge>}
    {refunded > 0 && <Badge>{refunded >= total ? 'Refunded' : 'Partly refunded'}</Badge>}
    {status === 'cancelled' && refunded < total && attention !== 'dispute-lost' && <Badge tone="bad">Refund due</Badge>}
  </span>
)

type Item = { name: string; variant: string | null; quantity: number }

/** `2 × Hoodie, L` */
export const itemWords = ({ name, variant, quantity }: Item): string =>
  `${quantity > 1 ? `${quantity} × ` : ''}${name}${variant ? `, ${variant}` : ''}`
