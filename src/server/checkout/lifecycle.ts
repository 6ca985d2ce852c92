import { and, eq, inArray } from 'drizzle-orm'
import type { BuyerContact, PostalAddress } from '#domain/checkout/address.ts'
import { stockHoldMs } from '#domain/checkout/checkout.ts'
import { Refusal } from '#domain/refusal.ts'
import { releaseCheckoutProducts, releaseHolds } from '#server/checkout/holds.ts'
import { type Checkout, checkouts } from '#server/commerce/checkout-table.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { orders } from '#server/commerce/orders-table.ts'
import type { SealContext, Sealer } from '#server/crypto/sealer.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** The address is null when everything in the order is downloaded. */
type Buyer = BuyerContact & { address: PostalAddress | null }

/** The buyer gives up: closes the payment session and releases the stock. */
export async function cancelCheckout(
  { inCheckout, provider }: Pick<CommerceDeps, 'inCheckout' | 'provider'>,
  key: string,
  onStockChange: () => void,
): Promise<void> {
  const checkout = await inCheckout((tx) => checkoutByKey(tx, key))
  if (checkout?.state !== 'open') return
  if (checkout.sessionId) {
    // When the provider does not answer, the session stays payable. A payment that still comes takes what stock is left.
    const session = await provider.closeSession(checkout.sessionId).catch(nullIfUnavailable)
    // Paid at the last moment: the webhook will place the order.
    if (session?.state === 'complete') return
  }
  await inCheckout((tx) => endCheckout(tx, checkout.id, 'cancelled')).finally(onStockChange)
}

function nullIfUnavailable(error: unknown): null {
  if (error instanceof Refusal && error.reason === 'payment-unavailable') return null
  throw error
}

/** The buyer has left for the payment page: extends the hold to the time that a payment takes. */
export async function extendHold(tx: SiteTx, key: string, now: Date): Promise<void> {
  const found = await checkoutByKey(tx, key)
  if (found?.state !== 'open' || +found.expiresAt <= +now) return
  const expiresAt = new Date(Math.max(+found.expiresAt, +found.createdAt + stockHoldMs))
  await tx
    .update(checkouts)
    .set({ expiresAt })
    .where(and(eq(checkouts.id, found.id), eq(checkouts.state, 'open')))
}

/** Ends an open checkout without payment. Returns false when it was not open any more. */
export async function endCheckout(tx: SiteTx, id: string, state: 'cancelled' | 'expired'): Promise<boolean> {
  const [found] = await tx.select({ state: checkouts.state }).from(checkouts).where(eq(checkouts.id, id)).for('update')
  if (found?.state !== 'open') return false
  await tx.update(checkouts).set({ state, network: null }).where(eq(checkouts.id, id))
  await releaseHolds(tx, id)
  await releaseCheckoutProducts(tx, id)
  return true
}

/** The site has orders, or payments that may become some. Those of the demo do not count. */
export async function hasTakenOrders(tx: SiteTx): Promise<boolean> {
  const [ordered] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.isDemo, false)).limit(1)
  if (ordered) return true
  const paying = inArray(checkouts.state, ['open', 'review'])
  const [checkout] = await tx.select({ id: checkouts.id }).from(checkouts).where(paying).limit(1)
  return checkout !== undefined
}

export async function checkoutByKey(tx: SiteTx, key: string): Promise<Checkout | null> {
  const [found] = await tx.select().from(checkouts).where(eq(checkouts.key, key))
  return found ?? null
}

export const customerSealContext = (websiteId: string, rowId: string): SealContext => ({
  websiteId,
  table: 'checkouts',
  column: 'customer',
  rowId,
})

export const decryptBuyer = (sealer: Pick<Sealer, 'open'>, { websiteId, id, customer }: Checkout): Buyer =>
  JSON.parse(sealer.open(customerSealContext(websiteId, id), customer))
