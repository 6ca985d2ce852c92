import { eq } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import { protectCheckoutProducts } from '#server/checkout/holds.ts'
import { type Checkout, checkouts } from '#server/commerce/checkout-table.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { grantRights } from '#server/downloads/rights.ts'
import { failpoint } from '#server/failpoints.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { placeOrder } from '#server/orders/place-order.ts'

type Payment = Parameters<typeof placeOrder>[3]

/** The order, the download rights and the mails of a checkout that is paid. The caller has locked the checkout row. */
export async function placePaidOrder(
  tx: SiteTx,
  commerce: CommerceDeps,
  checkout: Checkout,
  payment: Payment,
): Promise<void> {
  await protectCheckoutProducts(tx, checkout)
  const { order, items } = await placeOrder(tx, commerce, checkout, payment)
  await failpoint('orders.placed')
  await grantRights(tx, commerce, {
    order,
    items,
    lines: checkout.lines,
    rules: await commerce.downloadLimits(tx),
    now: payment.now,
  })
  await enqueue(tx, commerce.mailJob, { orderId: order.id })
}

/** A checkout of nothing becomes an order without the payment provider, once. */
export async function settleFreeCheckout(commerce: CommerceDeps, id: string, now: Date): Promise<void> {
  await commerce.inCheckout(async (tx) => {
    const [checkout] = await tx.select().from(checkouts).where(eq(checkouts.id, id)).for('update')
    if (checkout?.state === 'paid') return
    if (checkout?.state !== 'open' || checkout.total !== 0 || +checkout.expiresAt <= +now)
      throw new Refusal('checkout-over')
    await tx.update(checkouts).set({ state: 'paid', network: null }).where(eq(checkouts.id, id))
    await placePaidOrder(tx, commerce, checkout, { sessionId: null, paymentIntent: null, now })
  })
}
