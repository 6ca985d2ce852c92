import { and, eq, isNull } from 'drizzle-orm'
import type { RequiredStock } from '#domain/products/availability.ts'
import { type Checkout, checkoutProducts, stockHolds } from '#server/commerce/checkout-table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { holdStock, releaseStock, sellStock } from '#server/products/stock.ts'
import { stockItems } from '#server/products/table.ts'

/** Holds all the stock that a checkout needs, or refuses. */
export async function holdStockFor(tx: SiteTx, checkoutId: string, needed: readonly RequiredStock[]): Promise<void> {
  const taken = await holdStock(tx, needed)
  if (taken.length) await tx.insert(stockHolds).values(taken.map((each) => ({ ...each, checkoutId })))
}

/** Releases what the checkout still holds. The caller has locked the checkout row. */
export async function releaseHolds(tx: SiteTx, checkoutId: string): Promise<void> {
  const released = await tx
    .update(stockHolds)
    .set({ outcome: 'released' })
    .where(and(eq(stockHolds.checkoutId, checkoutId), isNull(stockHolds.outcome)))
    .returning({ stockId: stockHolds.stockId, quantity: stockHolds.quantity })
  await releaseStock(tx, released)
}

/** After an unpaid checkout has ended its products can be deleted. A payment that still comes for a deleted one is reviewed. */
export async function releaseCheckoutProducts(tx: SiteTx, checkoutId: string): Promise<void> {
  await tx.delete(checkoutProducts).where(eq(checkoutProducts.checkoutId, checkoutId))
}

/** A late payment protects its products from deletion again, parts of bundles included. */
export async function protectCheckoutProducts(
  tx: SiteTx,
  { id, lines }: Pick<Checkout, 'id' | 'lines'>,
): Promise<void> {
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

/** Sells the held stock. Released holds are sold too as far as there is stock. */
export async function sellStockOfCheckout(
  tx: SiteTx,
  checkoutId: string,
  sale: { orderId: string; now: Date },
): Promise<{ missing: number }> {
  const holds = await tx.select().from(stockHolds).where(eq(stockHolds.checkoutId, checkoutId))
  const unsold = holds.filter(({ outcome }) => outcome !== 'sold')
  await tx.update(stockHolds).set({ outcome: 'sold' }).where(eq(stockHolds.checkoutId, checkoutId))
  return sellStock(
    tx,
    unsold.map(({ stockId, quantity, outcome }) => ({ stockId, quantity, isHeld: outcome === null })),
    sale,
  )
}
