import { and, asc, eq, inArray } from 'drizzle-orm'
import { type AvailableLine, checkCart } from '#domain/checkout/check-cart.ts'
import { stockHoldMs } from '#domain/checkout/checkout.ts'
import { priceCart } from '#domain/checkout/price-cart.ts'
import type { OrderEvent } from '#domain/orders/events.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import { type RequiredStock, stockKeyText } from '#domain/products/availability.ts'
import { shippingOptionsFor } from '#domain/sites/shop-rules.ts'
import type { Site } from '#domain/sites/site.ts'
import { holdStockFor } from '#server/checkout/holds.ts'
import { customerSealContext } from '#server/checkout/lifecycle.ts'
import { generateOrderReference } from '#server/checkout/reference.ts'
import { checkouts } from '#server/commerce/checkout-table.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { orders } from '#server/commerce/orders-table.ts'
import { newId } from '#server/db/id.ts'
import { asRole, type SiteTx } from '#server/db/in-site.ts'
import { grantRights, withdrawRights } from '#server/downloads/rights.ts'
import { recordOrderEvent } from '#server/orders/events.ts'
import { placeOrder } from '#server/orders/place-order.ts'
import { paymentIntentIdOf } from '#server/payments/sandbox/objects.ts'
import { sandboxId } from '#server/payments/sandbox/store.ts'
import { type Offer, readOffers, snapshotOfferContents } from '#server/products/offers.ts'
import { correctStock, returnStock } from '#server/products/stock.ts'
import { products, productVariants, stockItems } from '#server/products/table.ts'
import { type DemoOrder, demoOrders } from '#sites/musician/demo/orders.ts'

const day = 86_400_000

type DemoOrderContext = {
  site: Pick<Site, 'siteId' | 'currency' | 'shop'>
  commerce: Pick<CommerceDeps, 'sealer' | 'blindIndex' | 'nameIndexes' | 'deriveKey'>
  userId: string
  now: Date
}

type Line = AvailableLine<Offer>

/**
 * Past orders of the demo, with the stock movements that they need. The stock afterwards equals the stock before. Returns
 * the payments that the sandbox must know.
 */
export async function seedDemoOrders(
  tx: SiteTx,
  { site, commerce, userId, now }: DemoOrderContext,
): Promise<PastPayment[]> {
  const catalogue = await readOffersOnSale(tx)
  if (!catalogue.length) return []
  const past = demoOrders(now).map((order) => ({ order, lines: linesOf(order, catalogue) }))
  await deliver(
    tx,
    past.flatMap(({ lines }) => requiredStockOf(lines)),
    { userId, now: new Date(+now - 95 * day) },
  )
  const paid: PastPayment[] = []
  for (const [n, { order, lines }] of past.entries())
    paid.push(await placeDemoOrder(tx, { order, lines, n, site, commerce, userId }))
  return paid
}

export type PastPayment = {
  sessionId: string
  checkoutId: string
  amount: number
  currency: string
  paidAt: Date
}

/** The products on sale with all their variants. */
async function readOffersOnSale(tx: SiteTx): Promise<Offer[]> {
  const found = await tx
    .select({ productId: products.id, variantId: productVariants.id })
    .from(products)
    .leftJoin(productVariants, eq(productVariants.productId, products.id))
    .where(eq(products.status, 'published'))
    .orderBy(asc(products.slug), asc(productVariants.position))
  const { offers } = await readOffers(tx, found)
  return found.flatMap((each) => offers.get(stockKeyText(each)) ?? [])
}

function linesOf({ picks }: DemoOrder, catalogue: Offer[]): Line[] {
  const wanted = picks.map(({ at, quantity }) => ({ ...catalogue[at % catalogue.length]!, quantity }))
  const plain = wanted.map(({ productId, variantId, quantity }) => ({ productId, variantId, quantity }))
  const offers = new Map(catalogue.map((offer) => [stockKeyText(offer), offer]))
  // Enough stock for all past orders.
  return checkCart(plain, offers, () => 1_000).lines
}

const requiredStockOf = (lines: readonly Line[]): RequiredStock[] =>
  lines.flatMap(({ takes, quantity }) => takes.map((take) => ({ ...take, quantity: take.quantity * quantity })))

