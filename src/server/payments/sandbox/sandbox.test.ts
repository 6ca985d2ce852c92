import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { expect, onTestFinished, test } from 'vitest'
import type { PaymentSessionRequest } from '#server/commerce/payment-provider.ts'
import { newId } from '#server/db/id.ts'
import { sandboxApi } from '#server/payments/sandbox/api.ts'
import { paymentIntentIdOf } from '#server/payments/sandbox/objects.ts'
import { parseStripeForm } from '#server/payments/sandbox/parameters.ts'
import {
  assertNoLiveKey,
  assertSandboxMayRun,
  openSandbox,
  type Sandbox,
  type SandboxOptions,
} from '#server/payments/sandbox/sandbox.ts'
import { openSandboxStore } from '#server/payments/sandbox/store.ts'
import { createStripeProvider, stripeApiVersion } from '#server/payments/stripe.ts'

const now = new Date('2026-05-01T12:00:00Z')
const keys = { secretKey: 'sk_test_x', webhookSecret: 'whsec_x' }

function newSandbox(options: Partial<SandboxOptions> = {}) {
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'stagedoor-sandbox-'))
  const delivered: { type: string; signature: string; body: string }[] = []
  const sandbox = openSandbox({
    folder,
    ...keys,
    clock: () => now,
    late: 30,
    payPage: ({ id }) => `http://localhost/sandbox/pay/${id}`,
    deliver: async ({ body, signature }) => {
      delivered.push({ type: JSON.parse(body).type, signature, body })
      return 200
    },
    ...options,
  })
  onTestFinished(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { ...sandbox, folder, delivered }
}

const request = (changes: Partial<PaymentSessionRequest> = {}): PaymentSessionRequest => ({
  checkoutId: newId(),
  websiteId: newId(),
  reference: 'K7Q2-9XWM-4TPA',
  currency: 'GBP',
  lines: [{ name: 'Night Ferry & "more" [1]', unitAmount: 1_800, quantity: 2 }],
  email: 'ann@example.com',
  locale: 'en-GB',
  expiresAt: new Date(+now + 31 * 60_000),
  successUrl: 'http://localhost/payment/confirm?session_id={CHECKOUT_SESSION_ID}',
  cancelUrl: 'http://localhost/checkout',
  ...changes,
})

test('the Stripe SDK opens, lists and refunds a payment and verifies its event', async () => {
  const { provider, pay, find, delivered } = newSandbox()
  const sessionRequest = request()
  const opened = await provider.openSession(sessionRequest)
  expect(opened).toMatchObject({ state: 'open', isPaid: false, amount: 3_600, currency: 'GBP', paymentIntent: null })
  expect(opened.url).toBe(`http://localhost/sandbox/pay/${opened.id}`)
  expect((await find(opened.id))!.lines).toEqual(sessionRequest.lines)
  expect(await provider.openSession(sessionRequest)).toEqual(opened)
  await expect(provider.openSession({ ...sessionRequest, email: 'bob@example.com' })).rejects.toMatchObject({
    reason: 'payment-unavailable',
  })
  expect(await pay(opened.id, 'declined')).toBe('declined')
  const both = await Promise.all([pay(opened.id, 'succeeds'), pay(opened.id, 'succeeds')])
  expect(both).toContain('paid')
  await expect.poll(() => delivered.length).toBe(1)
  const event = provider.readEvent(Buffer.from(delivered[0]!.body), delivered[0]!.signature, now)
  expect(event.news).toMatchObject({ about: 'session', fact: 'paid', session: { id: opened.id, isPaid: true } })
  const paymentIntent = paymentIntentIdOf(opened.id)
  expect(await provider.sessionOfIntent(paymentIntent)).toMatchObject({ id: opened.id })
  expect(await provider.closeSession(opened.id)).toMatchObject({ state: 'complete' })
  await provider.refund({ paymentIntent, amount: 600, key: 'a' })
  await provider.refund({ paymentIntent, amount: 600, key: 'a' })
  expect(await provider.refundedOf(paymentIntent)).toBe(600)
  await expect(provider.refund({ paymentIntent, amount: 3_001, key: 'b' })).rejects.toThrow()
  const since: string[] = []
  for await (const intent of provider.refundedSince(new Date(+now - 1_000))) since.push(intent)
  expect(since).toEqual([paymentIntent])
  expect(await provider.session('cs_test_of_nobody')).toBeNull()
})

