import { Explained } from '#domain/explained.ts'
import { isLiveKey } from '#domain/settings/weak-secrets.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { sandboxApi } from '#server/payments/sandbox/api.ts'
import { createCourier, type Deliver } from '#server/payments/sandbox/courier.ts'
import { chargeObject, intentOf, isPaid, type Known, sessionObject } from '#server/payments/sandbox/objects.ts'
import { type Opened, openStore } from '#server/payments/sandbox/store.ts'
import { stripeProvider } from '#server/payments/stripe.ts'

/** What somebody at the test page may do. */
export const payments = [
  'succeeds',
  'twice',
  'webhook-late',
  'webhook-never',
  'bank',
  'bank-fails',
  'declined',
] as const
export type TestPayment = (typeof payments)[number]

export type Sandbox = {
  provider: PaymentProvider
  /** Its API, for who reaches it over the network. */
  answer: (request: Request) => Response | Promise<Response>
  /** What the test page shows; null for one that is not there. */
  find: (sessionId: string) => Promise<Known | null>
  /** Whether the money is there afterwards, or will be. */
  pay: (sessionId: string, how: TestPayment) => Promise<'paid' | 'declined' | 'over'>
  /** Ends what has run out, as the service would by itself. */
  tick: () => Promise<void>
  /** A bank that takes the money back. */
  dispute: (sessionId: string, outcome: 'open' | 'won' | 'lost') => Promise<void>
  /** Payments that were made before its time, so that money can go back for them. */
  remember: (websiteId: string, paid: readonly Past[]) => Promise<void>
  close: () => Promise<void>
}

type Past = { sessionId: string; checkoutId: string; amount: number; currency: string; paidAt: Date }

export type SandboxOptions = {
  folder: string
  /** Only ever a derived one; it is shown to nobody. */
  secretKey: string
  webhookSecret: string
  clock: () => Date
  /** The page on which a session is paid, on the site that it is for. */
  payPage: (session: Pick<Opened, 'id' | 'successUrl'>) => string
  /** Brings a message to the site's webhook; answers its status. */
  deliver: Deliver
  /** How long a late message takes, in milliseconds. */
  late?: number
  report?: (error: unknown, words: string) => void
}

/**
 * A payment service of our own, to try things out: it is asked in the words of Stripe's API by Stripe's own library, and
 * tells of payments as Stripe does. No money moves.
 */
export function openSandbox(options: SandboxOptions): Sandbox {
  const { folder, secretKey, webhookSecret, clock, payPage, late = 8_000 } = options
  if (isLiveKey(secretKey)) throw new Error('The payment sandbox never runs on a live key.')
  const store = openStore(folder)
  const courier = createCourier({ ...options, store })
  const seconds = () => Math.floor(+clock() / 1000)

  const find = async (id: string): Promise<Known | null> => {
    const opened = await store.session(id)
    return opened && { ...opened, ending: await store.ending(id), outcome: await store.outcome(id) }
  }
  const tell = async (id: string, type: string, wait = 0) => {
    const known = (await find(id))!
    await courier.send(known.metadata.website_id ?? '', type, sessionObject(known, payPage(known)), wait)
  }
  const expire = async (id: string): Promise<boolean> => {
    const isOver = await store.end(id, { how: 'expired', at: seconds() })
    if (isOver) await tell(id, 'checkout.session.expired')
    return isOver
  }
  const charge = async (known: Known, type: string, wait = 0) =>
    courier.send(known.metadata.website_id ?? '', type, chargeObject(known, await store.refunds()), wait)

  const api = sandboxApi({
    store,
    secretKey,
    clock,
    payPage,
    find,
    expire,
    onRefund: (known) => charge(known, 'charge.refunded'),
  })

  return {
    provider: stripeProvider({
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
      if (!known || known.ending || seconds() >= known.expiresAt) return known && isPaid(known) ? 'paid' : 'over'
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
      const object = { id: `dp_${id}`, object: 'dispute', payment_intent: intentOf(id), status }
      const type = `charge.dispute.${outcome === 'open' ? 'created' : 'closed'}`
      await courier.send(known.metadata.website_id ?? '', type, object, 0)
    },
    remember: async (websiteId, paid) => {
      for (const { sessionId: id, checkoutId, amount, currency, paidAt } of paid) {
        const createdAt = Math.floor(+paidAt / 1000)
        const about = {
          id,
          checkoutId,
          amount,
          createdAt,
          expiresAt: createdAt + 1_860,
          currency: currency.toLowerCase(),
        }
        const metadata = { website_id: websiteId, checkout_id: checkoutId }
        await store.open({ ...about, metadata, requestHash: '', lines: [], successUrl: '', cancelUrl: '' })
        await store.end(id, { how: 'paid', at: createdAt })
      }
    },
    close: () => courier.close(),
  }
}

/**
 * Beside a key for real money the sandbox never runs: neither when one is set under another name, nor when this house has
 * taken real money before and its key is missing today. Then goods would leave for nothing.
 */
export function assertSandboxMayRun(environment: Environment, hasTakenMoney: boolean): void {
  const live = liveKeyIn(environment)
  if (live)
    throw new Explained(
      `${live} has a live key of Stripe, and beside one the payment sandbox does not run; set STRIPE_SECRET_KEY.`,
    )
  if (hasTakenMoney)
    throw new Explained(
      'This house has taken real payments, so it does not start with the payment sandbox; set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
    )
}

/** A trial installation has nothing to do with real money, under whatever name. */
export function assertNoLiveKey(environment: Environment): void {
  const live = liveKeyIn(environment)
  if (live)
    throw new Explained(`${live} has a live key of Stripe, and STAGING=on is for trials; take one of them away.`)
}

type Environment = Record<string, string | undefined>

const liveKeyIn = (environment: Environment): string | undefined =>
  Object.entries(environment).find(([, value]) => value !== undefined && isLiveKey(value))?.[0]