async function deliver(
  tx: SiteTx,
  all: readonly RequiredStock[],
  context: { userId: string; now: Date },
): Promise<void> {
  const sold = new Map<string, RequiredStock>()
  for (const each of all) {
    const before = sold.get(stockKeyText(each))?.quantity ?? 0
    sold.set(stockKeyText(each), { ...each, quantity: before + each.quantity })
  }
  const items = await tx
    .select()
    .from(stockItems)
    .where(
      inArray(
        stockItems.productId,
        [...sold.values()].map(({ productId }) => productId),
      ),
    )
  for (const item of items) {
    const more = sold.get(stockKeyText(item))?.quantity
    if (more) await correctStock(tx, item, item.onHand + more, context, { note: 'A box from the printer' })
  }
}

type OrderPlacement = Omit<DemoOrderContext, 'now'> & { order: DemoOrder; lines: Line[]; n: number }

async function placeDemoOrder(
  tx: SiteTx,
  { order, lines, n, site, commerce, userId }: OrderPlacement,
): Promise<PastPayment> {
  const { country, address, madeAt, status } = order
  const ships = lines.some(({ isDigital }) => !isDigital)
  const shippingOption = ships ? shippingOptionsFor(site.shop, country)[0]!.id : null
  const amounts = priceCart(lines, site.shop, { country, shippingOption })
  const [id, sessionId] = [newId(), sandboxId('cs_test', 'demo', site.siteId, String(n))]
  const { subtotal, shipping, vat, total } = amounts
  const customer = JSON.stringify({ email: order.email, name: order.name, address: ships ? address : null })
  const paymentIntent = paymentIntentIdOf(sessionId)
  const placed = await asRole(tx, 'checkout', async () => {
    const [checkout] = await tx
      .insert(checkouts)
      .values({
        id,
        country,
        subtotal,
        shipping,
        vat,
        total,
        sessionId,
        paymentIntent,
        key: `demo-${id}`,
        requestHash: 'demo',
        state: 'paid',
        reference: generateOrderReference(),
        lines: amounts.lines.map(({ total: _, ...line }, at) => ({ ...line, ...snapshotOfferContents(lines[at]!) })),
        customer: commerce.sealer.seal(customerSealContext(site.siteId, id), customer),
        shippingOption: amounts.shippingOption,
        currency: site.currency,
        createdAt: madeAt,
        expiresAt: new Date(+madeAt + stockHoldMs),
      })
      .returning()
    await holdStockFor(tx, id, requiredStockOf(lines))
    const made = await placeOrder(tx, commerce, checkout!, { sessionId, paymentIntent, now: madeAt })
    await grantRights(tx, commerce, { ...made, lines: checkout!.lines, rules: site.shop.downloads, now: madeAt })
    return made.order
  })
  const isSent = ships && (status === 'shipped' || status === 'delivered')
  const changes = {
    status: ships || status === 'cancelled' ? status : ('delivered' as const),
    updatedAt: new Date(+madeAt + day),
    ...(isSent && { trackingNumber: `MQ${String(100_000_000 + n * 7_919)}GB`, trackingCarrier: 'Royal Mail' }),
    ...(status === 'cancelled' && { refundedAmount: total }),
  }
  await tx
    .update(orders)
    .set(changes)
    .where(and(eq(orders.id, placed.id)))
  if (status === 'cancelled') {
    await returnStock(tx, placed.id, { userId, now: changes.updatedAt, note: 'The order was cancelled' })
    await withdrawRights(tx, placed.id, changes.updatedAt)
  }
  for (const { event, after } of eventsLeadingTo(changes, { total, currency: site.currency }))
    await recordOrderEvent(tx, placed.id, event, { userId, now: new Date(+madeAt + after) })
  return { sessionId, checkoutId: id, amount: total, currency: site.currency, paidAt: madeAt }
}

type CurrentState = { status: OrderStatus; trackingCarrier?: string; trackingNumber?: string }

/** The events that lead to a status, and how long after the order they happened. */
function eventsLeadingTo(
  { status, trackingCarrier: carrier, trackingNumber: number }: CurrentState,
  money: { total: number; currency: string },
) {
  const hour = day / 24
  const ways: Record<OrderStatus, OrderStatus[]> = {
    paid: [],
    processing: ['processing'],
    shipped: ['processing', 'shipped'],
    delivered: ['processing', 'shipped', 'delivered'],
    cancelled: ['cancelled'],
  }
  const past: { event: OrderEvent; after: number }[] = []
  for (const [n, to] of ways[status].entries()) {
    const after = [3 * hour, day, 4 * day][n]!
    if (to === 'shipped' && carrier && number) past.push({ event: { kind: 'tracking', carrier, number }, after })
    past.push({ event: { kind: 'status', from: ways[status][n - 1] ?? 'paid', to }, after })
    if (to === 'cancelled')
      past.push({ event: { kind: 'refund', amount: money.total, currency: money.currency }, after: after + hour })
  }
  return past
}
