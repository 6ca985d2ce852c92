import { type SQL, sql } from 'drizzle-orm'
import { few, type StockState } from '#domain/products/product.ts'
import { stockItems } from '#server/products/table.ts'

/** `free` of the domain, for the database to count with. */
export const freeStock = sql<number>`greatest(${stockItems.onHand} - ${stockItems.held}, 0)`

/** Of several shelves the fullest and the emptiest say it; one shelf is both. */
export const inState = (most: SQL, least: SQL): Record<StockState, SQL> => ({
  out: sql`${most} = 0`,
  low: sql`${most} > 0 and ${least} <= ${few}`,
  in: sql`${most} > 0`,
})
