import { asc, eq } from 'drizzle-orm'
import type { OrderEvent } from '#domain/orders/events.ts'
import type { ChangeContext, SiteTx } from '#server/db/in-site.ts'
import { orderEvents } from '#server/orders/table.ts'

/** Part of the transaction that it tells of: written exactly if it happens. */
export async function tell(
  tx: SiteTx,
  orderId: string,
  event: OrderEvent,
  { userId, now }: ChangeContext,
): Promise<void> {
  await tx.insert(orderEvents).values({ orderId, kind: event.kind, details: event, userId, createdAt: now })
}

export type ToldEvent = { id: string; event: OrderEvent; userId: string | null; at: Date }

/** What has happened to an order, the oldest first. */
export function eventsOf(tx: SiteTx, orderId: string): Promise<ToldEvent[]> {
  const { id, details, userId, createdAt } = orderEvents
  return tx
    .select({ id, event: details, userId, at: createdAt })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(createdAt), asc(id))
}
