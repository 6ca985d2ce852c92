import { sql } from 'drizzle-orm'
import type { LocalDate } from '#domain/time/zoned.ts'
import { cartAdditions } from '#server/analytics/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** Counts that these were put into a cart. In the order of their ids, so that two who count at once never wait in a circle. */
export async function countAdditions(tx: SiteTx, productIds: readonly string[], day: LocalDate): Promise<void> {
  if (!productIds.length) return
  await tx
    .insert(cartAdditions)
    .values([...productIds].sort().map((productId) => ({ productId, day, added: 1 })))
    .onConflictDoUpdate({
      target: [cartAdditions.websiteId, cartAdditions.day, cartAdditions.productId],
      set: { added: sql`${cartAdditions.added} + 1` },
    })
}
