import type { OrderStatus } from '#domain/orders/order.ts'
import { orderStateTexts as texts } from '#domain/texts/our-words.ts'

type Order = { status: OrderStatus; ships: boolean /** Not everything that was paid for was left. */; isShort: boolean }

/** What a buyer is told about where an order is, on pages and in mails, however long after. */
export function whereabouts({ status, ships, isShort }: Order): string {
  if (status === 'cancelled') return texts.cancelled
  if (isShort && status === 'paid') return texts.short
  return ships ? texts[status] : texts.nothingToSend
}
