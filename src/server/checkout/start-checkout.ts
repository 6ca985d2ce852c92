import { createHmac } from 'node:crypto'
import { and, count, eq } from 'drizzle-orm'
import { isBelowMinCharge, minChargeAmount } from '#domain/chargeable-currencies.ts'
import { type AvailableLine, checkCart } from '#domain/checkout/check-cart.ts'
import { needsHumanCheck, unopenedStockHoldMs } from '#domain/checkout/checkout.ts'
import { type PricedCart, priceCart } from '#domain/checkout/price-cart.ts'
import type { CheckoutRequest } from '#domain/checkout/request.ts'
import { formatMoney } from '#domain/money.ts'
import { freePieces, type RequiredStock } from '#domain/products/availability.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Site } from '#domain/sites/site.ts'
import { checkoutTexts as texts } from '#domain/texts/own-words.ts'
import { holdStockFor } from '#server/checkout/holds.ts'
import { checkoutByKey, customerSealContext } from '#server/checkout/lifecycle.ts'
import { openPaymentSession } from '#server/checkout/payment-session.ts'
import { generateOrderReference } from '#server/checkout/reference.ts'
import { type Checkout, checkoutProducts, checkouts } from '#server/commerce/checkout-table.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import { markHumanCheckUsed, type PassedCheck } from '#server/contact/human-check.ts'
import { violatedConstraint } from '#server/db/errors.ts'
import { newId } from '#server/db/id.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import { failpoint } from '#server/failpoints.ts'
import { type Offer, readOffers, snapshotOfferContents, stockOf } from '#server/products/offers.ts'

/** What the checkout needs to know about a site. */
export type CheckoutSite = Pick<Site, 'siteId' | 'currency' | 'locale' | 'shop'> & { origin: string }

/** The visitor who sends the request, and what the checkout does to limit them. */
export type CheckoutVisitor = {
  /** Keyed hash of the visitor's network. */
  network: string
  /** The human check that came with the request. */
  passed: PassedCheck | null
  /** Counts this attempt. `isBusy`: this buyer or this address starts too many checkouts. */
  countTry: () => Promise<{ isBusy: boolean }>
}

type StartCheckoutOptions = {
  shop: CheckoutSite
  visitor: CheckoutVisitor
  request: CheckoutRequest
  now: Date
  /** Called when a hold has changed the free stock. */
  onStockChange: () => void
}

/** `free`: nothing is to be paid, and the caller settles this checkout. */
export type StartedCheckout = { redirectTo: string; reference: string; free?: Pick<Checkout, 'id' | 'state'> }

/**
 * Holds the stock, stores what the cart costs and returns the address of the payment page. The key makes a repeated
 * request safe: the same request gets the same payment, another request under the same key is refused.
 */
export async function startCheckout(
  commerce: CommerceDeps,
  { shop, visitor, request, now, onStockChange }: StartCheckoutOptions,
): Promise<StartedCheckout> {
  const requestHash = hashOf(request, commerce.deriveKey('checkout-request', shop.siteId))
  const checkout = await commerce.inTurn(async () => {
    const { isBusy } = await visitor.countTry()
    return commerce
      .inCheckout((tx) => createCheckout(tx, commerce, { shop, visitor, request, requestHash, isBusy, now }))
      .catch(rethrowDeletedProduct)
      .catch((error) => {
        // A refusal has changed nothing; after any other error the stock may have changed.
        if (!(error instanceof Refusal)) onStockChange()
        throw error
      })
  })
  onStockChange()
  await failpoint('checkout.held')
  if (checkout.requestHash !== requestHash) throw new Refusal('checkout-key-used')
  if (checkout.total === 0 && (checkout.state === 'paid' || isPayable(checkout, now)))
    return { ...redirectTo(confirmFreeOrderPage(shop, checkout), checkout), free: checkout }
  if (checkout.state === 'paid' && checkout.sessionId)
    return redirectTo(confirmPage(shop, checkout.sessionId), checkout)
  if (checkout.state === 'review') throw new Refusal('payment-in-review')
  if (!isPayable(checkout, now)) throw new Refusal('checkout-over')
  const session = await openPaymentSession(commerce, { shop, checkout, email: request.email, onStockChange })
  if (session.state === 'complete') return redirectTo(confirmPage(shop, session.id), checkout)
  if (!session.url) throw new Refusal('checkout-over')
  return redirectTo(session.url, checkout)
}

const isPayable = ({ state, expiresAt }: Checkout, now: Date) => state === 'open' && +expiresAt > +now

/** The owner has deleted a product since it was read. */
function rethrowDeletedProduct(error: unknown): never {
  throw violatedConstraint(error) === 'checkout_products_product' ? new Refusal('cart-changed') : error
}

const redirectTo = (redirectTo: string, { reference }: Checkout) => ({ redirectTo, reference })

/** Without a payment session the reference opens the page, as in the mail. */
const confirmFreeOrderPage = ({ origin }: CheckoutSite, { reference }: Checkout) =>
  `${origin}/payment/confirm?reference=${encodeURIComponent(reference)}`

const confirmPage = ({ origin }: CheckoutSite, sessionId: string) =>
  `${origin}/payment/confirm?session_id=${encodeURIComponent(sessionId)}`

