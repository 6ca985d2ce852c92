import { eq, inArray } from 'drizzle-orm'
import { sellStockOfCheckout } from '#server/checkout/holds.ts'
import { decryptBuyer } from '#server/checkout/lifecycle.ts'
import { createOrderNumber } from '#server/checkout/reference.ts'
import type { Checkout } from '#server/commerce/checkout-table.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { type Order, type OrderItem, orderItems, orderSealContext, orders } from '#server/commerce/orders-table.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { indexCustomerName } from '#server/orders/name-index.ts'
import { products } from '#server/products/table.ts'

/** Without a session nothing was to be paid. */
type Payment = { sessionId: string | null; paymentIntent: string | null; now: Date }

/**
 * Turns a paid checkout into an order and sells its held stock. The caller has locked the checkout row, so it happens
 * once. When stock is missing the order is made all the same and marked for attention.
 */
export async function placeOrder(
  tx: SiteTx,
  { sealer, blindIndex, nameIndexes }: Pick<CommerceDeps, 'sealer' | 'blindIndex' | 'nameIndexes'>,
  checkout: Checkout,
  { sessionId, paymentIntent, now }: Payment,
): Promise<{ order: Order; items: OrderItem[] }> {
  const { websiteId, currency, country, shippingOption, reference } = checkout
  const { email, name, address } = decryptBuyer(sealer, checkout)
  const id = newId()
  const { missing } = await sellStockOfCheckout(tx, checkout.id, { orderId: id, now })
  const seal = (column: string, text: string) => sealer.seal(orderSealContext(websiteId, column, id), text)
  const [order] = await tx
    .insert(orders)
    .values({
      id,
      currency,
      country,
      shippingOption,
      checkoutId: checkout.id,
      orderReference: reference,
      orderNumber: await freeNumber(tx, checkout),
      attention: missing > 0 ? 'stock-gone' : null,
      customerEmail: seal('customer_email', email),
      customerName: seal('customer_name', name),
      shippingAddress: address && seal('shipping_address', JSON.stringify(address)),
      emailIndex: blindIndex(websiteId, email),
      isNameIndexed: true,
      subtotalAmount: checkout.subtotal,
      shippingAmount: checkout.shipping,
      vatAmount: checkout.vat,
      totalAmount: checkout.total,
      stripeSessionId: sessionId,
      stripePaymentIntent: paymentIntent,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  await indexCustomerName(tx, { nameIndexes }, order!, name)
  return { order: order!, items: await itemsOf(tx, checkout, id) }
}

async function itemsOf(tx: SiteTx, { lines }: Checkout, orderId: string): Promise<OrderItem[]> {
  const ids = lines.map(({ productId }) => productId)
  const found = await tx
    .select({ id: products.id, digitalMetadata: products.digitalMetadata })
    .from(products)
    .where(inArray(products.id, ids))
  const metadataOf = new Map(found.map(({ id, digitalMetadata }) => [id, digitalMetadata]))
  return tx
    .insert(orderItems)
    .values(
      lines.map((line, position) => ({
        orderId,
        position,
        productId: line.productId,
        variantId: line.variantId,
        productName: line.name,
        variantName: line.variant,
        quantity: line.quantity,
        unitPrice: line.unitPrice,
        minimumPrice: line.minimumPrice ?? null,
        totalPrice: line.unitPrice * line.quantity,
        vatRate: line.vatRate,
        vatAmount: line.vat,
        isDigital: line.isDigital,
        parts: line.parts ?? [],
        digitalMetadata: metadataOf.get(line.productId) ?? null,
      })),
    )
    .returning()
}

async function freeNumber(tx: SiteTx, { id, createdAt }: Checkout): Promise<string> {
  for (let attempt = 0; ; attempt++) {
    const number = createOrderNumber(id, createdAt, attempt)
    const [taken] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.orderNumber, number))
    if (!taken) return number
  }
}
