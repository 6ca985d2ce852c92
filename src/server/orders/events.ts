import { asc, eq } from 'drizzle-orm'
import type { OrderEvent } from '#domain/orders/events.ts'
import { orderEvents } from '#server/commerce/orders-table.ts'
import type { ChangeContext, SiteTx } from '#server/db/in-site.ts'

/** Runs in the transaction of the change, so that both happen or neither. */
export async function recordOrderEvent(
  tx: SiteTx,
  orderId: string,
  event: OrderEvent,
  { userId, now }: ChangeContext,
): Promise<void> {
  await tx.insert(orderEvents).values({ orderId, kind: event.kind, details: event, userId, createdAt: now })
}

export type StoredOrderEvent = { id: string; event: OrderEvent; userId: string | null; at: Date }

/** Oldest first. */
export function readOrderEvents(tx: SiteTx, orderId: string): Promise<StoredOrderEvent[]> {
  const { id, details, userId, createdAt } = orderEvents
  return tx
    .select({ id, event: details, userId, at: createdAt })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(createdAt), asc(id))
}
