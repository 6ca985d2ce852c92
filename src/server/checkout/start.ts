import { createHmac } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { isTooSmall, leastCharge } from '#domain/chargeable.ts'
import type { Customer, PostalAddress } from '#domain/checkout/address.ts'
import { checked, type Found } from '#domain/checkout/checked.ts'
import { holdMs, sessionMs, unopenedMs } from '#domain/checkout/checkout.ts'
import { needsHumanCheck } from '#domain/checkout/holding.ts'
import { type Priced, priced } from '#domain/checkout/priced.ts'
import type { CheckoutRequest } from '#domain/checkout/request.ts'
import { moneyWords } from '#domain/money.ts'
import { free, type Needed } from '#domain/products/availability.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Site } from '#domain/sites/site.ts'
import { ourCheckoutTexts as texts } from '#domain/texts/our-words.ts'
import { chargedLines } from '#server/checkout/charged-lines.ts'
import { holdFor, releaseHolds, releaseProducts } from '#server/checkout/holds.ts'
import { newReference } from '#server/checkout/reference.ts'
import { checkoutProducts, checkouts, stockHolds } from '#server/checkout/table.ts'
import { type Passed, spendCheck } from '#server/contact/human-check.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { Place, Sealer } from '#server/crypto/sealer.ts'
import { brokenConstraint } from '#server/db/errors.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { alone } from '#server/db/lock.ts'
import { failpoint } from '#server/failpoints.ts'
import type { PaymentProvider, PaymentSession } from '#server/payments/provider.ts'
import { downloadsIn, type Offer, offersOf, stockOf } from '#server/products/offers.ts'

export type Checkout = typeof checkouts.$inferSelect
/** Whom it is sent to; what is only downloaded has no address. */
type Buyer = Customer & { address: PostalAddress | null }

/** What a site is for its buyers. */
export type Shop = Pick<Site, 'siteId' | 'currency' | 'locale' | 'shop'> & { origin: string }

export type CheckoutParts = {
  sealer: Pick<Sealer, 'seal' | 'open'>
  deriveKey: DerivedKeys['deriveKey']
  provider: PaymentProvider
  /** One transaction in the role of the checkout, which may be run again. */
  inCheckout: <T>(work: (tx: SiteTx) => Promise<T>) => Promise<T>
  /** Lets a few in at once. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  /** Counts somebody who begins to pay, and says whether this buyer or this address does so too often. */
  countTry: () => Promise<{ isBusy: boolean }>
  /** Keyed hash of the visitor's network. */
  network: string
  /** The human check that came with the request. */
  passed: Passed | null
  /** Hears that there is less to be had than before, or more again. */
  whenStockChanged: () => void
}

/**
 * Keeps what is wanted, writes down what it costs, and says where to pay. The key makes it safe to ask again: the same
 * request gets the same payment, and a different one under the same key is refused.
 */
export async function startCheckout(
  parts: CheckoutParts,
  shop: Shop,
  request: CheckoutRequest,
  now: Date,
): Promise<{ redirectTo: string; reference: string }> {
  if (parts.provider.kind === 'closed') throw new Refusal('shop-not-open')
  const requestHash = hashOf(request, parts.deriveKey('checkout-request', shop.siteId))
  const checkout = await parts.inTurn(async () => {
    const { isBusy } = await parts.countTry()
    return parts
      .inCheckout((tx) => begin(tx, parts, { shop, request, requestHash, isBusy, now }))
      .catch(ifDeleted)
      .catch((error) => {
        // Whoever is refused has changed nothing; of any other end it is not known.
        if (!(error instanceof Refusal)) parts.whenStockChanged()
        throw error
      })
  })
  parts.whenStockChanged()
  await failpoint('checkout.held')
  if (checkout.requestHash !== requestHash) throw new Refusal('checkout-key-used')
  if (checkout.state === 'paid' && checkout.sessionId) return leadTo(confirmPage(shop, checkout.sessionId), checkout)
  if (checkout.state === 'review') throw new Refusal('payment-in-review')
  if (checkout.state !== 'open' || +checkout.expiresAt <= +now) throw new Refusal('checkout-over')
  const session = await sessionFor(parts, shop, checkout, request)
  if (session.state === 'complete') return leadTo(confirmPage(shop, session.id), checkout)
  if (!session.url) throw new Refusal('checkout-over')
  return leadTo(session.url, checkout)
}

/** Its owner was faster. */
function ifDeleted(error: unknown): never {
  throw brokenConstraint(error) === 'checkout_products_product' ? new Refusal('cart-changed') : error
}

const leadTo = (redirectTo: string, { reference }: Checkout) => ({ redirectTo, reference })

