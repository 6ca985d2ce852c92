import { asc, eq, inArray } from 'drizzle-orm'
import type { Picture } from '#domain/images/picture.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { type FileAt, picturesAt } from '#server/images/pictures.ts'
import { eventsOf, type ToldEvent } from '#server/orders/events.ts'
import { orderCalled } from '#server/orders/manage.ts'
import type { Order, OrderItem } from '#server/orders/place.ts'
import { orderItems } from '#server/orders/table.ts'
import { productImages } from '#server/products/table.ts'

export type WholeOrder = {
  order: Order
  items: (OrderItem & { picture: Picture | null })[]
  events: ToldEvent[]
}

/** An order with what is in it, as the shop shows that now, and with all that has happened to it. */
export async function wholeOrder(tx: SiteTx, name: string, fileAt: FileAt): Promise<WholeOrder> {
  const order = await orderCalled(tx, name)
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.position))
  const pictureOf = await firstPictures(
    tx,
    items.map(({ productId }) => productId),
    fileAt,
  )
  return {
    order,
    items: items.map((item) => ({ ...item, picture: pictureOf(item.productId) })),
    events: await eventsOf(tx, order.id),
  }
}

async function firstPictures(
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
