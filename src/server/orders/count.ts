import { gte, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'
import { orders } from '#server/orders/table.ts'

const hour = 3_600_000

/** How many orders a website had before some moment. */
type Counted = { before: Date; count: number }
const known = new WeakMap<Database, Map<string, Counted>>()

/**
 * How many orders there are. No order is ever taken away, and none is placed in the past; so those that are older than
 * an hour are counted once in the life of a process, and only the newer ones each time.
 */
export async function countOrders(tx: SiteTx, where: SQL | undefined, now: Date): Promise<number> {
  if (where) return (await counted(tx, where, now)).all
  const { database, scope } = placeOf(tx)
  const sites = known.get(database) ?? new Map<string, Counted>()
  known.set(database, sites)
  const last = sites.get(scope.websiteId)
  const before = new Date(+now - hour)
  const { all, old } = await counted(tx, last && gte(orders.createdAt, last.before), before)
  if (!last || last.before < before) sites.set(scope.websiteId, { before, count: (last?.count ?? 0) + old })
  return (last?.count ?? 0) + all
}

/** In one statement, so that nobody places an order between the two counts. */
async function counted(tx: SiteTx, where: SQL | undefined, before: Date): Promise<{ all: number; old: number }> {
  const [found] = await tx
    .select({
      all: sql`count(*)`.mapWith(Number),
      old: sql`count(*) filter (where ${orders.createdAt} < ${before.toISOString()})`.mapWith(Number),
    })
    .from(orders)
    .where(where)
  return found!
}
