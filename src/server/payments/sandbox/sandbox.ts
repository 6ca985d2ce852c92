import { isLiveKey } from '#domain/checkout/stripe-mode.ts'
import { OperatorError } from '#domain/operator-error.ts'
import type { PaymentProvider } from '#server/commerce/payment-provider.ts'
import { sandboxApi } from '#server/payments/sandbox/api.ts'
import {
  chargeObject,
  isSessionPaid,
  paymentIntentIdOf,
  type SandboxSession,
  sessionObject,
} from '#server/payments/sandbox/objects.ts'
import { openSandboxStore, type SandboxSessionRow } from '#server/payments/sandbox/store.ts'
import { createWebhookSender, type Deliver } from '#server/payments/sandbox/webhook-sender.ts'
import { createStripeProvider } from '#server/payments/stripe.ts'

/** What the test payment page offers. */
export const testPaymentOutcomes = [
  'succeeds',
  'twice',
  'webhook-late',
  'webhook-never',
  'bank',
  'bank-fails',
  'declined',
] as const
export type TestPayment = (typeof testPaymentOutcomes)[number]

export type Sandbox = {
  provider: PaymentProvider
  /** Its HTTP API. */
  answer: (request: Request) => Response | Promise<Response>
  /** For the test payment page; null for an unknown session. */
  find: (sessionId: string) => Promise<SandboxSession | null>
  /** Returns whether the payment succeeded or is pending. */
  pay: (sessionId: string, how: TestPayment) => Promise<'paid' | 'declined' | 'over'>
  /** Expires overdue sessions, as Stripe does by itself. */
  tick: () => Promise<void>
  /** Opens a dispute. */
  dispute: (sessionId: string, outcome: 'open' | 'won' | 'lost') => Promise<void>
  /** Adds past payments of the demo, so that they can be refunded. */
  remember: (websiteId: string, paid: readonly PastPaymentInput[]) => Promise<void>
  close: () => Promise<void>
}

type PastPaymentInput = { sessionId: string; checkoutId: string; amount: number; currency: string; paidAt: Date }

export type SandboxOptions = {
  folder: string
  /** A derived key that is never shown. */
  secretKey: string
  webhookSecret: string
  clock: () => Date
  /** The test payment page on the host of the site. */
  payPage: (session: Pick<SandboxSessionRow, 'id' | 'successUrl'>) => string
  /** Delivers an event to the webhook of the site and returns its HTTP status. */
  deliver: Deliver
  /** Where each site takes its events, as the list of endpoints shows them. */
  webhookUrls?: () => readonly string[]
  /** Delay of a late event in milliseconds. */
  late?: number
  report?: (error: unknown, words: string) => void
}

