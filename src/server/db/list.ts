import { type AnyColumn, asc, count, desc, ilike, or, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgSelect, PgTable } from 'drizzle-orm/pg-core'
import type { SortDirection } from '#domain/ui/list.ts'
import type { SiteTx } from '#server/db/in-site.ts'

type PageOptions<Q extends PgSelect> = {
  /** The rows, as a `$dynamic()` select without condition and order. */
  rows: Q
  where: SQL | undefined
  orderBy: readonly SQL[]
  page: number
  size: number
} & (CountedTable | OwnCount)

/** The table of the rows, with the joins that `where` needs: the rows are counted there. */
type CountedTable = { from: PgTable | SQL; total?: never }

/** For a long list that counts its rows itself. With `backwards`, pages behind the middle are read from the end. */
type OwnCount = { total: number; backwards?: readonly SQL[] }

/** One page of a list, and how many rows all its pages have. */
export async function pageOf<Q extends PgSelect>(
  tx: SiteTx,
  options: PageOptions<Q>,
): Promise<{ rows: Awaited<Q>; total: number }> {
  const { rows, where, orderBy, page, size } = options
  const before = (page - 1) * size
  if (options.total === undefined) {
    const found = await readRowsOfPage(rows, where, orderBy, size, before)
    const [counted] = await tx.select({ total: count() }).from(options.from).where(where)
    return { rows: found, total: counted!.total }
  }
  const { total, backwards } = options
  const here = Math.min(size, total - before)
  if (here <= 0) return { rows: [] as Awaited<Q>, total }
  const after = total - before - here
  if (!backwards || before <= after) return { rows: await readRowsOfPage(rows, where, orderBy, here, before), total }
  const found = await readRowsOfPage(rows, where, backwards, here, after)
  return { rows: found.toReversed() as Awaited<Q>, total }
}

const readRowsOfPage = async <Q extends PgSelect>(
  rows: Q,
  where: SQL | undefined,
  orderBy: readonly SQL[],
  limit: number,
  offset: number,
): Promise<Awaited<Q>> =>
  (await rows
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset)) as Awaited<Q>

export const orderByDirection = (direction: SortDirection, by: AnyColumn | SQLWrapper): SQL =>
  direction === 'up' ? asc(by) : desc(by)

/** Rows in which one of these columns contains the words, ignoring case; without words, all rows. */
export function containsWords(words: string | undefined, ...columns: (AnyColumn | SQLWrapper)[]): SQL | undefined {
  if (!words) return undefined
  // `%`, `_` and `\\` are special in a LIKE pattern.
  const pattern = `%${words.replaceAll(/[%_\\]/g, '\\$&')}%`
  return or(...columns.map((column) => ilike(column as AnyColumn, pattern)))
}
