import type { CheckoutState } from '#domain/checkout/checkout.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import { type Checkout, customerPlace } from '#server/checkout/start.ts'
import { checkouts } from '#server/checkout/table.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Sealer } from '#server/crypto/sealer.ts'
import { newId } from '#server/db/id.ts'
import { type Order, orderPlace } from '#server/orders/place.ts'
import { orderItems, orders } from '#server/orders/table.ts'
import type { TestSite } from '#tests/database.ts'

type Parts = { sealer: Pick<Sealer, 'seal'>; keys: Pick<DerivedKeys, 'blindIndex'> }
type Begun = { email?: string; name?: string; state?: CheckoutState; now?: Date }
type Wanted = { email?: string; name?: string; status?: OrderStatus; productId?: string; now?: Date }

export const home = { line1: '1 Quay Street', line2: '', city: 'Bristol', region: '', postcode: 'BS1 4DJ' }

/** For tests: somebody has begun to pay, and this is how far it came. */
export function putCheckout(
  site: TestSite,
  { sealer }: Pick<Parts, 'sealer'>,
  { email = 'ann@example.com', name = 'Ann Lee', state = 'paid', now = new Date() }: Begun = {},
): Promise<Checkout> {
  const { websiteId } = site
  return site.as('checkout', async (tx) => {
    const id = newId()
    const [made] = await tx
      .insert(checkouts)
      .values({
        ...{ id, key: id, requestHash: id, reference: id, lines: [], state, createdAt: now, expiresAt: now },
        ...{ country: 'GB', currency: 'GBP', subtotal: 1_800, shipping: 395, vat: 365, total: 2_195 },
        customer: sealer.seal(
          customerPlace(websiteId, id),
          JSON.stringify({ email, name, address: home, country: 'GB' }),
        ),
      })
      .returning()
    return made!
  })
}

/** For tests: an order that is simply there, as the checkout would have left it. */
export async function putOrder(
  site: TestSite,
  { sealer, keys }: Parts,
  { email = 'ann@example.com', name = 'Ann Lee', status = 'paid', productId, now = new Date() }: Wanted = {},
): Promise<Order> {
  const { websiteId } = site
  const { id: checkoutId } = await putCheckout(site, { sealer }, { email, name, now })
  return site.as('checkout', async (tx) => {
    const id = newId()
    const sealed = (column: string, text: string) => sealer.seal(orderPlace(websiteId, column, id), text)
    const [made] = await tx
      .insert(orders)
      .values({
        ...{ id, checkoutId, status, country: 'GB', currency: 'GBP', createdAt: now },
        ...{ orderReference: id, stripeSessionId: id, updatedAt: now },
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
