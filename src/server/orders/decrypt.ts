import { inArray } from 'drizzle-orm'
import type { PostalAddress, ShippingAddress } from '#domain/checkout/address.ts'
import { record } from '#server/activity/actions.ts'
import { type Sealer, Unreadable } from '#server/crypto/sealer.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'
import { type Order, orderPlace } from '#server/orders/place.ts'
import { orders } from '#server/orders/table.ts'

type Opener = Pick<Sealer, 'open'>
type SealedOrder = Pick<
  Order,
  'id' | 'websiteId' | 'customerEmail' | 'customerName' | 'shippingAddress' | 'country' | 'erasedAt'
>

export type OrderCustomer = { email: string; name: string; address: ShippingAddress | null }

/** Who made an order, or why that cannot be told. `erased`: they asked to be forgotten. */
export type OpenedCustomer = { customer: OrderCustomer } | { unreadable: Unreadable['why'] | 'erased' }

export type DecryptedOrder = { id: string; number: string; opened: OpenedCustomer }

/**
 * Who made these orders, of those that this website has. One that cannot be read stops none of the others. Who has
 * looked at which is noted, and never what they saw.
 */
export async function decryptOrders(
  tx: SiteTx,
  sealer: Opener,
  ids: readonly string[],
  context: EditContext,
): Promise<DecryptedOrder[]> {
  const { id, websiteId, orderNumber, customerEmail, customerName, shippingAddress, country, erasedAt } = orders
  const found = await tx
    .select({ id, websiteId, orderNumber, customerEmail, customerName, shippingAddress, country, erasedAt })
    .from(orders)
    .where(inArray(id, [...new Set(ids)]))
  await noteDecrypted(tx, found, context)
  return found.map((order) => ({ id: order.id, number: order.orderNumber, opened: openCustomer(sealer, order) }))
}

type Named = Pick<Order, 'id' | 'orderNumber'>

/** Part of the transaction that reads them: whose customers somebody was shown. */
export async function noteDecrypted(tx: SiteTx, found: readonly Named[], { userId, now }: EditContext): Promise<void> {
  const numbers = found.map(({ orderNumber }) => orderNumber).sort()
  if (!found.length) return
  const about =
    found.length === 1
      ? { resourceId: found[0]!.id, resourceName: numbers[0]! }
      : { resourceName: inShort(numbers), details: { orders: numbers } }
  await record(tx, { resourceType: 'order', action: 'decrypted', userId, ...about }, now)
}

const inShort = (numbers: string[]): string =>
  numbers.length <= 10 ? numbers.join(', ') : `${numbers.length} orders from ${numbers[0]} to ${numbers.at(-1)}`

/** For programs that have noted who asks; all of it or nothing. */
export function openCustomer(sealer: Opener, order: SealedOrder): OpenedCustomer {
  if (order.erasedAt) return { unreadable: 'erased' }
  const opened = (column: string, box: Buffer) => sealer.open(orderPlace(order.websiteId, column, order.id), box)
  try {
    const address: PostalAddress | null =
      order.shippingAddress && JSON.parse(opened('shipping_address', order.shippingAddress))
    return {
      customer: {
        email: opened('customer_email', order.customerEmail),
        name: opened('customer_name', order.customerName),
        address: address && { ...address, country: order.country },
      },
    }
  } catch (error) {
    if (error instanceof Unreadable) return { unreadable: error.why }
    throw error
  }
}
