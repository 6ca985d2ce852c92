import { and, eq, isNull } from 'drizzle-orm'
import type { Needed } from '#domain/products/availability.ts'
import type { Checkout } from '#server/checkout/start.ts'
import { checkoutProducts, stockHolds } from '#server/checkout/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { holdStock, releaseStock, sellStock } from '#server/products/stock.ts'
import { stockItems } from '#server/products/table.ts'

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

/** It is over and unpaid: its products can be deleted again. Money that still comes for a deleted one is for review. */
export async function releaseProducts(tx: SiteTx, checkoutId: string): Promise<void> {
  await tx.delete(checkoutProducts).where(eq(checkoutProducts.checkoutId, checkoutId))
}

/** A payment that came after all names its products again, parts of bundles included. */
export async function nameProducts(tx: SiteTx, { id, lines }: Pick<Checkout, 'id' | 'lines'>): Promise<void> {
  const held = await tx
    .select({ productId: stockItems.productId })
    .from(stockHolds)
    .innerJoin(stockItems, eq(stockItems.id, stockHolds.stockId))
    .where(eq(stockHolds.checkoutId, id))
  const sold = lines.flatMap(({ productId, downloads }) => [productId, ...downloads])
  const all = [...new Set([...sold, ...held.map(({ productId }) => productId)])].sort()
  await tx
    .insert(checkoutProducts)
    .values(all.map((productId) => ({ checkoutId: id, productId })))
    .onConflictDoNothing()
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