const confirmPage = ({ origin }: Shop, sessionId: string) =>
  `${origin}/payment/confirm?session_id=${encodeURIComponent(sessionId)}`

/** The buyer does not want to pay any more: nobody can, and what was kept is everybody's again. */
export async function cancelCheckout(
  parts: Pick<CheckoutParts, 'inCheckout' | 'provider' | 'whenStockChanged'>,
  key: string,
): Promise<void> {
  const checkout = await parts.inCheckout((tx) => checkoutOf(tx, key))
  if (checkout?.state !== 'open') return
  if (checkout.sessionId) {
    // Money that comes all the same, because the service could not be asked, takes what is left.
    const session = await parts.provider.closeSession(checkout.sessionId).catch(ifAway)
    // Paid at the last moment: its message is on the way.
    if (session?.state === 'complete') return
  }
  await parts.inCheckout((tx) => endCheckout(tx, checkout.id, 'cancelled')).finally(parts.whenStockChanged)
}

function ifAway(error: unknown): null {
  if (error instanceof Refusal && error.reason === 'payment-unavailable') return null
  throw error
}

/** The buyer is on the way to the payment page: from now on everything is kept for as long as a payment takes. */
export async function openedCheckout(tx: SiteTx, key: string, now: Date): Promise<void> {
  const found = await checkoutOf(tx, key)
  if (found?.state !== 'open' || +found.expiresAt <= +now) return
  const expiresAt = new Date(Math.max(+found.expiresAt, +found.createdAt + holdMs))
  await tx
    .update(checkouts)
    .set({ expiresAt })
    .where(and(eq(checkouts.id, found.id), eq(checkouts.state, 'open')))
}

/** Over and not paid for. One that is over already stays as it is. */
export async function endCheckout(tx: SiteTx, id: string, state: 'cancelled' | 'expired'): Promise<boolean> {
  const [found] = await tx.select({ state: checkouts.state }).from(checkouts).where(eq(checkouts.id, id)).for('update')
  if (found?.state !== 'open') return false
  await tx.update(checkouts).set({ state, network: null }).where(eq(checkouts.id, id))
  await releaseHolds(tx, id)
  await releaseProducts(tx, id)
  return true
}

export async function checkoutOf(tx: SiteTx, key: string): Promise<Checkout | null> {
  const [found] = await tx.select().from(checkouts).where(eq(checkouts.key, key))
  return found ?? null
}

export const customerPlace = (websiteId: string, rowId: string): Place => ({
  websiteId,
  table: 'checkouts',
  column: 'customer',
  rowId,
})

export const customerOf = (sealer: Pick<Sealer, 'open'>, { websiteId, id, customer }: Checkout): Buyer =>
  JSON.parse(sealer.open(customerPlace(websiteId, id), customer))

type Begun = { shop: Shop; request: CheckoutRequest; requestHash: string; isBusy: boolean; now: Date }

async function begin(
  tx: SiteTx,
  { sealer, network, passed }: Pick<CheckoutParts, 'sealer' | 'network' | 'passed'>,
  { shop, request, requestHash, isBusy, now }: Begun,
): Promise<Checkout> {
  const { key, email, name, address, country } = request
  // What a visitor keeps is counted and added to by one at a time.
  if (!passed) await alone(tx, `checkouts of ${network}`)
  const before = await checkoutOf(tx, key)
  if (before) return before
  const wanted = await costOf(tx, shop, request)
  if (wanted instanceof Refusal) {
    // Asked for before, or by a second click that was faster; the last one may be gone because it is kept for this key.
    const known = await checkoutOf(tx, key)
    if (known) return known
    throw wanted
  }
  const { sold, amounts } = wanted
  const needed = sold.flatMap(({ takes, quantity }) =>
    takes.map((take) => ({ ...take, quantity: take.quantity * quantity })),
  )
  if (passed) await spendCheck(tx, passed)
  else if (needsHumanCheck({ ...(await heldBy(tx, network, needed)), isBusy })) throw new Refusal('human-check-needed')
  const id = newId()
  const { lines, subtotal, shipping, vat, total } = amounts
  const [made] = await tx
    .insert(checkouts)
    .values({
      ...{ id, key, requestHash, network, country, subtotal, shipping, vat, total },
      reference: newReference(),
      lines: lines.map(({ total: _, ...line }, n) => ({ ...line, downloads: downloadsIn(sold[n]!) })),
      customer: sealer.seal(customerPlace(shop.siteId, id), JSON.stringify({ email, name, address })),
      shippingOption: amounts.shippingOption,
      currency: shop.currency,
      createdAt: now,
      expiresAt: new Date(+now + unopenedMs),
    })
    .onConflictDoNothing({ target: [checkouts.websiteId, checkouts.key] })
    .returning()
  // Asked for before under this key.
  if (!made) return (await checkoutOf(tx, key))!
  // Before anything is taken from a shelf: whoever deletes a product has the product first, and then its shelves.
  const about = sold.flatMap(({ productId, parts }) => [productId, ...parts.map((part) => part.productId)])
  await tx
    .insert(checkoutProducts)
    .values([...new Set(about)].sort().map((productId) => ({ checkoutId: id, productId })))
  await holdFor(tx, id, needed)
  return made
}

