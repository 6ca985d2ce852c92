import Stripe from 'stripe'
import { z } from 'zod'
import type { ReportedPaymentState } from '#domain/checkout/checkout.ts'
import { isLiveKey } from '#domain/checkout/stripe-mode.ts'
import type { PaymentSetup } from '#domain/going-live/payments.ts'
import { Refusal } from '#domain/refusal.ts'
import type {
  PaymentEvent,
  PaymentEventContent,
  PaymentProvider,
  PaymentSession,
  PaymentSessionRequest,
} from '#server/commerce/payment-provider.ts'

/** The API version this code is written for. */
export const stripeApiVersion = '2026-10-28.endive'

/** For one attempt; two attempts and the pause between them stay within ten seconds. */
const maxTryMs = 4_000
const maxTotalMs = 9_000
/** In both directions: an event from the future is as suspect as an old one. */
const toleranceSeconds = 300

/** Byte order mark: JSON has none, and decoders disagree about whether it is part of the signed payload. */
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf])

/** A valid signature proves the sender, not the shape. */
const SignedEvent = z.looseObject({
  id: z.string().min(1),
  type: z.string().min(1),
  created: z.int().min(0).max(1e11),
  livemode: z.boolean(),
  data: z.looseObject({ object: z.looseObject({}) }),
})

export type StripeOptions = {
  kind?: PaymentProvider['kind']
  secretKey: string
  /** Several while a secret is rotated, or where each site has its own webhook. */
  webhookSecrets: readonly string[]
  /** Host of the API when it is not Stripe's own. */
  at?: { host: string; port: number; protocol: 'http' | 'https' } | undefined
  /** Replaces the network, for the sandbox. */
  fetch?: typeof fetch | undefined
  clock?: () => Date
  maxTryMs?: number
}

export function createStripeProvider(options: StripeOptions): PaymentProvider {
  const {
    kind = 'stripe',
    secretKey,
    webhookSecrets,
    at,
    fetch: sendRequest = fetch,
    clock = () => new Date(),
  } = options
  const client = new Stripe(secretKey, {
    apiVersion: stripeApiVersion,
    // The timeout of the fetch client covers the whole response; that of the Node client restarts with each byte.
    httpClient: Stripe.createFetchHttpClient(sendRequest),
    timeout: options.maxTryMs ?? maxTryMs,
    maxNetworkRetries: 1,
    telemetry: false,
    ...at,
  })
  const { sessions } = client.checkout

  return {
    kind,
    takesRealMoney: kind === 'stripe' && isLiveKey(secretKey),
    setup: () => setupOf(client),
    openSession: (request) => callStripe(() => createSession(sessions, request, clock)),
    session: (id) => callStripe(async () => orNull(sessions.retrieve(id).then(sessionOf))),
    sessionOfIntent: (paymentIntent) =>
      callStripe(async () => {
        const { data } = await sessions.list({ payment_intent: paymentIntent, limit: 1 })
        return data[0] ? sessionOf(data[0]) : null
      }),
    closeSession: (id) =>
      callStripe(async () => {
        try {
          return sessionOf(await sessions.expire(id))
        } catch (error) {
          // The session is over already.
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          return orNull(sessions.retrieve(id).then(sessionOf))
        }
      }),
    async *sessionsBetween(from, until) {
      const created = { gte: seconds(from), lt: seconds(until) }
      for await (const session of allPages((page) => sessions.list({ created, ...page }))) yield sessionOf(session)
    },
    async *refundedSince(from) {
      const created = { gte: seconds(from) }
      for await (const refund of allPages((page) => client.refunds.list({ created, ...page }))) {
        const intent = idOf(refund.payment_intent)
        if (intent) yield intent
      }
    },
    refundedOf: (paymentIntent) =>
      callStripe(async () => {
        const intent = await client.paymentIntents.retrieve(paymentIntent, { expand: ['latest_charge'] })
        const charge = intent.latest_charge
        return charge && typeof charge !== 'string' ? charge.amount_refunded : 0
      }),
    refund: ({ paymentIntent, amount, key }) =>
      callStripe(async () => {
        const options = { idempotencyKey: `refund-${key}` }
        const { status } = await client.refunds.create({ payment_intent: paymentIntent, amount }, options)
        if (status === 'failed' || status === 'canceled') throw new Error(`The refund is ${status}.`)
      }),
    readEvent: (body, signature, now) => {
      if (body.subarray(0, 3).equals(byteOrderMark)) throw new Refusal('webhook-forged')
      for (const secret of webhookSecrets) {
        const event = verifyEvent(client, body, { signature, secret, now })
        if (!event) continue
        const read = SignedEvent.safeParse(event)
        if (!read.success) throw new Refusal('webhook-forged')
        if (read.data.livemode !== isLiveKey(secretKey)) throw new Refusal('webhook-other-mode')
        return eventOf(event)
      }
      throw new Refusal('webhook-forged')
    },
  }
}

