import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { lineNameWithVariant } from '#domain/checkout/check-cart.ts'
import type { InventoryRequest } from '#domain/products/product-lists.ts'
import { variantName } from '#domain/products/shop-product.ts'
import { Refusal } from '#domain/refusal.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { containsWords, orderByDirection, pageOf } from '#server/db/list.ts'
import { isStockItemForSaleSql } from '#server/products/admin-queries.ts'
import { correctStock, freeStockSql, stockStateConditions } from '#server/products/stock.ts'
import { products, productVariants, stockItems, stockMovements } from '#server/products/table.ts'

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

const stockRows = (tx: SiteTx) =>
  tx
    .select(columns)
    .from(stockItems)
    .innerJoin(products, eq(products.id, stockItems.productId))
    .leftJoin(productVariants, eq(productVariants.id, stockItems.variantId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof stockRows>>[number]
type InventoryItem = Omit<Row, 'options'> & { variant: string | null }
const present = ({ options, ...row }: Row): InventoryItem => ({ ...row, variant: options && variantName(options) })

/** All stock items of products that are not archived, a page at a time. */
export async function findStockItems(
  tx: SiteTx,
  { q, stock, sort, direction, page, size }: InventoryRequest,
): Promise<{ items: InventoryItem[]; total: number }> {
  const byName = sql`lower(${products.name})`
  const { rows, total } = await pageOf(tx, {
    rows: stockRows(tx),
    from: sql`${stockItems} inner join ${products} on ${products.id} = ${stockItems.productId} left join ${productVariants} on ${productVariants.id} = ${stockItems.variantId}`,
    where: and(
      isStockItemForSaleSql,
      ne(products.status, 'archived'),
      containsWords(q, products.name, sql`array_to_string(${productVariants.options}, ' / ')`),
      stock && stockStateConditions(freeStockSql, freeStockSql)[stock],
    ),
    orderBy: [
      orderByDirection(direction, sort === 'left' ? freeStockSql : byName),
      asc(byName),
      asc(products.id),
      asc(productVariants.position),
    ],
    page,
    size,
  })
  return { items: rows.map(present), total }
}

async function stockItemById(tx: SiteTx, id: string): Promise<InventoryItem> {
  const [found] = await stockRows(tx).where(eq(stockItems.id, id))
  if (!found) throw new Refusal('not-found')
  return present(found)
}

/** Corrects the stock; refuses when it has changed since the administrator saw it. */
export async function correctStockItem(
  tx: SiteTx,
  id: string,
  { quantity, seen, note }: { quantity: number; seen: number; note: string | null },
  context: EditContext,
): Promise<InventoryItem> {
  const before = await stockItemById(tx, id)
  const { change } = await correctStock(tx, before, quantity, context, { note, expectedOnHand: seen })
  if (change !== 0) {
    const about = {
      resourceType: 'product',
      resourceId: before.productId,
      resourceName: lineNameWithVariant(before),
    } as const
    const changes = { stock: { before: seen, after: quantity } }
    await recordActivity(
      tx,
      { ...about, userId: context.userId, action: 'stock_corrected', details: { changes } },
      context.now,
    )
  }
  return stockItemById(tx, id)
}

export type Movement = Pick<
  typeof stockMovements.$inferSelect,
  'id' | 'change' | 'reason' | 'onHandAfter' | 'orderId' | 'userId' | 'note' | 'createdAt'
>

/** The stock movements of one item, newest first. */
export async function stockMovementsOf(
  tx: SiteTx,
  stockId: string,
  { page, size }: { page: number; size: number },
): Promise<{ item: InventoryItem; movements: Movement[]; total: number }> {
  const item = await stockItemById(tx, stockId)
  const { id, change, reason, onHandAfter, orderId, userId, note, createdAt } = stockMovements
  const { rows, total } = await pageOf(tx, {
    rows: tx
      .select({ id, change, reason, onHandAfter, orderId, userId, note, createdAt })
      .from(stockMovements)
      .$dynamic(),
    from: stockMovements,
    where: eq(stockMovements.stockId, stockId),
    orderBy: [desc(createdAt), desc(id)],
    page,
    size,
  })
  return { item, movements: rows, total }
}
