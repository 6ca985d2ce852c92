import { asc, eq, inArray } from 'drizzle-orm'
import type { Picture } from '#domain/images/picture.ts'
import { normalizeOrderNumber } from '#domain/orders/lookup.ts'
import { Refusal } from '#domain/refusal.ts'
import { uuidPattern } from '#domain/uuid.ts'
import { type Order, type OrderItem, orderItems, orders } from '#server/commerce/orders-table.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { type FileAt, picturesAt } from '#server/images/pictures.ts'
import { readOrderEvents, type StoredOrderEvent } from '#server/orders/events.ts'
import { productImages } from '#server/products/table.ts'

export type OrderDetails = {
  order: Order
  items: (OrderItem & { picture: Picture | null })[]
  events: StoredOrderEvent[]
}

/** An order with its items, their current pictures and its events. */
export async function orderDetails(tx: SiteTx, name: string, fileAt: FileAt): Promise<OrderDetails> {
  const order = await orderByNumberOrId(tx, name)
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.position))
  const pictureOf = await createFirstPictureLookup(
    tx,
    items.map(({ productId }) => productId),
    fileAt,
  )
  return {
    order,
    items: items.map((item) => ({ ...item, picture: pictureOf(item.productId) })),
    events: await readOrderEvents(tx, order.id),
  }
}

/** The first picture of each product. */
export async function createFirstPictureLookup(
  tx: SiteTx,
  productIds: readonly string[],
  fileAt: FileAt,
): Promise<(productId: string) => Picture | null> {
  const { productId, imageUrl, position } = productImages
  const images = await tx
    .select({ productId, imageUrl })
    .from(productImages)
    .where(inArray(productId, [...productIds]))
    .orderBy(asc(position))
  const first = new Map(images.toReversed().map((image) => [image.productId, image.imageUrl]))
  const pictureAt = await picturesAt(tx, [...first.values()], fileAt)
  return (id) => pictureAt(first.get(id) ?? null, null)
}

/** Screens know an order by its number, the activity log by its id. */
export async function orderByNumberOrId(tx: SiteTx, name: string): Promise<Order> {
  const is = uuidPattern.test(name) ? eq(orders.id, name) : eq(orders.orderNumber, normalizeOrderNumber(name))
  const [found] = await tx.select().from(orders).where(is)
  if (!found) throw new Refusal('order-not-found')
  return found
}

/** Locks the row until the end of the transaction: a second edit waits and then sees the first. */
export async function lockOrder(tx: SiteTx, id: string): Promise<Order> {
  const [found] = await tx.select().from(orders).where(eq(orders.id, id)).for('update')
  if (!found) throw new Refusal('order-not-found')
  return found
}

export const orderActivityFields = (
  { id, orderNumber }: Pick<Order, 'id' | 'orderNumber'>,
  { userId }: Pick<EditContext, 'userId'>,
) => ({ resourceType: 'order', resourceId: id, resourceName: orderNumber, userId }) as const

/** Order numbers by id. */
export async function orderNumbersOf(tx: SiteTx, ids: readonly string[]): Promise<Map<string, string>> {
  const { id, orderNumber: number } = orders
  const found = await tx
    .select({ id, number })
    .from(orders)
    .where(inArray(id, [...new Set(ids)]))
  return new Map(found.map((order) => [order.id, order.number]))
}