/** Stripe's own library, asking the sandbox. */
function clientOf({ answer }: Pick<Sandbox, 'answer'>) {
  const fetch = async (address: string | URL | Request, init?: RequestInit) => answer(new Request(address, init))
  return new Stripe(keys.secretKey, {
    apiVersion: stripeApiVersion,
    httpClient: Stripe.createFetchHttpClient(fetch as typeof globalThis.fetch),
    maxNetworkRetries: 0,
  })
}

const parameters = (changes: object = {}): Stripe.Checkout.SessionCreateParams => ({
  mode: 'payment',
  line_items: [
    { quantity: 2, price_data: { currency: 'gbp', unit_amount: 1_800, product_data: { name: 'Night Ferry' } } },
  ],
  success_url: 'http://localhost/paid',
  ...changes,
})
const key = () => ({ idempotencyKey: newId() })

test.each([
  [{ mode: 'subscription' }, 'mode=payment only'],
  [{ mode: 'setup' }, 'mode=payment only'],
  [{ shipping_options: [{ shipping_rate: 'shr_1' }] }, 'shipping_options'],
  [{ discounts: [{ coupon: 'x' }] }, 'discounts'],
  [{ automatic_tax: { enabled: true } }, 'automatic_tax'],
  [{ colour: 'red' }, 'colour'],
  [{ payment_intent_data: { capture_method: 'manual' } }, 'payment_intent_data[capture_method]'],
  [{ line_items: [{ price: 'price_1', quantity: 1 }] }, 'line_items[0][price]'],
  [{ line_items: 'all' }, 'line_items'],
])('the sandbox refuses the unsupported parameters %o', async (changes, named) => {
  const { checkout } = clientOf(newSandbox())
  await expect(checkout.sessions.create(parameters(changes), key())).rejects.toThrow(named)
})

test('the sandbox refuses filters, expansions and parameters that it does not support', async () => {
  const sandbox = newSandbox()
  const { checkout, refunds, paymentIntents } = clientOf(sandbox)
  const { id } = await checkout.sessions.create(parameters(), key())
  await sandbox.pay(id, 'succeeds')
  const payment_intent = paymentIntentIdOf(id)
  const refused = [
    checkout.sessions.list({ customer: 'cus_1' }),
    checkout.sessions.list({ ending_before: id }),
    checkout.sessions.list({ starting_after: 'cs_test_of_nobody' }),
    checkout.sessions.list({ limit: 101 }),
    checkout.sessions.list({ status: 'done' as 'open' }),
    checkout.sessions.retrieve(id, { expand: ['line_items'] }),
    checkout.sessions.expire(id, { expand: ['line_items'] }),
    paymentIntents.retrieve(payment_intent, { expand: ['customer'] }),
    refunds.create({ payment_intent, reason: 'duplicate' }, key()),
    refunds.create({ charge: 'ch_1' }, key()),
    refunds.list({ charge: 'ch_1' }),
  ]
  const answers = await Promise.allSettled(refused)
  expect(answers.map(({ status }) => status)).toEqual(refused.map(() => 'rejected'))
})

test('refunds of the sandbox are idempotent by key, and a different amount under the same key is refused', async () => {
  const sandbox = newSandbox()
  const { checkout, refunds } = clientOf(sandbox)
  const { id } = await checkout.sessions.create(parameters(), key())
  await sandbox.pay(id, 'succeeds')
  const payment_intent = paymentIntentIdOf(id)
  const once = key()
  const made = await refunds.create({ payment_intent, amount: 500 }, once)
  await expect(refunds.create({ payment_intent, amount: 600 }, once)).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
  })
  expect(await refunds.create({ payment_intent, amount: 500 }, once)).toMatchObject({ id: made.id, amount: 500 })
  const both = await Promise.allSettled(
    [100, 200].map((amount) => refunds.create({ payment_intent, amount }, { idempotencyKey: 'b' })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('two simultaneous requests with one key open one payment session, and other parameters under the key are refused', async () => {
  const { checkout } = clientOf(newSandbox())
  const once = key()
  const two = (quantities: number[]) =>
    Promise.allSettled(
      quantities.map((quantity) =>
        checkout.sessions.create({ ...parameters(), line_items: [{ ...parameters().line_items![0], quantity }] }, once),
      ),
    )
  const answers = await two([1, 2])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { type: 'StripeIdempotencyError' },
  })
})

