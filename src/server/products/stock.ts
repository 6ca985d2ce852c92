import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { lineNameWithVariant } from '#domain/checkout/check-cart.ts'
import {
  freePieces,
  mergeStockLines,
  type RequiredStock,
  type StockKey,
  stockKeyText,
} from '#domain/products/availability.ts'
import { lowStockLimit, type StockReason, type StockState } from '#domain/products/product.ts'
import { maxShownStock, variantName } from '#domain/products/shop-product.ts'
import { Refusal } from '#domain/refusal.ts'
import { newId } from '#server/db/id.ts'
import type { ChangeContext, SiteTx } from '#server/db/in-site.ts'
import { products, productVariants, stockItems, stockMovements } from '#server/products/table.ts'

/** A number of pieces of one stock item. */
export type StockAmount = { stockId: string; quantity: number }
type Row = StockKey & { id: string; onHand: number; held: number }

/**
 * Holds stock for a checkout, or refuses and names the missing item. Stock items are locked in the order of their ids,
 * so that two checkouts never wait for each other; `inSite` must be allowed to run the transaction again.
 */
export async function holdStock(tx: SiteTx, needed: readonly RequiredStock[]): Promise<StockAmount[]> {
  const wanted = mergeStockLines(needed)
  const rows = await lockStockItems(tx, stockItemsMatching(wanted))
  const found = new Map(rows.map((row) => [stockKeyText(row), row]))
  const taken: StockAmount[] = []
  for (const each of wanted) {
    const row = found.get(stockKeyText(each))
    const left = row ? freePieces(row) : 0
    if (!row || left < each.quantity) throw await tooFew(tx, each, left)
    taken.push({ stockId: row.id, quantity: each.quantity })
  }
  for (const { stockId, quantity } of taken) await adjustStock(tx, stockId, { held: quantity })
  return taken
}

/** Frees held stock for other buyers. */
export async function releaseStock(tx: SiteTx, held: readonly StockAmount[]): Promise<void> {
  await lockStockItems(tx, inArray(stockItems.id, idsOf(held)))
  for (const { stockId, quantity } of held) await adjustStock(tx, stockId, { held: -quantity })
}

/**
 * Takes paid items out of stock: the held pieces, or, when the hold has expired, free ones. Never takes more than there
 * are; returns the number of missing pieces.
 */
export async function sellStock(
  tx: SiteTx,
  sold: readonly (StockAmount & { isHeld: boolean })[],
  { orderId, now }: { orderId: string; now: Date },
): Promise<{ missing: number }> {
  const rows = new Map((await lockStockItems(tx, inArray(stockItems.id, idsOf(sold)))).map((row) => [row.id, row]))
  let missing = 0
  for (const { stockId, quantity, isHeld } of sold) {
    const row = rows.get(stockId)
    // An administrator may have corrected the stock below the held pieces: then the first buyer who pays gets it.
    const gone = Math.min(quantity, row ? (isHeld ? row.onHand : freePieces(row)) : 0)
    missing += quantity - gone
    if (!row) continue
    await adjustStock(tx, stockId, { held: isHeld ? -quantity : 0, onHand: -gone })
    await insertMovement(tx, {
      stockId,
      change: -gone,
      reason: 'sale',
      onHandAfter: row.onHand - gone,
      orderId,
      createdAt: now,
    })
  }
  return { missing }
}

/** Returns to stock what an order took and has not returned yet. For administrators. */
export async function returnStock(
  tx: SiteTx,
  orderId: string,
  { userId, now, note = null }: ChangeContext & { note?: string | null },
): Promise<StockAmount[]> {
  const ofOrder = eq(stockMovements.orderId, orderId)
  const { stockId } = stockMovements
  const before = await tx.selectDistinct({ stockId, quantity: sql<number>`0` }).from(stockMovements).where(ofOrder)
  const rows = await lockStockItems(tx, inArray(stockItems.id, idsOf(before)))
  // Counted after the lock: another return of the same order waits for the lock first.
  const out = await tx
    .select({ stockId, quantity: sql<string>`-sum(${stockMovements.change})` })
    .from(stockMovements)
    .where(ofOrder)
    .groupBy(stockId)
  const returned: StockAmount[] = []
  for (const row of rows) {
    const quantity = Number(out.find((each) => each.stockId === row.id)?.quantity ?? 0)
    if (quantity <= 0) continue
    await adjustStock(tx, row.id, { onHand: quantity })
    const about = { stockId: row.id, change: quantity, onHandAfter: row.onHand + quantity, createdAt: now }
    await insertMovement(tx, { ...about, reason: 'cancel', orderId, userId, note })
    returned.push({ stockId: row.id, quantity })
  }
  return returned
}

