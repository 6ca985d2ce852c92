import { and, eq, isNull } from 'drizzle-orm'
import type { Needed } from '#domain/products/availability.ts'
import { stockHolds } from '#server/checkout/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { holdStock, releaseStock, sellStock } from '#server/products/stock.ts'

/** All that a checkout needs is kept for it, or it is refused. */
export async function holdFor(tx: SiteTx, checkoutId: string, needed: readonly Needed[]): Promise<void> {
  const taken = await holdStock(tx, needed)
  if (taken.length) await tx.insert(stockHolds).values(taken.map((each) => ({ ...each, checkoutId })))
}

/** Whatever is still kept for it is everybody's again. Whoever calls this holds the row of the checkout. */
export async function releaseHolds(tx: SiteTx, checkoutId: string): Promise<void> {
  const kept = await tx
    .update(stockHolds)
    .set({ outcome: 'released' })
    .where(and(eq(stockHolds.checkoutId, checkoutId), isNull(stockHolds.outcome)))
    .returning({ stockId: stockHolds.stockId, quantity: stockHolds.quantity })
  await releaseStock(tx, kept)
}

/** What was kept for it has been paid for; also when it was given away again since, if there is enough. */
export async function sellHeld(
  tx: SiteTx,
  checkoutId: string,
  about: { orderId: string; now: Date },
): Promise<{ missing: number }> {
  const holds = await tx.select().from(stockHolds).where(eq(stockHolds.checkoutId, checkoutId))
  const unsold = holds.filter(({ outcome }) => outcome !== 'sold')
  await tx.update(stockHolds).set({ outcome: 'sold' }).where(eq(stockHolds.checkoutId, checkoutId))
  return sellStock(
    tx,
    unsold.map(({ stockId, quantity, outcome }) => ({ stockId, quantity, isKept: outcome === null })),
    about,
  )
}
