import { and, desc, eq, exists, gte, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { OrderQuery } from '#domain/orders/lookup.ts'
import type { OrderSort } from '#domain/orders/order-list.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import type { ProductType } from '#domain/products/product.ts'
import type { SortDirection } from '#domain/ui/list.ts'
import { type Order, orderItems, orders } from '#server/commerce/orders-table.ts'
import type { Database } from '#server/db/database.ts'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { containsWords, orderByDirection, pageOf } from '#server/db/list.ts'
import { hasNameWords } from '#server/orders/name-index.ts'
import { isAwaitingParcelSql, needsAttentionSql } from '#server/orders/needs-attention.ts'
import { products } from '#server/products/table.ts'

export type OrderSearch = {
  query?: Exclude<OrderQuery, { by: 'email' }> | { by: 'index'; emailIndex: Buffer } | undefined
  /** Indexes of the words that the customer's name must have. */
  name?: readonly Buffer[] | undefined
  status?: OrderStatus | undefined
  kind?: ProductType | undefined
  since?: Date | undefined
  until?: Date | undefined
  attention?: 'needed' | 'to-pack' | undefined
  numbers?: readonly string[] | undefined
}

export type ListedItem = { name: string; variant: string | null; quantity: number; isDigital: boolean }
export type ListedOrder = Order & { items: ListedItem[] }

const orderColumns = {
  created: [orders.createdAt, orders.id],
  status: [orders.status, orders.createdAt, orders.id],
  total: [orders.totalAmount, orders.createdAt, orders.id],
} as const

type PageOptions = { page: number; size: number; now: Date; sort?: OrderSort; direction?: SortDirection }

/**
 * A page of orders, newest first unless sorted otherwise. The ids come from an index-only scan that starts at the nearer end of the list; only
 * the rows of the page are read in full.
 */
export async function findOrders(
  tx: SiteTx,
  search: OrderSearch,
  { page, size, now, sort = 'created', direction = 'down' }: PageOptions,
): Promise<{ orders: ListedOrder[]; total: number }> {
  const orderedBy = (towards: SortDirection) => orderColumns[sort].map((column) => orderByDirection(towards, column))
  const where = await conditionOf(tx, search)
  const { rows, total } = await pageOf(tx, {
    rows: tx.select({ id: orders.id }).from(orders).$dynamic(),
    total: await countOrders(tx, where, now),
    where,
    orderBy: orderedBy(direction),
    backwards: orderedBy(direction === 'up' ? 'down' : 'up'),
    page,
    size,
  })
  const found = new Map((await ordersByIds(tx, ids(rows))).map((order) => [order.id, order]))
  return { orders: rows.flatMap(({ id }) => found.get(id) ?? []), total }
}

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Orders with their items, newest first. */
export async function ordersByIds(tx: SiteTx, wanted: readonly string[]): Promise<ListedOrder[]> {
  if (!wanted.length) return []
  const rows = await tx
    .select()
    .from(orders)
    .where(inArray(orders.id, [...wanted]))
    .orderBy(desc(orders.createdAt), desc(orders.id))
  const { orderId, productName: name, variantName: variant, quantity, isDigital, position } = orderItems
  const items = await tx
    .select({ orderId, name, variant, quantity, isDigital })
    .from(orderItems)
    .where(inArray(orderId, [...wanted]))
    .orderBy(orderId, position)
  const of = Map.groupBy(items, (item) => item.orderId)
  return rows.map((row) => ({ ...row, items: (of.get(row.id) ?? []).map(({ orderId: _, ...item }) => item) }))
}

/** Keyset cursor. The time is PostgreSQL's text: it has microseconds, a `Date` does not. */
export type OrderCursor = { at: string; id: string }

/** The next orders after the cursor, newest first, and the new cursor. */
export async function ordersAfter(
  tx: SiteTx,
  search: OrderSearch,
  { after, size }: { after: OrderCursor | null; size: number },
): Promise<{ orders: ListedOrder[]; last: OrderCursor | null }> {
  const older = after && sql`(${orders.createdAt}, ${orders.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
  const marks = await tx
    .select({ id: orders.id, at: sql<string>`${orders.createdAt}::text` })
    .from(orders)
    .where(and(await conditionOf(tx, search), older ?? undefined))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(size)
  return { orders: await ordersByIds(tx, ids(marks)), last: marks.at(-1) ?? null }
}

async function conditionOf(tx: SiteTx, search: OrderSearch): Promise<SQL | undefined> {
  const { name, status, kind, since, until, attention, numbers } = search
  return and(
    await queryCondition(tx, search.query),
    status && eq(orders.status, status),
    since && gte(orders.createdAt, since),
    until && lt(orders.createdAt, until),
    name && hasNameWords(tx, name),
    attention && { needed: needsAttentionSql, 'to-pack': isAwaitingParcelSql(tx) }[attention],
    numbers && inArray(orders.orderNumber, [...numbers]),
    kind && containsProducts(tx, await productIds(tx, eq(products.productType, kind))),
  )
}

async function queryCondition(tx: SiteTx, query: OrderSearch['query']): Promise<SQL | undefined> {
  switch (query?.by) {
    case undefined:
      return undefined
    case 'index':
      return eq(orders.emailIndex, query.emailIndex)
    case 'payment':
      return query.id.startsWith('pi_')
        ? eq(orders.stripePaymentIntent, query.id)
        : eq(orders.stripeSessionId, query.id)
    case 'code': {
      const named = await productIds(tx, containsWords(query.words, products.name))
      return or(
        query.number ? eq(orders.orderNumber, query.number) : undefined,
        query.reference ? eq(orders.orderReference, query.reference) : undefined,
        named.length ? containsProducts(tx, named) : undefined,
      )
    }
    case 'product':
      return containsProducts(tx, await productIds(tx, containsWords(query.words, products.name)))
  }
}

/** Searches current product names; the order may have been placed under an earlier name. */
async function productIds(tx: SiteTx, which: SQL | undefined): Promise<string[]> {
  const found = await tx.select({ id: products.id }).from(products).where(which)
  return found.map(({ id }) => id)
}

function containsProducts(tx: SiteTx, productIds: readonly string[]): SQL {
  if (!productIds.length) return sql`false`
  const { orderId, productId } = orderItems
  return exists(
    tx
      .select({ one: sql`1` })
      .from(orderItems)
      .where(and(eq(orderId, orders.id), inArray(productId, [...productIds]))),
  )
}

const hour = 3_600_000

/** How many orders a website had before a point in time. */
type CachedCount = { before: Date; count: number }
const cachedCounts = new WeakMap<Database, Map<string, CachedCount>>()

/**
 * Counts orders. Orders are never deleted and never backdated, so without a condition those older than an hour are
 * counted once per process and only the newer ones each time.
 */
export async function countOrders(tx: SiteTx, where: SQL | undefined, now: Date): Promise<number> {
  if (where) return (await countBoth(tx, where, now)).all
  const { database, websiteId } = scopeOf(tx)
  const sites = cachedCounts.get(database) ?? new Map<string, CachedCount>()
  cachedCounts.set(database, sites)
  const last = sites.get(websiteId)
  const before = new Date(+now - hour)
  const { all, old } = await countBoth(tx, last && gte(orders.createdAt, last.before), before)
  if (!last || last.before < before) sites.set(websiteId, { before, count: (last?.count ?? 0) + old })
  return (last?.count ?? 0) + all
}

/** One statement, so that no order is placed between the two counts. */
async function countBoth(tx: SiteTx, where: SQL | undefined, before: Date): Promise<{ all: number; old: number }> {
  const [found] = await tx
    .select({
      all: sql`count(*)`.mapWith(Number),
      old: sql`count(*) filter (where ${orders.createdAt} < ${before.toISOString()})`.mapWith(Number),
    })
    .from(orders)
    .where(where)
  return found!
}
