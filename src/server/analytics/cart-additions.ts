import { sql } from 'drizzle-orm'
import type { LocalDate } from '#domain/time/local-time.ts'
import { cartAdditions } from '#server/analytics/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** Counts additions to a cart. Sorted by id, so that two transactions never deadlock. */
export async function countCartAdditions(tx: SiteTx, productIds: readonly string[], day: LocalDate): Promise<void> {
  if (!productIds.length) return
  await tx
    .insert(cartAdditions)
    .values([...productIds].sort().map((productId) => ({ productId, day, added: 1 })))
    .onConflictDoUpdate({
      target: [cartAdditions.websiteId, cartAdditions.day, cartAdditions.productId],
      set: { added: sql`${cartAdditions.added} + 1` },
    })
}