async function setupOf(client: Stripe): Promise<PaymentSetup> {
  const key = await keyState(client.checkout.sessions.list({ limit: 1 }))
  if (key !== 'accepted') return { key: key === 'no-right' ? 'refused' : key }
  const listed = client.webhookEndpoints.list({ limit: 100 })
  const state = await keyState(listed)
  if (state === 'no-right') return { key, endpoints: null }
  if (state !== 'accepted') return { key: state }
  const { data } = await listed
  const endpoints = data.map(({ url, enabled_events: events, status, api_version: version }) => ({
    url,
    events,
    isEnabled: status === 'enabled',
    version,
  }))
  return { key, endpoints }
}

async function keyState(request: Promise<unknown>): Promise<'accepted' | 'no-right' | 'refused' | 'no-answer'> {
  try {
    await request
    return 'accepted'
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return 'no-right'
    return error instanceof Stripe.errors.StripeAuthenticationError ? 'refused' : 'no-answer'
  }
}

async function createSession(
  sessions: Stripe['checkout']['sessions'],
  request: PaymentSessionRequest,
  clock: () => Date,
): Promise<PaymentSession> {
  const idempotencyKey = `checkout-${request.checkoutId}`
  try {
    return sessionOf(await sessions.create(parametersOf(request), { idempotencyKey }))
  } catch (error) {
    // Our clock is slow; the session should last as long as intended.
    const ahead = isAboutTime(error) ? aheadBy(error, clock()) : 0
    if (!ahead) throw error
    const byTheirClock = { ...request, expiresAt: new Date(+request.expiresAt + ahead) }
    const again = { idempotencyKey: `${idempotencyKey}-by-their-clock` }
    return sessionOf(await sessions.create(parametersOf(byTheirClock), again))
  }
}

type ListPage<T> = { data: T[]; has_more: boolean }
type PageRequest = { limit: number; starting_after?: string }

/** The items of all pages of a list of Stripe. */
async function* allPages<T extends { id: string }>(
  list: (request: PageRequest) => Promise<ListPage<T>>,
): AsyncGenerator<T> {
  for (let after: string | undefined; ; ) {
    const page = await callStripe(() => list({ limit: 100, ...(after && { starting_after: after }) }))
    yield* page.data
    if (!page.has_more) return
    after = page.data.at(-1)!.id
  }
}

function parametersOf(request: PaymentSessionRequest): Stripe.Checkout.SessionCreateParams {
  const { checkoutId, websiteId, reference, currency, lines, email, locale, expiresAt } = request
  const metadata = { checkout_id: checkoutId, website_id: websiteId, reference }
  return {
    mode: 'payment',
    client_reference_id: checkoutId,
    metadata,
    payment_intent_data: { metadata },
    customer_email: email,
    // A locale that Stripe does not know must not prevent a payment.
    locale: (stripeLocales.find((each) => each === locale.slice(0, 2)) ??
      'auto') as Stripe.Checkout.SessionCreateParams.Locale,
    line_items: lines.map(({ name, unitAmount, quantity }) => ({
      quantity,
      price_data: { currency: currency.toLowerCase(), unit_amount: unitAmount, product_data: { name } },
    })),
    expires_at: seconds(expiresAt),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
  }
}

/** Stripe does not always set `param`, but the message names it. */
const isAboutTime = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  (error.param === 'expires_at' || error.message.includes('expires_at'))

