import { and, asc, desc, eq, exists, gte, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Asked } from '#domain/orders/asked.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { ProductType } from '#domain/products/product.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { countOrders } from '#server/orders/count.ts'
import { isInNeed } from '#server/orders/in-need.ts'
import type { Order } from '#server/orders/place.ts'
import { orderItems, orders } from '#server/orders/table.ts'
import { products } from '#server/products/table.ts'

export type OrderSearch = {
  asked?: Exclude<Asked, { by: 'email' }> | { by: 'index'; emailIndex: Buffer } | undefined
  status?: OrderStatus | undefined
  kind?: ProductType | undefined
  since?: Date | undefined
  until?: Date | undefined
  /** Only those that somebody must look at. */
  attention?: boolean | undefined
  numbers?: readonly string[] | undefined
}

export type ListedItem = { name: string; variant: string | null; quantity: number; isDigital: boolean }
export type ListedOrder = Order & { items: ListedItem[] }

/**
 * A page of the orders, the newest first. The ids of a page are read off an index without a look at the rows, and from
 * whichever end of the list is nearer; only the orders of the page itself are read whole.
 */
export async function findOrders(
  tx: SiteTx,
  search: OrderSearch,
  { page, size, now }: { page: number; size: number; now: Date },
): Promise<{ orders: ListedOrder[]; total: number }> {
  const where = await wanted(tx, search)
  const total = await countOrders(tx, where, now)
  const before = (page - 1) * size
  const here = Math.min(size, total - before)
  if (here <= 0) return { orders: [], total }
  const after = total - before - here
  const turned = after < before ? asc : desc
  const ids = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(where)
    .orderBy(turned(orders.createdAt), turned(orders.id))
    .limit(here)
    .offset(Math.min(before, after))
  return {
    orders: await ordersOf(
      tx,
      ids.map(({ id }) => id),
    ),
    total,
  }
}

/** These orders with what is in them, the newest first. */
export async function ordersOf(tx: SiteTx, ids: readonly string[]): Promise<ListedOrder[]> {
  if (!ids.length) return []
  const rows = await tx
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(desc(orders.createdAt), desc(orders.id))
  const { orderId, productName: name, variantName: variant, quantity, isDigital, position } = orderItems
  const items = await tx
    .select({ orderId, name, variant, quantity, isDigital })
    .from(orderItems)
    .where(inArray(orderId, [...ids]))
    .orderBy(orderId, position)
  const of = Map.groupBy(items, (item) => item.orderId)
  return rows.map((row) => ({ ...row, items: (of.get(row.id) ?? []).map(({ orderId: _, ...item }) => item) }))
}

/** Where a reading of the orders has come to. In the database's own words: it counts finer than JavaScript does. */
export type OrderMark = { at: string; id: string }

/** So many orders from there on, the newest first, and where they end. */
export async function nextOrders(
  tx: SiteTx,
  search: OrderSearch,
  { after, size }: { after: OrderMark | null; size: number },
): Promise<{ orders: ListedOrder[]; last: OrderMark | null }> {
  const older = after && sql`(${orders.createdAt}, ${orders.id}) < (${after.at}::timestamptz, ${after.id}::uuid)`
  const marks = await tx
    .select({ id: orders.id, at: sql<string>`${orders.createdAt}::text` })
    .from(orders)
    .where(and(await wanted(tx, search), older ?? undefined))
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(size)
  const ids = marks.map(({ id }) => id)
  return { orders: await ordersOf(tx, ids), last: marks.at(-1) ?? null }
}

async function wanted(tx: SiteTx, search: OrderSearch): Promise<SQL | undefined> {
  const { status, kind, since, until, attention, numbers } = search
  return and(
    await askedFor(tx, search.asked),
    status && eq(orders.status, status),
    since && gte(orders.createdAt, since),
    until && lt(orders.createdAt, until),
    attention ? isInNeed : undefined,
    numbers && inArray(orders.orderNumber, [...numbers]),
    kind && containing(tx, await idsOf(tx, eq(products.productType, kind))),
  )
}

async function askedFor(tx: SiteTx, asked: OrderSearch['asked']): Promise<SQL | undefined> {
  switch (asked?.by) {
    case undefined:
      return undefined
    case 'index':
      return eq(orders.emailIndex, asked.emailIndex)
    case 'payment':
      return asked.id.startsWith('pi_')
        ? eq(orders.stripePaymentIntent, asked.id)
        : eq(orders.stripeSessionId, asked.id)
    case 'code': {
      const named = await idsOf(tx, called(asked.words))
      return or(
        asked.number ? eq(orders.orderNumber, asked.number) : undefined,
        asked.reference ? eq(orders.orderReference, asked.reference) : undefined,
        named.length ? containing(tx, named) : undefined,
      )
    }
    case 'product':
      return containing(tx, await idsOf(tx, called(asked.words)))
  }
}

const called = (words: string): SQL => ilike(products.name, `%${words.replaceAll(/[%_\\]/g, '\\$&')}%`)

/** A product is known by the name that it has now, also in orders that were placed when it had another. */
async function idsOf(tx: SiteTx, which: SQL): Promise<string[]> {
  const found = await tx.select({ id: products.id }).from(products).where(which)
  return found.map(({ id }) => id)
}

function containing(tx: SiteTx, productIds: readonly string[]): SQL {
  if (!productIds.length) return sql`false`
  const { orderId, productId } = orderItems
  return exists(
    tx
      .select({ one: sql`1` })
      .from(orderItems)
      .where(and(eq(orderId, orders.id), inArray(productId, [...productIds]))),
  )
}
