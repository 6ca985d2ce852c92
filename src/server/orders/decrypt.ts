import { inArray } from 'drizzle-orm'
import type { PostalAddress, ShippingAddress } from '#domain/checkout/address.ts'
import { recordActivity } from '#server/activity/record.ts'
import { type Order, orderSealContext, orders } from '#server/commerce/orders-table.ts'
import { type Sealer, UnreadableValueError } from '#server/crypto/sealer.ts'
import type { EditContext, SiteTx } from '#server/db/in-site.ts'

type Opener = Pick<Sealer, 'open'>
type SealedOrder = Pick<
  Order,
  'id' | 'websiteId' | 'customerEmail' | 'customerName' | 'shippingAddress' | 'country' | 'erasedAt'
>

export type OrderCustomer = { email: string; name: string; address: ShippingAddress | null }

/** The buyer of an order, or why it cannot be read. `erased`: the buyer's data was deleted on request. */
export type DecryptedCustomer = { customer: OrderCustomer } | { unreadable: UnreadableValueError['reason'] | 'erased' }

export type DecryptedOrder = { id: string; number: string; opened: DecryptedCustomer }

/**
 * Opens the buyers of those of these orders that this website has. One that cannot be read does not stop the others. The
 * activity log records who opened which orders, never the data.
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
  await logDecryption(tx, found, context)
  return found.map((order) => ({ id: order.id, number: order.orderNumber, opened: decryptCustomer(sealer, order) }))
}

type OrderName = Pick<Order, 'id' | 'orderNumber'>

/** Runs in the transaction that reads the orders, so that no data is shown without a log entry. */
export async function logDecryption(
  tx: SiteTx,
  found: readonly OrderName[],
  { userId, now }: EditContext,
): Promise<void> {
  const numbers = found.map(({ orderNumber }) => orderNumber).sort()
  if (!found.length) return
  const resource =
    found.length === 1
      ? { resourceId: found[0]!.id, resourceName: numbers[0]! }
      : { resourceName: inShort(numbers), details: { orders: numbers } }
  await recordActivity(tx, { resourceType: 'order', action: 'decrypted', userId, ...resource }, now)
}

const inShort = (numbers: string[]): string =>
  numbers.length <= 10 ? numbers.join(', ') : `${numbers.length} orders from ${numbers[0]} to ${numbers.at(-1)}`

/** Opens all fields or none. The caller writes the log entry where a person sees the data. */
export function decryptCustomer(sealer: Opener, order: SealedOrder): DecryptedCustomer {
  if (order.erasedAt) return { unreadable: 'erased' }
  const openColumn = (column: string, box: Buffer) =>
    sealer.open(orderSealContext(order.websiteId, column, order.id), box)
  try {
    const address: PostalAddress | null =
      order.shippingAddress && JSON.parse(openColumn('shipping_address', order.shippingAddress))
    return {
      customer: {
        email: openColumn('customer_email', order.customerEmail),
        name: openColumn('customer_name', order.customerName),
        address: address && { ...address, country: order.country },
      },
    }
  } catch (error) {
    if (error instanceof UnreadableValueError) return { unreadable: error.reason }
    throw error
  }
}
