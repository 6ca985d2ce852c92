import { type Attention, attentionLabels } from '#domain/orders/attention.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import { orderStateTexts as texts } from '#domain/texts/own-words.ts'

/** Mails to the buyer about an order. */
export const buyerMailKinds = ['confirmation', 'downloads', 'shipped', 'cancelled'] as const
export type BuyerMailKind = (typeof buyerMailKinds)[number]

/** An entry of an order's timeline. Never contains personal data. */
export type OrderEvent =
  | { kind: 'status'; from: OrderStatus; to: OrderStatus; returned?: number }
  | { kind: 'tracking'; carrier: string; number: string }
  | { kind: 'note' }
  | { kind: 'refund'; amount: number; currency: string }
  | { kind: 'attention'; what: Attention }
  /** The owner has resolved the attention. */
  | { kind: 'settled' }
  | { kind: 'mail'; mail: BuyerMailKind }
  | { kind: 'unmailed'; mail: BuyerMailKind }
  | { kind: 'erased' }

export const orderEventKinds = [
  'status',
  'tracking',
  'note',
  'refund',
  'attention',
  'settled',
  'mail',
  'unmailed',
  'erased',
] as const satisfies readonly OrderEvent['kind'][]

export const orderStatusLabels: Record<OrderStatus, string> = {
  paid: 'Paid',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

export const buyerMailLabels: Record<BuyerMailKind, string> = {
  confirmation: 'the confirmation',
  downloads: 'the downloads',
  shipped: 'the shipping notice',
  cancelled: 'the cancellation notice',
}

/** `money` formats an amount in the site's locale. */
export function orderEventText(event: OrderEvent, money: (amount: number, currency: string) => string): string {
  switch (event.kind) {
    case 'status':
      return event.to === 'cancelled' ? cancelledWords(event.returned ?? 0) : `${orderStatusLabels[event.to]}`
    case 'tracking':
      return `Sent with ${event.carrier}, tracking number ${event.number}`
    case 'note':
      return 'Note added'
    case 'refund':
      return `${money(event.amount, event.currency)} refunded in total`
    case 'attention':
      return attentionLabels[event.what]
    case 'settled':
      return 'Marked as resolved'
    case 'mail':
      return `The buyer was sent ${buyerMailLabels[event.mail]}`
    case 'unmailed':
      return `The buyer was not sent ${buyerMailLabels[event.mail]}: their address cannot be read`
    case 'erased':
      return 'Customer data erased'
  }
}

const cancelledWords = (returned: number): string =>
  returned === 0 ? 'Cancelled' : `Cancelled; ${returned === 1 ? '1 piece is' : `${returned} pieces are`} back in stock`

type Order = { status: OrderStatus; ships: boolean /** Not everything that was paid for was left. */; isShort: boolean }

/** The state of an order for its buyer, on pages and in mails. */
export function orderStateText({ status, ships, isShort }: Order): string {
  if (status === 'cancelled') return texts.cancelled
  if (isShort && status === 'paid') return texts.short
  return ships ? texts[status] : texts.nothingToSend
}
