import type { OrderStatus } from '#domain/orders/order.ts'
import { customerPlace } from '#server/checkout/start.ts'
import { checkouts } from '#server/checkout/table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import { newId } from '#server/db/id.ts'
import { type Order, orderPlace } from '#server/orders/place.ts'
import { orderItems, orders } from '#server/orders/table.ts'
import type { TestSite } from '#tests/database.ts'

type Parts = { sealer: Pick<Sealer, 'seal'>; keys: Pick<DerivedKeys, 'blindIndex'> }
type Wanted = { email?: string; name?: string; status?: OrderStatus; productId?: string; now?: Date }

export const home = { line1: '1 Quay Street', line2: '', city: 'Bristol', region: '', postcode: 'BS1 4DJ' }

/** For tests: an order that is simply there, as the checkout would have left it. */
export function putOrder(
  site: TestSite,
  { sealer, keys }: Parts,
  { email = 'ann@example.com', name = 'Ann Lee', status = 'paid', productId, now = new Date() }: Wanted = {},
): Promise<Order> {
  const { websiteId } = site
  return site.as('checkout', async (tx) => {
    const [id, checkoutId] = [newId(), newId()]
    const sealed = (column: string, text: string) => sealer.seal(orderPlace(websiteId, column, id), text)
    const common = { country: 'GB', currency: 'GBP', createdAt: now }
    await tx.insert(checkouts).values({
      ...common,
      ...{ id: checkoutId, key: id, requestHash: id, reference: id, lines: [], state: 'paid', expiresAt: now },
      ...{ subtotal: 1_800, shipping: 395, vat: 365, total: 2_195 },
      customer: sealer.seal(
        customerPlace(websiteId, checkoutId),
        JSON.stringify({ email, name, address: home, country: 'GB' }),
      ),
    })
    const [made] = await tx
      .insert(orders)
      .values({
        ...common,
        ...{ id, checkoutId, status, orderReference: id, stripeSessionId: id, updatedAt: now },
        orderNumber: `260501-${id.slice(-6).toUpperCase()}`,
        ...{ subtotalAmount: 1_800, shippingAmount: 395, vatAmount: 365, totalAmount: 2_195 },
        customerEmail: sealed('customer_email', email),
        customerName: sealed('customer_name', name),
        shippingAddress: sealed('shipping_address', JSON.stringify(home)),
        emailIndex: keys.blindIndex(websiteId, email),
      })
      .returning()
    if (productId)
      await tx.insert(orderItems).values({
        ...{ orderId: id, productId, productName: 'Night Ferry', quantity: 1, unitPrice: 1_800, totalPrice: 1_800 },
        ...{ vatRate: 2_000, vatAmount: 300, isDigital: false, position: 0 },
      })
    return made!
  })
}