/**
 * Sets the stock on hand, held pieces included; creates a missing stock item. With `expectedOnHand`, refuses when
 * the stock has changed since the administrator saw it.
 */
export async function correctStock(
  tx: SiteTx,
  stockKey: StockKey,
  quantity: number,
  { userId, now }: ChangeContext,
  { note = null, expectedOnHand }: { note?: string | null; expectedOnHand?: number | undefined } = {},
): Promise<{ onHand: number; held: number; change: number }> {
  const isNew = await tx
    .insert(stockItems)
    .values({ id: newId(), productId: stockKey.productId, variantId: stockKey.variantId })
    .onConflictDoNothing()
    .returning({ id: stockItems.id })
  const [row] = await lockStockItems(tx, stockItemsMatching([stockKey]))
  if (!row) throw new Refusal('not-found')
  if (expectedOnHand !== undefined && expectedOnHand !== row.onHand) throw new Refusal('conflict')
  const difference = quantity - row.onHand
  if (difference !== 0) {
    await adjustStock(tx, row.id, { onHand: difference })
    const reason: StockReason = isNew.length ? 'initial' : 'correction'
    await insertMovement(tx, {
      stockId: row.id,
      change: difference,
      reason,
      onHandAfter: quantity,
      userId,
      note,
      createdAt: now,
    })
  }
  return { onHand: quantity, held: row.held, change: difference }
}

const columns = {
  id: stockItems.id,
  productId: stockItems.productId,
  variantId: stockItems.variantId,
  onHand: stockItems.onHand,
  held: stockItems.held,
}

/** Always in the order of their ids, against deadlocks. */
const lockStockItems = (tx: SiteTx, which: ReturnType<typeof or>): Promise<Row[]> =>
  tx.select(columns).from(stockItems).where(which).orderBy(stockItems.id).for('update')

const stockItemsMatching = (stockKeys: readonly StockKey[]) =>
  or(
    ...stockKeys.map(({ productId, variantId }) =>
      and(
        eq(stockItems.productId, productId),
        variantId === null ? isNull(stockItems.variantId) : eq(stockItems.variantId, variantId),
      ),
    ),
    // No keys, no rows.
    sql`false`,
  )

const idsOf = (taken: readonly StockAmount[]) => taken.map(({ stockId }) => stockId)

async function adjustStock(tx: SiteTx, stockId: string, { onHand = 0, held = 0 }: { onHand?: number; held?: number }) {
  if (onHand === 0 && held === 0) return
  await tx
    .update(stockItems)
    .set({ onHand: sql`${stockItems.onHand} + ${onHand}`, held: sql`${stockItems.held} + ${held}` })
    .where(eq(stockItems.id, stockId))
}

type Movement = typeof stockMovements.$inferInsert

async function insertMovement(tx: SiteTx, movement: Movement): Promise<void> {
  if (movement.change !== 0) await tx.insert(stockMovements).values(movement)
}

async function tooFew(tx: SiteTx, { productId, variantId }: StockKey, left: number): Promise<Refusal> {
  const [found] = await tx
    .select({ name: products.name, options: productVariants.options })
    .from(products)
    .leftJoin(
      productVariants,
      and(eq(productVariants.productId, products.id), eq(productVariants.id, variantId ?? productId)),
    )
    .where(eq(products.id, productId))
  const name = lineNameWithVariant({
    name: found?.name ?? 'This',
    variant: found?.options ? variantName(found.options) : null,
  })
  const known = Math.min(left, maxShownStock)
  return new Refusal('sold-out', { values: { name, left: known }, facts: { left: known } })
}

/** `free` of the domain, as SQL. */
export const freeStockSql = sql<number>`greatest(${stockItems.onHand} - ${stockItems.held}, 0)`

/** A product with several stock items: by the highest and the lowest stock among them. */
export const stockStateConditions = (max: SQL, min: SQL): Record<StockState, SQL> => ({
  out: sql`${max} = 0`,
  low: sql`${max} > 0 and ${min} <= ${lowStockLimit}`,
  in: sql`${max} > 0`,
})
