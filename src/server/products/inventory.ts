import { and, asc, count, desc, eq, ilike, ne, or, sql } from 'drizzle-orm'
import { titleOf } from '#domain/checkout/checked.ts'
import type { StockState } from '#domain/products/product.ts'
import { variantName } from '#domain/products/shop-product.ts'
import { Refusal } from '#domain/refusal.ts'
import { record } from '#server/activity/actions.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { isSold } from '#server/products/find.ts'
import { freeStock, inState } from '#server/products/free-stock.ts'
import { correctStock } from '#server/products/stock.ts'
import { products, productVariants, stockItems, stockMovements } from '#server/products/table.ts'

export const inventorySorts = ['name', 'left'] as const
export type InventorySearch = {
  q?: string | undefined
  stock?: StockState | undefined
  sort: (typeof inventorySorts)[number]
  direction: 'up' | 'down'
  page: number
  size: number
}

const columns = {
  id: stockItems.id,
  productId: stockItems.productId,
  variantId: stockItems.variantId,
  name: products.name,
  status: products.status,
  options: productVariants.options,
  onHand: stockItems.onHand,
  held: stockItems.held,
}

const shelves = (tx: SiteTx) =>
  tx
    .select(columns)
    .from(stockItems)
    .innerJoin(products, eq(products.id, stockItems.productId))
    .leftJoin(productVariants, eq(productVariants.id, stockItems.variantId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof shelves>>[number]
export type InventoryItem = Omit<Row, 'options'> & { variant: string | null }
const present = ({ options, ...row }: Row): InventoryItem => ({ ...row, variant: options && variantName(options) })

/** Every shelf of what is not archived, a page at a time. */
export async function findShelves(
  tx: SiteTx,
  search: InventorySearch,
): Promise<{ items: InventoryItem[]; total: number }> {
  const like = search.q && `%${search.q.replaceAll(/[%_\\]/g, '\\$&')}%`
  const where = and(
    isSold,
    ne(products.status, 'archived'),
    like
      ? or(ilike(products.name, like), ilike(sql`array_to_string(${productVariants.options}, ' / ')`, like))
      : undefined,
    search.stock && inState(freeStock, freeStock)[search.stock],
  )
  const turned = search.direction === 'up' ? asc : desc
  const byName = sql`lower(${products.name})`
  const items = await shelves(tx)
    .where(where)
    .orderBy(
      turned(search.sort === 'left' ? freeStock : byName),
      asc(byName),
      asc(products.id),
      asc(productVariants.position),
    )
    .limit(search.size)
    .offset((search.page - 1) * search.size)
  const [counted] = await tx
    .select({ total: count() })
    .from(stockItems)
    .innerJoin(products, eq(products.id, stockItems.productId))
    .leftJoin(productVariants, eq(productVariants.id, stockItems.variantId))
    .where(where)
  return { items: items.map(present), total: counted!.total }
}

async function shelfById(tx: SiteTx, id: string): Promise<InventoryItem> {
  const [found] = await shelves(tx).where(eq(stockItems.id, id))
  if (!found) throw new Refusal('not-found')
  return present(found)
}

/** Somebody has counted. Whoever has not seen how many there were just now counts again. */
export async function countShelf(
  tx: SiteTx,
  id: string,
  { quantity, seen, note }: { quantity: number; seen: number; note: string | null },
  context: EditContext,
): Promise<InventoryItem> {
  const before = await shelfById(tx, id)
  const { change } = await correctStock(tx, before, quantity, context, { note, seen })
  if (change !== 0) {
    const about = { resourceType: 'product', resourceId: before.productId, resourceName: titleOf(before) } as const
    const changes = { stock: { before: seen, after: quantity } }
    await record(tx, { ...about, userId: context.userId, action: 'stock_corrected', details: { changes } }, context.now)
  }
  return shelfById(tx, id)
}

export type Movement = Pick<
  typeof stockMovements.$inferSelect,
  'id' | 'change' | 'reason' | 'onHandAfter' | 'orderId' | 'userId' | 'note' | 'createdAt'
>

/** What happened on a shelf, the newest first. */
export async function movementsOf(
  tx: SiteTx,
  stockId: string,
  { page, size }: { page: number; size: number },
): Promise<{ item: InventoryItem; movements: Movement[]; total: number }> {
  const item = await shelfById(tx, stockId)
  const { id, change, reason, onHandAfter, orderId, userId, note, createdAt } = stockMovements
  const where = eq(stockMovements.stockId, stockId)
  const movements = await tx
    .select({ id, change, reason, onHandAfter, orderId, userId, note, createdAt })
    .from(stockMovements)
    .where(where)
    .orderBy(desc(createdAt), desc(id))
    .limit(size)
    .offset((page - 1) * size)
  const [counted] = await tx.select({ total: count() }).from(stockMovements).where(where)
  return { item, movements, total: counted!.total }
}