type BeginOptions = Pick<StartCheckoutOptions, 'shop' | 'visitor' | 'request' | 'now'> & {
  requestHash: string
  isBusy: boolean
}

async function createCheckout(
  tx: SiteTx,
  { sealer, provider }: Pick<CommerceDeps, 'sealer' | 'provider'>,
  { shop, visitor, request, requestHash, isBusy, now }: BeginOptions,
): Promise<Checkout> {
  const { key, email, name, address, country } = request
  const { network, passed } = visitor
  // One at a time, so that two requests of one visitor do not both count before either holds.
  if (!passed) await advisoryLock(tx, `checkouts of ${network}`)
  const before = await checkoutByKey(tx, key)
  if (before) return before
  const wanted = await priceLines(tx, shop, request)
  if (wanted instanceof Refusal) {
    // An earlier request or a faster second click under this key may itself hold the last piece.
    const known = await checkoutByKey(tx, key)
    if (known) return known
    throw wanted
  }
  const { sold, amounts } = wanted
  const isFree = amounts.total === 0
  if (provider.kind === 'closed' && !isFree) throw new Refusal('shop-not-open')
  const needed = sold.flatMap(({ takes, quantity }) =>
    takes.map((take) => ({ ...take, quantity: take.quantity * quantity })),
  )
  const simultaneous = passed && (await spendHumanCheck(tx, passed, key))
  if (simultaneous) return simultaneous
  if (!passed && (isFree || needsHumanCheck({ ...(await stockHeldBy(tx, network, needed)), isBusy })))
    throw new Refusal('human-check-needed')
  const id = newId()
  const { lines, subtotal, shipping, vat, total } = amounts
  const [made] = await tx
    .insert(checkouts)
    .values({
      id,
      key,
      requestHash,
      network,
      country,
      subtotal,
      shipping,
      vat,
      total,
      reference: generateOrderReference(),
      lines: lines.map(({ total: _, ...line }, n) => ({ ...line, ...snapshotOfferContents(sold[n]!) })),
      customer: sealer.seal(customerSealContext(shop.siteId, id), JSON.stringify({ email, name, address })),
      shippingOption: amounts.shippingOption,
      currency: shop.currency,
      createdAt: now,
      expiresAt: new Date(+now + unopenedStockHoldMs),
    })
    .onConflictDoNothing({ target: [checkouts.websiteId, checkouts.key] })
    .returning()
  // Another request under this key was faster.
  if (!made) return (await checkoutByKey(tx, key))!
  // Before stock is locked: deleting a product locks the product first and its stock second.
  const productIds = sold.flatMap(({ productId, parts }) => [productId, ...parts.map((part) => part.productId)])
  await tx
    .insert(checkoutProducts)
    .values([...new Set(productIds)].sort().map((productId) => ({ checkoutId: id, productId })))
  await holdStockFor(tx, id, needed)
  return made
}

/** The checkout of a simultaneous request under this key, which has used the check; null when this one uses it. */
async function spendHumanCheck(tx: SiteTx, passed: PassedCheck, key: string): Promise<Checkout | null> {
  try {
    await markHumanCheckUsed(tx, passed)
    return null
  } catch (error) {
    const known = await checkoutByKey(tx, key)
    if (known) return known
    throw error
  }
}

/** How much of each product this checkout would hold, and how many unpaid checkouts the visitor has open. */
async function stockHeldBy(tx: SiteTx, network: string, needed: readonly RequiredStock[]) {
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
    free: sum(stock.filter((item) => item.productId === productId).map(freePieces)),
  }))
  return { claims, openCheckouts: open!.n }
}

/** What is sold and for how much according to the database, or why it cannot be sold. */
async function priceLines(
  tx: SiteTx,
  { shop, currency, locale }: CheckoutSite,
  { items, country, shippingOption, address, acceptedTotal }: CheckoutRequest,
): Promise<{ sold: AvailableLine<Offer>[]; amounts: PricedCart } | Refusal> {
  const { offers, left } = await readOffers(tx, items)
  const { lines: sold, notices } = checkCart(items, offers, left)
  // Where a price is fixed, `acceptedTotal` says whether the buyer has seen it.
  const [notice] = notices.filter(({ what }) => what !== 'price-changed')
  if (notice?.what === 'sold-out') return new Refusal('sold-out', { values: { name: notice.name ?? '', left: 0 } })
  if (notice) return new Refusal('cart-changed')
  const amounts = priceCart(sold, shop, { country, shippingOption })
  if (amounts.lines.some(({ isDigital }) => !isDigital) && !address)
    return new Refusal('invalid', { fields: { 'address.line1': texts.line1 } })
  if (acceptedTotal !== undefined && acceptedTotal !== amounts.total)
    return new Refusal('cart-changed', { facts: { total: amounts.total } })
  if (isBelowMinCharge(amounts.total, currency))
    return new Refusal('order-too-small', {
      values: { least: formatMoney(minChargeAmount(currency), { locale, currency }) },
    })
  return { sold, amounts }
}

/** Hash of the request with sorted fields. Keyed, so that a stolen database does not confirm guesses about buyers. */
function hashOf({ key: _, humanCheck: __, ...request }: CheckoutRequest, secret: Buffer): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(withSortedKeys(request)))
    .digest('base64url')
}

const withSortedKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withSortedKeys)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, inner]) => [name, withSortedKeys(inner)]),
        )
      : value