/** A local stand-in for Stripe: the Stripe SDK talks to it, and it sends signed webhook events. No money moves. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const { folder, secretKey, webhookSecret, clock, payPage, webhookUrls = () => [], late = 8_000 } = options
  if (isLiveKey(secretKey)) throw new Error('The payment sandbox never runs on a live key.')
  const store = openSandboxStore(folder)
  const webhooks = createWebhookSender({ ...options, store })
  const seconds = () => Math.floor(+clock() / 1000)

  const find = async (id: string): Promise<SandboxSession | null> => {
    const opened = await store.session(id)
    return opened && { ...opened, ending: await store.ending(id), outcome: await store.outcome(id) }
  }
  const tell = async (id: string, type: string, wait = 0) => {
    const known = (await find(id))!
    await webhooks.send(known.metadata.website_id ?? '', type, sessionObject(known, payPage(known)), wait)
  }
  const expire = async (id: string): Promise<boolean> => {
    const isOver = await store.end(id, { how: 'expired', at: seconds() })
    if (isOver) await tell(id, 'checkout.session.expired')
    return isOver
  }
  const charge = async (known: SandboxSession, type: string, wait = 0) =>
    webhooks.send(known.metadata.website_id ?? '', type, chargeObject(known, await store.refunds()), wait)

  const api = sandboxApi({
    store,
    secretKey,
    clock,
    payPage,
    find,
    expire,
    onRefund: (known) => charge(known, 'charge.refunded'),
    webhookUrls,
  })

  return {
    provider: createStripeProvider({
      kind: 'sandbox',
      secretKey,
      webhookSecrets: [webhookSecret],
      clock,
      fetch: async (address, init) => api.fetch(new Request(address, init)),
    }),
    answer: (request) => api.fetch(request),
    find,
    pay: async (id, how) => {
      const known = await find(id)
      if (!known || known.ending || seconds() >= known.expiresAt) return known && isSessionPaid(known) ? 'paid' : 'over'
      if (how === 'declined') return 'declined'
      const isSlow = how === 'bank' || how === 'bank-fails'
      if (!(await store.end(id, { how: isSlow ? 'unpaid' : 'paid', at: seconds() }))) return 'over'
      if (how === 'webhook-never') return 'paid'
      await tell(id, 'checkout.session.completed', how === 'webhook-late' ? late : 0)
      if (how === 'twice') await tell(id, 'checkout.session.completed')
      if (!isSlow) return 'paid'
      const isThere = how === 'bank'
      await store.decide(id, { isPaid: isThere })
      await tell(id, `checkout.session.async_payment_${isThere ? 'succeeded' : 'failed'}`, late)
      return 'paid'
    },
    tick: async () => {
      for (const { id, expiresAt } of await store.sessions())
        if (seconds() >= expiresAt && !(await store.ending(id))) await expire(id)
    },
    dispute: async (id, outcome) => {
      const known = (await find(id))!
      const status = outcome === 'open' ? 'needs_response' : outcome
      const object = { id: `dp_${id}`, object: 'dispute', payment_intent: paymentIntentIdOf(id), status }
      const type = `charge.dispute.${outcome === 'open' ? 'created' : 'closed'}`
      await webhooks.send(known.metadata.website_id ?? '', type, object, 0)
    },
    remember: async (websiteId, paid) => {
      for (const session of paid.map((past) => pastSession(websiteId, past))) {
        await store.open(session)
        await store.end(session.id, { how: 'paid', at: session.createdAt })
      }
    },
    close: () => webhooks.close(),
  }
}

function pastSession(
  websiteId: string,
  { sessionId, checkoutId, amount, currency, paidAt }: PastPaymentInput,
): SandboxSessionRow {
  const createdAt = Math.floor(+paidAt / 1000)
  return {
    id: sessionId,
    checkoutId,
    amount,
    createdAt,
    expiresAt: createdAt + 1_860,
    currency: currency.toLowerCase(),
    metadata: { website_id: websiteId, checkout_id: checkoutId },
    requestHash: '',
    lines: [],
    successUrl: '',
    cancelUrl: '',
  }
}

/**
 * The sandbox never runs beside a live key, whatever the name of its variable, nor where real payments were taken before
 * and the key is missing now: goods would be sent without payment.
 */
export function assertSandboxMayRun(environment: Environment, hasTakenMoney: boolean): void {
  const live = liveKeyIn(environment)
  if (live)
    throw new OperatorError(
      `${live} has a live key of Stripe, and beside one the payment sandbox does not run; set STRIPE_SECRET_KEY.`,
    )
  if (hasTakenMoney)
    throw new OperatorError(
      'This installation has taken real payments, so it does not start with the payment sandbox; set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    )
}

/** A staging installation must not have a live key under any name. */
export function assertNoLiveKey(environment: Environment): void {
  const live = liveKeyIn(environment)
  if (live)
    throw new OperatorError(`${live} has a live key of Stripe, and STAGING=on is for trials; take one of them away.`)
}

type Environment = Record<string, string | undefined>

const liveKeyIn = (environment: Environment): string | undefined =>
  Object.entries(environment).find(([, value]) => value !== undefined && isLiveKey(value))?.[0]