/** Coarse, so that a retry a moment later sends the same request. */
const step = 5 * 60_000

/** How many milliseconds the clock of the responding server is ahead of ours at most; 0 without a `date` header. */
const aheadBy = ({ headers }: Stripe.errors.StripeError, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(headers?.date ?? '') - +now) / step) * step || 0)

const stripeLocales = [
  'en',
  'de',
  'fr',
  'it',
  'es',
  'nl',
  'pt',
  'da',
  'fi',
  'sv',
  'nb',
  'pl',
  'cs',
  'hu',
  'ja',
  'ko',
  'zh',
]

const seconds = (moment: Date) => Math.floor(+moment / 1000)
const idOf = (it: string | { id: string } | null | undefined): string | null =>
  typeof it === 'string' ? it : (it?.id ?? null)

function sessionOf(session: Stripe.Checkout.Session): PaymentSession {
  return {
    id: session.id,
    url: session.url,
    checkoutId: session.client_reference_id,
    websiteId: session.metadata?.website_id ?? null,
    state: session.status === 'complete' ? 'complete' : session.status === 'expired' ? 'expired' : 'open',
    isPaid: session.payment_status === 'paid' || session.payment_status === 'no_payment_required',
    amount: session.amount_total ?? 0,
    currency: (session.currency ?? '').toUpperCase(),
    paymentIntent: idOf(session.payment_intent),
  }
}

function eventOf({ id, type, created, data }: Stripe.Event): PaymentEvent {
  return { id, type, happenedAt: new Date(created * 1000), news: newsOf(type, data.object) }
}

/** The event type determines the type of its object. */
function newsOf(type: string, object: object): PaymentEventContent {
  const session = (fact: ReportedPaymentState): PaymentEventContent => {
    const read = sessionOf(object as Stripe.Checkout.Session)
    return { about: 'session', fact: fact === 'paid' && !read.isPaid ? 'awaiting' : fact, session: read }
  }
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return session('paid')
    case 'checkout.session.async_payment_failed':
      return session('failed')
    case 'checkout.session.expired':
      return session('expired')
    case 'charge.refunded': {
      const charge = object as Stripe.Charge
      const paymentIntent = idOf(charge.payment_intent)
      return paymentIntent ? { about: 'refund', paymentIntent, refunded: charge.amount_refunded } : { about: 'nothing' }
    }
    case 'refund.failed': {
      const paymentIntent = idOf((object as Stripe.Refund).payment_intent)
      return paymentIntent ? { about: 'refund-failed', paymentIntent } : { about: 'nothing' }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.closed': {
      const dispute = object as Stripe.Dispute
      const paymentIntent = idOf(dispute.payment_intent)
      const outcome = dispute.status === 'won' ? 'won' : dispute.status === 'lost' ? 'lost' : 'open'
      return paymentIntent ? { about: 'dispute', paymentIntent, outcome } : { about: 'nothing' }
    }
    default:
      return { about: 'nothing' }
  }
}

type SignatureInput = { signature: string | undefined; secret: string; now: Date }

function verifyEvent(
  client: Stripe,
  body: Buffer,
  { signature = '', secret, now }: SignatureInput,
): Stripe.Event | null {
  const signedAt = Number(/(?:^|,)\s*t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? Number.NaN)
  // The library rejects old events only.
  if (!(Math.abs(+now / 1000 - signedAt) <= toleranceSeconds)) return null
  try {
    return client.webhooks.constructEvent(body, signature, secret, toleranceSeconds, undefined, +now)
  } catch {
    return null
  }
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null
    throw error
  }
}

/**
 * For the buyer every Stripe error means "not now"; the caller logs the cause. The exception is an amount that Stripe
 * never accepts: trying later would not help.
 */
async function callStripe<T>(request: () => Promise<T>): Promise<T> {
  const tooLong = Promise.withResolvers<never>()
  const timer = setTimeout(() => tooLong.reject(new Error('The payment service took too long.')), maxTotalMs)
  try {
    return await Promise.race([request(), tooLong.promise])
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'amount_too_small')
      throw new Refusal('order-too-little')
    throw Object.assign(new Refusal('payment-unavailable'), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
