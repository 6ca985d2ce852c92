import { type AnyColumn, asc, count, desc, ilike, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { Direction } from '#domain/ui/list.ts'
import type { SiteTx } from '#server/db/in-site.ts'

type PageOptions<Q extends PgSelect> = {
  /** The rows, as a `$dynamic()` select without condition and order. */
  rows: Q
  /** The table that they come from, with the joins that `where` needs: the rows are counted there. */
  from: PgTable | SQL
  where: SQL | undefined
  orderBy: readonly SQL[]
  page: number
  size: number
}

/** One page of a list, and how many rows all its pages have. */
export async function pageOf<Q extends PgSelect>(
  tx: SiteTx,
  { rows, from, where, orderBy, page, size }: PageOptions<Q>,
): Promise<{ rows: Awaited<Q>; total: number }> {
  const found = await rows
    .where(where)
    .orderBy(...orderBy)
    .limit(size)
    .offset((page - 1) * size)
  const [counted] = await tx.select({ total: count() }).from(from).where(where)
  return { rows: found as Awaited<Q>, total: counted!.total }
}

/** By this, in the direction that the list asks for. */
export const inDirection = (direction: Direction, by: AnyColumn | SQLWrapper): SQL =>
  direction === 'up' ? asc(by) : desc(by)

/** Rows in which one of these columns contains the words, in any case; without words, all rows. */
export function contains(words: string | undefined, ...columns: (AnyColumn | SQLWrapper)[]): SQL | undefined {
  if (!words) return undefined
  // In a LIKE pattern these characters stand for others, unless they are escaped.
  const pattern = `%${words.replaceAll(/[%_\\]/g, '\\$&')}%`
  return or(...columns.map((column) => ilike(column as AnyColumn, pattern)))
}