/** How much of each product would be kept, and what the same visitor has begun and not paid. */
async function heldBy(tx: SiteTx, network: string, needed: readonly Needed[]) {
  const [open] = await tx
    .select({ n: count() })
    .from(checkouts)
    .where(and(eq(checkouts.network, network), eq(checkouts.state, 'open')))
  const wanted = Map.groupBy(needed, ({ productId }) => productId)
  const stock = wanted.size ? await stockOf(tx, [...wanted.keys()]) : []
  const sum = (counts: number[]) => counts.reduce((all, each) => all + each, 0)
  const claims = [...wanted].map(([productId, takes]) => ({
    productId,
    quantity: sum(takes.map(({ quantity }) => quantity)),
    free: sum(stock.filter((shelf) => shelf.productId === productId).map(free)),
  }))
  return { claims, openCheckouts: open!.n }
}

/** What is sold and for how much, as the database has it; or why it is not. */
async function costOf(
  tx: SiteTx,
  { shop, currency, locale }: Shop,
  { items, country, shippingOption, address, acceptedTotal }: CheckoutRequest,
): Promise<{ sold: Found<Offer>[]; amounts: Priced } | Refusal> {
  const { offers, left } = await offersOf(tx, items)
  const { lines: sold, notices } = checked(items, offers, left)
  const [notice] = notices
  if (notice?.what === 'sold-out') return new Refusal('sold-out', { values: { name: notice.name ?? '', left: 0 } })
  if (notice) return new Refusal('cart-changed')
  const amounts = priced(sold, shop, { country, shippingOption })
  if (amounts.lines.some(({ isDigital }) => !isDigital) && !address)
    return new Refusal('invalid', { fields: { 'address.line1': texts.line1 } })
  if (acceptedTotal !== undefined && acceptedTotal !== amounts.total)
    return new Refusal('cart-changed', { facts: { total: amounts.total } })
  if (isTooSmall(amounts.total, currency))
    return new Refusal('order-too-small', {
      values: { least: moneyWords(leastCharge(currency), { locale, currency }) },
    })
  return { sold, amounts }
}

async function sessionFor(
  parts: CheckoutParts,
  shop: Shop,
  checkout: Checkout,
  { email }: CheckoutRequest,
): Promise<PaymentSession> {
  const { provider, inCheckout } = parts
  const { id, websiteId, reference, currency, sessionId, createdAt } = checkout
  try {
    const there = sessionId && (await provider.session(sessionId))
    if (there) return there
    const session = await provider.openSession({
      ...{ checkoutId: id, websiteId, reference, currency, email },
      lines: chargedLines(checkout, shop.shop),
      locale: shop.locale,
      expiresAt: new Date(+createdAt + sessionMs),
      successUrl: `${shop.origin}/payment/confirm?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: `${shop.origin}/checkout?cancelled=${encodeURIComponent(reference)}`,
    })
    await failpoint('checkout.session-opened')
    const [kept] = await inCheckout((tx) =>
      tx.update(checkouts).set({ sessionId: session.id }).where(eq(checkouts.id, id)).returning({ id: checkouts.id }),
    )
    if (!kept) throw new Refusal('payment-unavailable')
    return session
  } catch (error) {
    if (!sessionId) await inCheckout((tx) => forget(tx, id)).finally(parts.whenStockChanged)
    throw error
  }
}

/** Nobody can pay it, so it never was: what was kept is free, and the same key may be tried again. */
async function forget(tx: SiteTx, id: string): Promise<void> {
  const [found] = await tx.select().from(checkouts).where(eq(checkouts.id, id)).for('update')
  if (found?.state !== 'open' || found.sessionId) return
  await releaseHolds(tx, id)
  await tx.delete(stockHolds).where(eq(stockHolds.checkoutId, id))
  await tx.delete(checkouts).where(eq(checkouts.id, id))
}

/** Of all that was asked for, in an order of its own. With a key, or a stolen database could be asked for people. */
function hashOf({ key: _, humanCheck: __, ...request }: CheckoutRequest, secret: Buffer): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(sorted(request)))
    .digest('base64url')
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, inner]) => [name, sorted(inner)]),
        )
      : value
