import type { CheckResult } from '#domain/going-live/check.ts'

/** The events of Stripe that a shop needs; README.md lists them for the operator. */
export const requiredStripeEvents = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const

/** Where a site takes events. */
export const webhookUrlAt = (origin: string): string => `${origin}/api/webhooks/stripe`

/** A webhook endpoint as the payment service knows it. */
export type WebhookEndpoint = { url: string; events: readonly string[]; isEnabled: boolean; version: string | null }

/** What the payment service says about the key. `endpoints` is null where the key may not see them. */
export type PaymentSetup =
  | { key: 'refused' | 'no-answer' }
  | { key: 'accepted'; endpoints: readonly WebhookEndpoint[] | null }

export type PaymentMode = 'live' | 'test' | 'sandbox' | 'closed'

type PaymentFacts = {
  hasShop: boolean
  mode: PaymentMode
  setup: PaymentSetup
  /** Where this site takes webhooks; the first is the usual one. */
  webhookUrls: readonly string[]
  /** The version of the API that the program is written for. */
  version: string
  /** When the last event arrived here. */
  lastEventAt: Date | null
  testPayment: { receivedAt: Date | null; refundedAt: Date | null }
}

/** Whether the shop takes money, and hears from the payment service about it. */
export function paymentsResult(facts: PaymentFacts): CheckResult {
  const { hasShop, lastEventAt, testPayment } = facts
  if (!hasShop) return { state: 'ok', sentence: 'Your site has no shop, so there is nothing to do.' }
  const moments = [
    { label: 'Last event received', at: lastEventAt },
    { label: 'Test payment received', at: testPayment.receivedAt },
    { label: 'Test payment refunded', at: testPayment.refundedAt },
  ].flatMap(({ label, at }) => (at ? [{ label, at }] : []))
  return { ...setupResult(facts), moments }
}

function setupResult({ mode, setup, webhookUrls, version, lastEventAt }: PaymentFacts): CheckResult {
  const operator = 'Ask who runs the server'
  if (mode === 'closed')
    return {
      state: 'todo',
      sentence: `Your shop takes no orders: no payment service is set up. ${operator} to set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.`,
    }
  if (setup.key !== 'accepted')
    return setup.key === 'refused'
      ? { state: 'bad', sentence: `Stripe refuses the key of your shop. ${operator} to set a new STRIPE_SECRET_KEY.` }
      : { state: 'unknown', sentence: 'Stripe did not answer. Check again in a moment.' }
  const problem = setup.endpoints && endpointProblem(setup.endpoints, { webhookUrls, version })
  if (problem) return { state: 'bad', sentence: problem }
  if (mode === 'sandbox')
    return {
      state: 'todo',
      sentence: `Your shop takes test payments only, and no money moves. For real ones ${operator.toLowerCase()} to set the keys of your Stripe account.`,
    }
  if (mode === 'test')
    return {
      state: 'todo',
      sentence: 'Stripe accepts your test key, so no money moves. Set a live key for real payments.',
    }
  if (!setup.endpoints && !lastEventAt)
    return {
      state: 'unknown',
      sentence:
        'Stripe accepts the key, which may not see webhook endpoints. Make a test payment to see whether events arrive.',
    }
  if (!lastEventAt)
    return {
      state: 'todo',
      sentence: 'Stripe accepts the key and sends events here, but none has arrived yet. Make a test payment.',
    }
  return { state: 'ok', sentence: 'Stripe accepts the key, and its events arrive here.' }
}

/** What is wrong with the endpoint of this site, and what to do; null when nothing is. */
function endpointProblem(
  endpoints: readonly WebhookEndpoint[],
  { webhookUrls, version }: Pick<PaymentFacts, 'webhookUrls' | 'version'>,
): string | null {
  const own = endpoints.filter(({ url }) => webhookUrls.includes(url))
  const [url] = webhookUrls
  if (!own.length) return `Stripe sends no events to your site. Add a webhook endpoint in its dashboard: ${url}`
  const enabled = own.filter(({ isEnabled }) => isEnabled)
  if (!enabled.length) return 'Stripe has turned off the webhook endpoint of your site. Turn it on in its dashboard.'
  const received = new Set(enabled.flatMap(({ events }) => events))
  const absent = received.has('*') ? [] : requiredStripeEvents.filter((event) => !received.has(event))
  if (absent.length) return `The webhook endpoint lacks events. Add in the dashboard of Stripe: ${absent.join(', ')}`
  if (!enabled.some((endpoint) => endpoint.version === version))
    return `The webhook endpoint has another version of the API. Create it again in the dashboard of Stripe, for ${version}.`
  return null
}
