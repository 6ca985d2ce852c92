import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { lowStockLimit } from '#domain/products/product.ts'
import { variantName } from '#domain/products/shop-product.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { isStockItemForSaleSql } from '#server/products/admin-queries.ts'
import { freeStockSql } from '#server/products/stock.ts'
import { products, productVariants, stockItems } from '#server/products/table.ts'

export type LowStockItem = { id: string; name: string; variant: string | null; left: number }

/** `counted`: how many stock items of published products there are at all. */
export type LowStock = { count: number; counted: number; first: LowStockItem[] }

/** Stock items of published products with few or no pieces left, the lowest stock first. */
export async function lowStockItems(tx: SiteTx, max: number): Promise<LowStock> {
  const counted = await tx.$count(
    stockItems,
    inArray(
      stockItems.productId,
      tx.select({ id: products.id }).from(products).where(eq(products.status, 'published')),
    ),
  )
  const rows = await tx
    .select({
      id: stockItems.id,
      name: products.name,
      options: productVariants.options,
      left: freeStockSql.mapWith(Number),
      count: sql`count(*) over ()`.mapWith(Number),
    })
    .from(stockItems)
    .innerJoin(products, eq(products.id, stockItems.productId))
    .leftJoin(productVariants, eq(productVariants.id, stockItems.variantId))
    .where(and(isStockItemForSaleSql, eq(products.status, 'published'), sql`${freeStockSql} <= ${lowStockLimit}`))
    .orderBy(asc(freeStockSql), asc(sql`lower(${products.name})`), asc(stockItems.id))
    .limit(max)
  return {
    count: rows[0]?.count ?? 0,
    counted,
    first: rows.map(({ id, name, options, left }) => ({ id, name, variant: options && variantName(options), left })),
  }
}
