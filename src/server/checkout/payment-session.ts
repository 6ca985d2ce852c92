import { eq } from 'drizzle-orm'
import { lineNameWithVariant } from '#domain/checkout/check-cart.ts'
import { paymentSessionMs } from '#domain/checkout/checkout.ts'
import { Refusal } from '#domain/refusal.ts'
import { type ShopRules, shippingOptionName } from '#domain/sites/shop-rules.ts'
import type { Site } from '#domain/sites/site.ts'
import { releaseHolds } from '#server/checkout/holds.ts'
import { type Checkout, checkouts, stockHolds } from '#server/commerce/checkout-table.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { ChargedLine, PaymentSession } from '#server/commerce/payment-provider.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { failpoint } from '#server/failpoints.ts'

type Costs = Pick<typeof checkouts.$inferSelect, 'id' | 'lines' | 'subtotal' | 'shipping' | 'shippingOption' | 'total'>

/** What the payment page lists. Throws unless the lines add up to the total of the checkout. */
export function chargedLines(checkout: Costs, rules: Pick<ShopRules, 'shipping'>): ChargedLine[] {
  const { lines, subtotal, shipping, shippingOption, total } = checkout
  const charged: ChargedLine[] = lines.map((line) => ({
    name: lineNameWithVariant(line),
    unitAmount: line.unitPrice,
    quantity: line.quantity,
  }))
  if (shipping > 0)
    charged.push({ name: shippingOptionName(rules, shippingOption) ?? 'Delivery', unitAmount: shipping, quantity: 1 })
  const onTop = total - subtotal - shipping
  if (onTop > 0) charged.push({ name: 'VAT', unitAmount: onTop, quantity: 1 })
  const sum = charged.reduce((all, { unitAmount, quantity }) => all + unitAmount * quantity, 0)
  if (sum !== total) throw new Error(`The lines of checkout ${checkout.id} add up to ${sum}, not to ${total}.`)
  return charged
}

type OpenSessionOptions = {
  shop: Pick<Site, 'locale' | 'shop'> & { origin: string }
  checkout: Checkout
  email: string
  onStockChange: () => void
}

/** The payment session of a checkout: the one it has, or a new one. */
export async function openPaymentSession(
  { provider, inCheckout }: Pick<CommerceDeps, 'provider' | 'inCheckout'>,
  { shop, checkout, email, onStockChange }: OpenSessionOptions,
): Promise<PaymentSession> {
  const { id, websiteId, reference, currency, sessionId, createdAt } = checkout
  try {
    const existing = sessionId && (await provider.session(sessionId))
    if (existing) return existing
    const session = await provider.openSession({
      checkoutId: id,
      websiteId,
      reference,
      currency,
      email,
      lines: chargedLines(checkout, shop.shop),
      locale: shop.locale,
      expiresAt: new Date(+createdAt + paymentSessionMs),
      successUrl: `${shop.origin}/payment/confirm?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${shop.origin}/checkout?cancelled=${encodeURIComponent(reference)}`,
    })
    await failpoint('checkout.session-opened')
    const [updated] = await inCheckout((tx) =>
      tx.update(checkouts).set({ sessionId: session.id }).where(eq(checkouts.id, id)).returning({ id: checkouts.id }),
    )
    if (!updated) throw new Refusal('payment-unavailable')
    return session
  } catch (error) {
    if (!sessionId) await inCheckout((tx) => deleteUnpayable(tx, id)).finally(onStockChange)
    throw error
  }
}

/** Without a session the buyer cannot pay: deletes the checkout and its holds, so that the same key can be tried again. */
async function deleteUnpayable(tx: SiteTx, id: string): Promise<void> {
  const [found] = await tx.select().from(checkouts).where(eq(checkouts.id, id)).for('update')
  if (found?.state !== 'open' || found.sessionId) return
  await releaseHolds(tx, id)
  await tx.delete(stockHolds).where(eq(stockHolds.checkoutId, id))
  await tx.delete(checkouts).where(eq(checkouts.id, id))
}