test('the sandbox refuses simultaneous refunds beyond the payment', async () => {
  const sandbox = newSandbox()
  const { checkout, refunds } = clientOf(sandbox)
  const { id, amount_total } = await checkout.sessions.create(parameters(), key())
  await sandbox.pay(id, 'succeeds')
  const all = await Promise.allSettled(
    Array.from({ length: 5 }, () =>
      refunds.create({ payment_intent: paymentIntentIdOf(id), amount: amount_total! / 2 }, key()),
    ),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test('lists of the sandbox apply their filters, and each refund has its currency', async () => {
  const sandbox = newSandbox()
  const { checkout, refunds } = clientOf(sandbox)
  const make = async () => (await checkout.sessions.create(parameters(), key())).id
  const [open, paid, other, over] = [await make(), await make(), await make(), await make()]
  for (const id of [paid, other]) await sandbox.pay(id, 'succeeds')
  await checkout.sessions.expire(over)
  const listed = async (filter: Stripe.Checkout.SessionListParams) =>
    (await checkout.sessions.list(filter)).data.map(({ id }) => id).toSorted()
  expect(await listed({ status: 'open' })).toEqual([open])
  expect(await listed({ status: 'expired' })).toEqual([over])
  expect(await listed({ status: 'complete' })).toEqual([paid, other].toSorted())
  const at = Math.floor(+now / 1000)
  expect((await listed({ created: { gt: at - 1, lte: at } })).length).toBe(4)
  expect(await listed({ created: { gt: at } })).toEqual([])
  for (const id of [paid, other]) await refunds.create({ payment_intent: paymentIntentIdOf(id), amount: 100 }, key())
  const { data, has_more: more } = await refunds.list({ payment_intent: paymentIntentIdOf(paid) })
  expect([data.map(({ payment_intent: of, currency }) => [of, currency]), more]).toEqual([
    [[paymentIntentIdOf(paid), 'gbp']],
    false,
  ])
  const all: string[] = []
  for await (const { id } of refunds.list({ limit: 1 })) all.push(id)
  expect(new Set(all).size).toBe(2)
})

test('a payment session has no payment intent before payment, and its charge is expanded only on request', async () => {
  const sandbox = newSandbox()
  const { checkout, paymentIntents } = clientOf(sandbox)
  const make = async () => (await checkout.sessions.create(parameters(), key())).id
  const [open, over, paid, failed] = [await make(), await make(), await make(), await make()]
  await checkout.sessions.expire(over)
  await sandbox.pay(paid, 'succeeds')
  await sandbox.pay(failed, 'bank-fails')
  for (const id of [open, over]) {
    expect((await checkout.sessions.retrieve(id)).payment_intent).toBeNull()
    await expect(paymentIntents.retrieve(paymentIntentIdOf(id))).rejects.toMatchObject({ statusCode: 404 })
    expect((await checkout.sessions.list({ payment_intent: paymentIntentIdOf(id) })).data).toEqual([])
  }
  expect(await paymentIntents.retrieve(paymentIntentIdOf(failed))).toMatchObject({ status: 'requires_payment_method' })
  const plain = await paymentIntents.retrieve(paymentIntentIdOf(paid))
  const whole = await paymentIntents.retrieve(paymentIntentIdOf(paid), { expand: ['latest_charge'] })
  expect(plain).toMatchObject({ status: 'succeeded', latest_charge: expect.stringMatching(/^ch_/) })
  expect(whole.latest_charge).toMatchObject({ id: plain.latest_charge, amount: 3_600 })
})

test('events of the sandbox name the API version', async () => {
  const { provider, pay, delivered } = newSandbox()
  const { id } = await provider.openSession(request())
  await pay(id, 'succeeds')
  await expect.poll(() => delivered.length).toBe(1)
  expect(JSON.parse(delivered[0]!.body)).toMatchObject({
    object: 'event',
    api_version: stripeApiVersion,
    livemode: false,
  })
})

test('the sandbox paginates long lists', async () => {
  const { provider } = newSandbox()
  const ids: string[] = []
  for (let n = 0; n < 130; n++) ids.push((await provider.openSession(request())).id)
  const listed: string[] = []
  const [from, until] = [new Date(+now - 1_000), new Date(+now + 1_000)]
  for await (const { id } of provider.sessionsBetween(from, until)) listed.push(id)
  expect(listed.sort()).toEqual(ids.sort())
})

test('the sandbox accepts at most a hundred line items, like Stripe', async () => {
  const { provider } = newSandbox()
  const lines = Array.from({ length: 101 }, (_, n) => ({ name: `Thing ${n}`, unitAmount: 100, quantity: 1 }))
  await expect(provider.openSession(request({ lines }))).rejects.toThrow()
  expect(await provider.openSession(request({ lines: lines.slice(1) }))).toMatchObject({ amount: 10_000 })
})

test('the sandbox refuses amounts below Stripe’s minimum and unsupported currencies', async () => {
  const { provider } = newSandbox()
  const asking = (unitAmount: number, currency: string) =>
    provider.openSession(request({ currency, lines: [{ name: 'A pin', unitAmount, quantity: 1 }] }))
  const tooSmall = { reason: 'order-too-little', message: expect.stringMatching(/^This is too little .* by card\./) }
  for (const [min, currency] of [
    [30, 'GBP'],
    [50, 'JPY'],
    [17_500, 'HUF'],
  ] as const) {
    await expect(asking(min - 1, currency)).rejects.toMatchObject(tooSmall)
    expect(await asking(min, currency)).toMatchObject({ amount: min, currency })
  }
  expect(await asking(0, 'GBP')).toMatchObject({ amount: 0, isPaid: true })
  for (const currency of ['ISK', 'KWD']) await expect(asking(100_000, currency)).rejects.toThrow()
})

test('the sandbox refuses any API version but the one that the shop sends', async () => {
  const { folder } = newSandbox()
  const api = sandboxApi({
    store: openSandboxStore(folder),
    secretKey: 'sk_test_x',
    clock: () => now,
    payPage: () => '',
    find: async () => null,
    expire: async () => false,
    onRefund: async () => {},
    webhookUrls: () => [],
  })
  const statusFor = async (version: string | null) => {
    const headers = { authorization: 'Bearer sk_test_x', ...(version && { 'stripe-version': version }) }
    return (await api.request('/v1/checkout/sessions', { headers })).status
  }
  expect([await statusFor('2026-10-28.endive'), await statusFor('2024-06-20'), await statusFor(null)]).toEqual([
    200, 400, 400,
  ])
  let sent: string | null = null
  const { session } = createStripeProvider({
    secretKey: 'sk_test_x',
    webhookSecrets: [],
    fetch: async (_, init) => {
      sent = new Headers(init?.headers).get('stripe-version')
      return Response.json({ id: 'cs_test_1', object: 'checkout.session' })
    },
  })
  await session('cs_test_1')
  expect(sent).toBe('2026-10-28.endive')
  // The README names the version that webhook endpoints need.
  expect(readFileSync('README.md', 'utf8')).toContain('`2026-10-28.endive`')
})

test('the sandbox keeps its state across restarts and delivers pending events', async () => {
  const before = newSandbox({ deliver: async () => 500 })
  const { id } = await before.provider.openSession(request())
  await before.pay(id, 'succeeds')
  await before.close()
  const after = newSandbox({ folder: before.folder })
  expect(await after.provider.session(id)).toMatchObject({ state: 'complete', isPaid: true })
  await expect.poll(() => after.delivered.map(({ type }) => type)).toContain('checkout.session.completed')
})

test('a slow clock does not shorten the payment session', async () => {
  const theirs = newSandbox()
  const idempotencyKeys: (string | null)[] = []
  let here = now
  const shop = createStripeProvider({
    secretKey: keys.secretKey,
    webhookSecrets: [],
    clock: () => here,
    fetch: async (address, init) => {
      const sent = new Request(address, init)
      idempotencyKeys.push(sent.headers.get('idempotency-key'))
      return theirs.answer(sent)
    },
  })
  const minutes = (count: number) => count * 60_000
  const lasting = (count: number) => request({ expiresAt: new Date(+here + minutes(count)) })
  here = new Date(+now - minutes(4))
  const wanted = lasting(31)
  const { id } = await shop.openSession(wanted)
  const { expiresAt } = (await theirs.find(id))!
  expect(expiresAt - +now / 1000).toBe(32 * 60)
  // Another key, because the first one may count as used.
  expect(new Set(idempotencyKeys).size).toBe(2)
  // Asked again a moment later, it is the same.
  here = new Date(+here + 700)
  expect((await shop.openSession(wanted)).id).toBe(id)
  // Too short by any clock.
  here = now
  await expect(shop.openSession(lasting(29))).rejects.toMatchObject({ reason: 'payment-unavailable' })
  idempotencyKeys.length = 0
  here = new Date(+now + minutes(6))
  await shop.openSession(lasting(31))
  expect(idempotencyKeys).toHaveLength(1)
})

test('an expired session cannot be paid and sends an event', async () => {
  let time = now
  const { provider, pay, tick, delivered } = newSandbox({ clock: () => time })
  const { id } = await provider.openSession(request())
  await expect(provider.openSession(request({ expiresAt: new Date(+now + 29 * 60_000) }))).rejects.toThrow()
  time = new Date(+now + 32 * 60_000)
  expect(await pay(id, 'succeeds')).toBe('over')
  await tick()
  await expect.poll(() => delivered.map(({ type }) => type)).toEqual(['checkout.session.expired'])
  expect(await provider.session(id)).toMatchObject({ state: 'expired', url: null })
})

test('the sandbox refuses to start beside a live key or where real money was taken', () => {
  expect(() => assertSandboxMayRun({ PATH: '/bin', STRIPE_KEY: 'sk_test_1' }, false)).not.toThrow()
  expect(() => assertSandboxMayRun({ PAYMENT_KEY: 'sk_live_1' }, false)).toThrow('PAYMENT_KEY has a live key of Stripe')
  expect(() => assertSandboxMayRun({ OLD: ' rk_live_1' }, false)).toThrow('STRIPE_SECRET_KEY')
  for (const key of [
    'pk_live_1',
    'sk_org_live_1',
    '"sk_live_1"',
    "'rk_live_1'",
    'sk_test_1,sk_live_1',
    '{"k":"sk_live_1"}',
  ])
    expect(() => assertSandboxMayRun({ OLD: key }, false)).toThrow('live key of Stripe')
  expect(() => assertSandboxMayRun({ HOME: '/home/desk_live_music', OLD: 'sk_lively' }, false)).not.toThrow()
  expect(() => assertSandboxMayRun({}, true)).toThrow('has taken real payments')
  expect(() => newSandbox({ secretKey: 'sk_live_1' })).toThrow('never runs on a live key')
})

test('a staging installation refuses to start with a live key under any name', () => {
  expect(() => assertNoLiveKey({ PATH: '/bin', STRIPE_SECRET_KEY: 'sk_test_1' })).not.toThrow()
  expect(() => assertNoLiveKey({ OLD_KEY: 'rk_live_1' })).toThrow('OLD_KEY has a live key of Stripe, and STAGING=on')
})

test('the sandbox parses nested form fields without prototype access', () => {
  expect(parseStripeForm('a[0][b]=1&a[0][c]=x%26y&d=')).toEqual({ a: { 0: { b: '1', c: 'x&y' } }, d: '' })
  parseStripeForm('__proto__[polluted]=yes&constructor[prototype][polluted]=yes')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})
