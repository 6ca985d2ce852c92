import { eq } from 'drizzle-orm'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import type { Log } from '#api/env.ts'
import { attentionLabels } from '#domain/orders/attention.ts'
import { Refusal } from '#domain/refusal.ts'
import { dayMs } from '#domain/time/local-time.ts'
import { activityLogs } from '#server/activity/table.ts'
import { checkoutByKey } from '#server/checkout/lifecycle.ts'
import { type Checkout, checkouts, stockHolds } from '#server/commerce/checkout-table.ts'
import { orders } from '#server/commerce/orders-table.ts'
import { sitesWith } from '#server/db/each-site.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { pictures } from '#server/images/table.ts'
import { renderMailHtml } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/message.ts'
import { mailSealContext } from '#server/mail/queue.ts'
import { mails } from '#server/mail/table.ts'
import { advanceOrder, cancelOrder } from '#server/orders/commands.ts'
import { handlePaymentEvent } from '#server/payments/handle-event.ts'
import {
  expireCheckouts,
  ordersPaidBySql,
  reconcilePaymentSessions,
  reconcileRefunds,
  refundedSince,
  sweepCheckouts,
} from '#server/payments/reconcile.ts'
import { paymentIntentIdOf } from '#server/payments/sandbox/objects.ts'
import { createStripeProvider } from '#server/payments/stripe.ts'
import { bundleParts, productImages } from '#server/products/table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { repeatTimes } from '#tests/fixtures/accounts.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { silentLog } from '#tests/fixtures/log.ts'
import {
  allPaymentEvents,
  checkoutRequestFor,
  checkoutsOf,
  eventOf,
  mailJobsOf,
  noon,
  openTestShop,
  sessionObject,
  shopRecordsOf,
  signWebhookEvent,
  webhookSecret,
} from '#tests/fixtures/payments.ts'

const reorderings = <T>(all: T[]): T[][] =>
  all.length < 2 ? [all] : all.flatMap((one, i) => reorderings(all.toSpliced(i, 1)).map((rest) => [one, ...rest]))

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine, { poolSize: 10 })
  const downloads = { allowed: 4, days: 21 }
  const shop = await openTestShop(database, undefined, { downloads })

  type Message = { body: string; signature: string }

  function apiFor(site: Pick<TestSite, 'websiteId'>, log: Log = silentLog) {
    const needs = { payments: shop.payments, clock: shop.clock, site: shop.look, log }
    const api = createTestApi(database, site, { kind: 'visitor' }, {}, needs)
    const post = ({ body, signature }: Message) =>
      api.request('/api/webhooks/stripe', { method: 'POST', headers: { 'stripe-signature': signature }, body })
    const bring = async (message: Message) => (await post(message)).status
    const order = async (query: string) => {
      const answer = await api.request(`/api/shop/order?${query}`)
      return { status: answer.status, body: await answer.json() }
    }
    return { ...api, post, bring, order, tell: (event: object) => bring(signWebhookEvent(event, { at: shop.clock() })) }
  }

  function ownerOf(site: TestSite) {
    const owner = {
      kind: 'administrator',
      userId: site.userId,
      sessionId: newId(),
      authenticatedBy: 'session',
    } as const
    return createTestApi(database, site, owner, {}, { site: shop.look })
  }

  /** A buyer at the payment page. */
  async function newBuyer({ stock = 3, of = 'record' as 'record' | 'track' | 'bundle', quantity = 1 } = {}) {
    const made = await shop.newShop(stock)
    const api = apiFor(made.site)
    const request = { ...checkoutRequestFor(made[of]), items: [{ productId: made[of], variantId: null, quantity }] }
    const answer = await api.request('/api/shop/checkout', jsonRequest(request), newId())
    expect(answer.status).toBe(200)
    const [checkout] = await checkoutsOf(made.site)
    const books = () => shopRecordsOf(made.site, made.record)
    return { ...made, api, request, checkout: checkout!, sessionId: checkout!.sessionId!, books }
  }
  const stateOf = async (site: TestSite) => (await checkoutsOf(site))[0]!.state
  const mailJobs = (site: TestSite) => mailJobsOf(database, site)

  /** The mails that are queued from now on. */
  async function mailsOf(site: TestSite): Promise<Mail[]> {
    const { websiteId } = site
    const asWorker = <T>(work: Parameters<typeof inSite<T>>[2]) => inSite(database, { websiteId, role: 'worker' }, work)
    const run = { websiteId, inSite: asWorker, finish: asWorker<void>, signal: new AbortController().signal }
    for (const data of await mailJobs(site)) await shop.mailJob.perform(data, run)
    return asWorker(async (tx) => {
      const found = await tx.select({ id: mails.id, content: mails.content }).from(mails).orderBy(mails.id)
      return found.map(({ id, content }) => {
        const mail: Mail = JSON.parse(shop.sealer.open(mailSealContext(websiteId, id), content!))
        return { ...mail, html: renderMailHtml(mail.content!, { name: 'Example' }) }
      })
    })
  }

  /** Makes the buyer of a checkout unreadable. */
  const damage = (site: TestSite, { id, customer }: Checkout) => {
    const flipped = Buffer.from(customer)
    flipped[flipped.length - 1]! ^= 1
    return site.as('checkout', (tx) => tx.update(checkouts).set({ customer: flipped }).where(eq(checkouts.id, id)))
  }

  test('creates one complete order from a payment, however often the event is delivered', async () => {
    const { site, api, sessionId, books, checkout, track } = await newBuyer({ of: 'bundle' })
    expect(await shop.sandbox.pay(sessionId, 'twice')).toBe('paid')
    const events = await shop.deliveredEvents(site, 2)
    expect(await Promise.all([...events, ...events, ...events].map(api.bring))).toEqual(Array(6).fill(200))
    const { onHand, held, orders, items, rights, moved } = await books()
    expect([onHand, held, orders.length, items.length]).toEqual([2, 0, 1, 1])
    expect(orders[0]).toMatchObject({
      status: 'paid',
      attention: null,
      orderReference: checkout.reference,
      totalAmount: 1_900 + 395,
      stripeSessionId: sessionId,
      stripePaymentIntent: paymentIntentIdOf(sessionId),
    })
    expect(orders[0]!.orderNumber).toMatch(/^260501-[0-9A-Z]{6}$/)
    const expiresAt = new Date(+noon + downloads.days * dayMs)
    expect(rights).toMatchObject([{ productId: track, downloadsAllowed: downloads.allowed, expiresAt }])
    expect(rights[0]!.orderId).toBe(orders[0]!.id)
    expect(moved.map(({ reason, change, orderId }) => [reason, change, orderId])).toEqual([
      ['initial', 3, null],
      ['sale', -1, orders[0]!.id],
    ])
    const stockItem = await ownerOf(site).request(`/api/admin/inventory/${moved[0]!.stockId}/movements`)
    expect((await stockItem.json()).movements).toMatchObject([
      { reason: 'sale', order: orders[0]!.orderNumber, who: null },
      { reason: 'initial', order: null, who: { userId: site.userId } },
    ])
    expect(await mailJobs(site)).toEqual([{ orderId: orders[0]!.id }])
    expect(await stateOf(site)).toBe('paid')
  })

  test('accepts only recent events with a valid signature', async () => {
    const { site, api, checkout, books } = await newBuyer()
    const event = eventOf('checkout.session.completed', sessionObject(checkout))
    const at = (seconds: number) => signWebhookEvent(event, { at: new Date(+noon + seconds * 1000) })
    const good = at(0)
    const bad = [
      { ...good, signature: '' },
      { ...good, signature: 'nonsense' },
      { ...good, signature: good.signature.replace(/v1=.{4}/, 'v1=0000') },
      { ...good, signature: good.signature.replace('v1=', 'v0=') },
      { ...good, body: good.body.replace('"amount_total":2195', '"amount_total":2196') },
      { ...good, body: `${good.body} ` },
      signWebhookEvent(event, { secret: 'whsec_of_somebody' }),
      at(-301),
      at(301),
    ]
    expect(await Promise.all(bad.map(api.bring))).toEqual(bad.map(() => 400))
    expect(await books()).toMatchObject({ onHand: 3, held: 1, orders: [] })
    const elsewhere = await createTestSite(database)
    expect(await apiFor(elsewhere).bring(good)).toBe(200)
    expect(await stateOf(site)).toBe('open')
    expect([await api.bring(at(-299)), await api.bring(at(299))]).toEqual([200, 200])
    expect((await books()).orders).toHaveLength(1)
  })

  test('refuses a signed body with a byte order mark or without an event', async () => {
    const { api, checkout, books } = await newBuyer()
    const event = eventOf('checkout.session.completed', sessionObject(checkout))
    const timestamp = Math.floor(+noon / 1000)
    const sign = (body: string) => ({
      body,
      signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret, timestamp }),
    })
    const { livemode: _, ...modeless } = event
    const bad = [
      sign(`\ufeff${JSON.stringify(event)}`),
      // Signed without the mark that is sent.
      { ...sign(JSON.stringify(event)), body: `\ufeff${JSON.stringify(event)}` },
      ...['[]', '[{}]', 'null', '1', '"event"', '{}', '{"id":"evt_1","type":"charge.refunded"}'].map(sign),
      ...[
        { ...event, id: 7 },
        { ...event, created: 'today' },
        { ...event, created: 1e300 },
        { ...event, data: null },
        { ...event, data: { object: null } },
        modeless,
      ].map((each) => sign(JSON.stringify(each))),
    ]
    for (const each of bad) expect(await api.bring(each), each.body.slice(0, 60)).toBe(400)
    expect(await books()).toMatchObject({ onHand: 3, held: 1, orders: [] })
  })

  test('refuses a live event under a test key and logs an error', async () => {
    const { site, checkout, books } = await newBuyer()
    const errors: string[] = []
    const log = { ...silentLog, error: (_: object, words: string) => errors.push(words) }
    const api = apiFor(site, log)
    const event = { ...eventOf('checkout.session.completed', sessionObject(checkout)), livemode: true }
    const answer = await api.post(signWebhookEvent(event))
    expect([answer.status, (await answer.json()).reason]).toEqual([400, 'webhook-other-mode'])
    expect(errors).toEqual(['payment event in the wrong mode (test or live)'])
    expect((await books()).orders).toEqual([])
    const live = createStripeProvider({ secretKey: 'sk_live_x', webhookSecrets: [webhookSecret] })
    const { body, signature } = signWebhookEvent(event)
    expect(live.readEvent(Buffer.from(body), signature, noon).news.about).toBe('session')
    const test = signWebhookEvent({ ...event, livemode: false })
    expect(() => live.readEvent(Buffer.from(test.body), test.signature, noon)).toThrow(Refusal)
  })

  test('mails the owner once about a payment without an order, not about payments of other sites', async () => {
    const { site, checkout } = await newBuyer()
    const errors: [object, string][] = []
    const log = { ...silentLog, error: (facts: object, words: string) => errors.push([facts, words]) }
    const api = apiFor(site, log)
    const unknown = { client_reference_id: newId(), id: `cs_test_${newId()}` }
    const completed = (changes: object) =>
      eventOf('checkout.session.completed', sessionObject(checkout, { ...unknown, ...changes }))
    for (const website_id of [newId(), undefined])
      expect(await api.tell(completed({ metadata: { website_id } }))).toBe(200)
    const expired = sessionObject(checkout, { ...unknown, status: 'expired', payment_status: 'unpaid' })
    expect(await api.tell(eventOf('checkout.session.expired', expired))).toBe(200)
    expect([errors, await mailJobs(site)]).toEqual([[], []])
    const event = completed({})
    expect([await api.tell(event), await api.tell(event)]).toEqual([200, 200])
    const facts = { event: event.id, type: event.type }
    expect(errors).toEqual([[facts, 'payment event for an unknown order']])
    expect(await mailJobs(site)).toEqual([{ unknownEvent: event.id, type: event.type }])
    const [noted] = await site.as('administrator', (tx) =>
      tx.select().from(activityLogs).where(eq(activityLogs.resourceType, 'payment')),
    )
    expect(noted).toMatchObject({ action: 'needs_review', resourceName: event.id })
    const [mail] = await mailsOf(site)
    expect(mail).toMatchObject({
      to: 'owner@site.example',
      subject: expect.stringContaining('A payment needs your attention'),
    })
    expect(mail!.text).toContain(event.id)
  })

  test('mails the owner about a refund without an order too', async () => {
    const { site, api, checkout, sessionId } = await newBuyer()
    await shop.sandbox.pay(sessionId, 'webhook-never')
    await site.as('checkout', async (tx) => {
      await tx.delete(stockHolds)
      await tx.delete(checkouts)
    })
    const intent = paymentIntentIdOf(checkout.sessionId!)
    const event = eventOf('charge.refunded', { object: 'charge', payment_intent: intent, amount_refunded: 5 })
    expect(await api.tell(event)).toBe(200)
    expect(await mailJobs(site)).toEqual([{ unknownEvent: event.id, type: event.type }])
  })

  test('mails the buyer once when a delayed payment fails', async () => {
    const { site, api, sessionId, checkout } = await newBuyer()
    await shop.sandbox.pay(sessionId, 'bank-fails')
    const [completed, outcome] = await shop.deliveredEvents(site, 2)
    expect([await api.bring(completed!), await mailJobs(site)]).toEqual([200, []])
    expect([await api.bring(outcome!), await api.bring(outcome!)]).toEqual([200, 200])
    await api.tell(
      eventOf('checkout.session.async_payment_failed', sessionObject(checkout, { payment_status: 'unpaid' })),
    )
    expect(await mailJobs(site)).toEqual([{ failedOf: checkout.id }])
    const [mail, ...others] = await mailsOf(site)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: 'ann@example.com', subject: expect.stringContaining('did not arrive') })
    expect(mail!.text).toContain(
      `Hello Ann Lee, your bank has not paid the £21.95 for your order with the reference ${checkout.reference}.`,
    )
    expect(mail!.text).toContain('http://localhost/shop')
  })

  test('sends no mail when a card payment is declined, expires or is cancelled', async () => {
    const { site, api, checkout } = await newBuyer()
    const expired = sessionObject(checkout, { status: 'expired', payment_status: 'unpaid', payment_intent: null })
    await api.tell(eventOf('checkout.session.expired', expired))
    expect([await stateOf(site), await mailJobs(site)]).toEqual(['expired', []])
  })

  test('holds the stock of a completed but unpaid session until it is paid or fails', async () => {
    for (const [how, onHand, count] of [
      ['bank', 2, 1],
      ['bank-fails', 3, 0],
    ] as const) {
      const { site, api, sessionId, books } = await newBuyer()
      await shop.sandbox.pay(sessionId, how)
      const [completed, outcome] = await shop.deliveredEvents(site, 2)
      await api.bring(completed!)
      expect(await books()).toMatchObject({ held: 1, orders: [] })
      const tomorrow = new Date(+noon + 86_400_000)
      expect(await expireCheckouts(shop.payments(shop.siteOf(site.websiteId)), tomorrow)).toBe(0)
      await api.bring(outcome!)
      const { orders, ...books2 } = await books()
      expect([books2.onHand, books2.held, orders.length]).toEqual([onHand, 0, count])
    }
  })

  test('releases stock when a bank never answers, and accepts a payment that comes later', async () => {
    const { site, api, checkout, sessionId, books } = await newBuyer()
    await shop.sandbox.pay(sessionId, 'bank-fails')
    const commerce = shop.payments(shop.siteOf(site.websiteId))
    // The webhook of the completed session did not arrive in time: the wait starts at expiry.
    await expireCheckouts(commerce, new Date(+noon + 40 * 60_000))
    expect(await books()).toMatchObject({ held: 1, orders: [] })
    await expireCheckouts(commerce, new Date(+noon + 15 * 86_400_000))
    expect(await books()).toMatchObject({ onHand: 3, held: 0, orders: [] })
    await api.tell(eventOf('checkout.session.async_payment_succeeded', sessionObject(checkout)))
    expect(await books()).toMatchObject({ onHand: 2, held: 0, orders: [{ attention: null }] })
  })

  test('a payment after expiry takes the remaining stock, and becomes an order even without', async () => {
    for (const others of [false, true]) {
      const { site, api, checkout, books, record } = await newBuyer({ stock: 1 })
      const ended = sessionObject(checkout, { status: 'expired', payment_status: 'unpaid', payment_intent: null })
      await api.tell(eventOf('checkout.session.expired', ended))
      expect(await books()).toMatchObject({ onHand: 1, held: 0 })
      if (others) await api.request('/api/shop/checkout', jsonRequest(checkoutRequestFor(record)), newId())
      await api.tell(eventOf('checkout.session.completed', sessionObject(checkout)))
      const { orders, onHand } = await books()
      expect(orders).toMatchObject([{ status: 'paid', attention: others ? 'stock-gone' : null }])
      expect(onHand).toBe(others ? 1 : 0)
      const { body } = await api.order(`session_id=${checkout.sessionId}`)
      expect(body).toMatchObject({ isShort: others, number: orders[0]!.orderNumber })
      expect(site.websiteId).toBe(orders[0]!.websiteId)
      const [toBuyer, toOwner] = await mailsOf(site)
      const soldOut = 'Something in it sold out while you were paying. We will write to you about it very soon.'
      const { name } = shop.siteOf(site.websiteId)
      for (const words of [toBuyer!.text, toBuyer!.html!]) expect(words.includes(soldOut)).toBe(others)
      for (const words of [toOwner!.text, toOwner!.html!])
        expect(words.includes(attentionLabels['stock-gone'])).toBe(others)
      const { orderNumber } = orders[0]!
      expect(toOwner!.subject).toBe(
        `${name}: ${others ? `Order ${orderNumber} needs your attention` : `New order ${orderNumber}`}`,
      )
    }
  })

  const removing = (site: TestSite) => (id: string) =>
    ownerOf(site).request(`/api/admin/products/${id}`, { method: 'DELETE' })

  test.each(['record', 'track', 'bundle'] as const)(
    'archives a %s that is deleted during its payment, and creates the order',
    async (of) => {
      const { site, api, checkout, books, ...made } = await newBuyer({ of })
      expect((await removing(site)(made[of])).status).toBe(409)
      expect((await api.request('/api/shop/checkout', jsonRequest(checkoutRequestFor(made[of])), newId())).status).toBe(
        409,
      )
      await api.tell(eventOf('checkout.session.completed', sessionObject(checkout)))
      const { orders, items, rights } = await books()
      expect(orders).toMatchObject([{ status: 'paid', attention: null }])
      expect(items).toMatchObject([{ productId: made[of] }])
      expect(rights).toHaveLength(of === 'record' ? 0 : 1)
    },
  )

  test('grants the downloads that the bundle had when the checkout started', async () => {
    const { site, api, checkout, books, track } = await newBuyer({ of: 'bundle' })
    await site.as('administrator', (tx) => tx.delete(bundleParts).where(eq(bundleParts.productId, track)))
    await api.tell(eventOf('checkout.session.completed', sessionObject(checkout)))
    expect((await books()).rights).toMatchObject([{ productId: track }])
  })

  test.each(['record', 'track'] as const)(
    'serialises deleting and paying a %s: no paid product is deleted',
    async (of) => {
      for (const _ of Array(8)) {
        const { site, ...made } = await shop.newShop()
        const wanted = made[of]
        await site.as('administrator', (tx) => tx.delete(bundleParts).where(eq(bundleParts.productId, wanted)))
        const api = apiFor(site)
        const [begun, deleted] = await Promise.all([
          api.request('/api/shop/checkout', jsonRequest(checkoutRequestFor(wanted)), newId()),
          removing(site)(wanted),
        ])
        expect([begun.status, deleted.status].sort()).toEqual([200, 409])
        if (begun.status === 409) expect((await begun.json()).reason).toBe('cart-changed')
        expect(await checkoutsOf(site)).toHaveLength(begun.status === 200 ? 1 : 0)
      }
    },
  )

  test.each([
    ['amount', { amount_total: 1 }],
    ['currency', { currency: 'jpy' }],
    ['session', { id: 'cs_test_another_session' }],
    ['website', { metadata: { website_id: newId() } }],
  ])('a payment with a different %s goes to review and creates no order', async (what, changes) => {
    const { site, api, request, checkout, books } = await newBuyer({ stock: 1 })
    const left = async () => (await (await api.request('/api/shop/products/night-ferry')).json()).available
    expect(await left()).toBe(0)
    expect(await api.tell(eventOf('checkout.session.completed', sessionObject(checkout, changes)))).toBe(200)
    expect(await books()).toMatchObject({ onHand: 1, held: 0, orders: [], rights: [] })
    expect(await left()).toBe(1)
    expect(await stateOf(site)).toBe('review')
    const lines = await site.as('administrator', (tx) => tx.select().from(activityLogs))
    expect(lines).toMatchObject([{ resourceType: 'payment', action: 'needs_review', resourceName: checkout.reference }])
    expect(await mailJobs(site)).toMatchObject([{ reviewOf: checkout.id }])
    expect(await api.order(`reference=${checkout.reference}`)).toMatchObject({
      status: 409,
      body: { reason: 'payment-in-review' },
    })
    // Not reported as over and uncharged, or the browser would start another payment.
    const again = await api.request('/api/shop/checkout', jsonRequest(request), newId())
    expect([again.status, (await again.json()).reason]).toEqual([409, 'payment-in-review'])
    expect(await mailsOf(site)).toMatchObject([
      { to: 'owner@site.example', text: expect.stringContaining(`another ${what}`) },
    ])
    // The right payment is an order all the same.
    expect(await api.tell(eventOf('checkout.session.completed', sessionObject(checkout)))).toBe(200)
    expect((await books()).orders).toHaveLength(1)
  })

  test('deletes a checkout in review after 90 days, and its product can be deleted', async () => {
    const { site, api, checkout, track } = await newBuyer({ of: 'track' })
    await site.as('administrator', (tx) => tx.delete(bundleParts).where(eq(bundleParts.productId, track)))
    await api.tell(eventOf('checkout.session.completed', sessionObject(checkout, { amount_total: 1 })))
    const commerce = shop.payments(shop.siteOf(site.websiteId))
    const later = (days: number) => new Date(+checkout.expiresAt + days * 86_400_000)
    await sweepCheckouts(commerce, later(89))
    expect(await stateOf(site)).toBe('review')
    await sweepCheckouts(commerce, later(90))
    expect(await checkoutsOf(site)).toEqual([])
    expect((await removing(site)(track)).status).toBe(200)
  })

  test('reports the payment of an unreadable buyer to the owner and makes orders of the others', async () => {
    const made = await shop.newShop()
    const api = apiFor(made.site)
    const begin = async (n: number): Promise<Checkout> => {
      const request = { ...checkoutRequestFor(made.record), email: `a${n}@example.com` }
      expect((await api.request('/api/shop/checkout', jsonRequest(request), newId())).status).toBe(200)
      return (await made.site.as('checkout', (tx) => checkoutByKey(tx, request.key)))!
    }
    const [reported, found, ranOut, ...rest] = [
      await begin(1),
      await begin(2),
      await begin(3),
      await begin(4),
      await begin(5),
    ]
    const [listed, last] = rest as [Checkout, Checkout]
    const states = async () => {
      const all = new Map((await checkoutsOf(made.site)).map(({ id, state }) => [id, state]))
      return [reported!, found!, ranOut!, listed, last].map(({ id }) => all.get(id))
    }
    for (const each of [reported!, found!, ranOut!]) await damage(made.site, each)
    expect(await api.tell(eventOf('checkout.session.completed', sessionObject(reported!)))).toBe(200)
    for (const { sessionId } of [found!, listed]) await shop.sandbox.pay(sessionId!, 'webhook-never')
    const paymentServiceFor = (websiteId: string) =>
      websiteId === made.site.websiteId ? shop.payments(shop.siteOf(websiteId)) : null
    const span = { from: new Date(+noon - 3_600_000), until: new Date(+noon + 60_000), now: noon }
    await reconcilePaymentSessions(shop.sandbox.provider, paymentServiceFor, span)
    expect(await states()).toEqual(['review', 'review', 'open', 'paid', 'open'])
    for (const { sessionId } of [ranOut!, last]) await shop.sandbox.pay(sessionId!, 'webhook-never')
    expect(await expireCheckouts(paymentServiceFor(made.site.websiteId)!, new Date(+noon + 40 * 60_000))).toBe(2)
    expect(await states()).toEqual(['review', 'review', 'review', 'paid', 'paid'])
    expect(await shopRecordsOf(made.site, made.record)).toMatchObject({ onHand: 8, held: 0, orders: [{}, {}] })
    const toOwner = (await mailsOf(made.site)).filter(({ subject }) =>
      subject.endsWith('A payment needs your attention'),
    )
    expect(toOwner).toHaveLength(3)
    for (const { text } of toOwner) expect(text).toContain('no order could be created (a buyer who cannot be read)')
  })

  test('expires the other checkouts when the provider fails for one', async () => {
    const made = await shop.newShop()
    const api = apiFor(made.site)
    for (const n of [1, 2, 3])
      await api.request(
        '/api/shop/checkout',
        jsonRequest({ ...checkoutRequestFor(made.record), email: `a${n}@example.com` }),
        newId(),
      )
    const commerce = shop.payments(shop.siteOf(made.site.websiteId))
    const [odd] = await checkoutsOf(made.site)
    const closeSession = async (id: string) => {
      if (id === odd!.sessionId) throw new TypeError('unheard of')
      return commerce.provider.closeSession(id)
    }
    const late = new Date(+noon + 40 * 60_000)
    const ending = expireCheckouts({ ...commerce, provider: { ...commerce.provider, closeSession } }, late)
    await expect(ending).rejects.toMatchObject({ errors: [{ message: `failed for checkout ${odd!.id}` }] })
    expect(await shopRecordsOf(made.site, made.record)).toMatchObject({ held: 1 })
    const ended = new Map((await checkoutsOf(made.site)).map(({ id, state }) => [id, state]))
    expect([...ended.values()].sort()).toEqual(['expired', 'expired', 'open'])
    expect(ended.get(odd!.id)).toBe('open')
  })

  test('reaches the same state in every order of the six event types', async () => {
    const made = await shop.newShop(1_000)
    const api = apiFor(made.site)
    const payments = shop.payments(shop.siteOf(made.site.websiteId))
    // Not over HTTP: the route does not depend on the order of the events.
    const handle = (event: object) => {
      const now = shop.clock()
      const { body, signature } = signWebhookEvent(event, { at: now })
      return handlePaymentEvent(payments, payments.provider.readEvent(Buffer.from(body), signature, now), now)
    }
    const all = reorderings([0, 1, 2, 3, 4, 5])
    // The rule itself is tested with all of them, and so is this in `test:full`.
    const every = process.env.DELIVERIES ? 1 : 24
    const orders = all.filter((_, n) => n % every === 0)
    let [next, seen] = [0, 0]
    const work = async () => {
      for (let n = next++; n < orders.length; n = next++) {
        const request = { ...checkoutRequestFor(made.bundle), email: `a${n}@example.com` }
        await api.request('/api/shop/checkout', jsonRequest(request), newId())
        const checkout = (await made.site.as('checkout', (tx) => checkoutByKey(tx, request.key)))!
        await shop.sandbox.pay(checkout.sessionId!, 'webhook-never')
        const events = allPaymentEvents(checkout)
        for (const at of orders[n]!) expect(['done', 'not-ours']).toContain(await handle(events[at]!))
        seen++
      }
    }
    await Promise.all(repeatTimes(8, work))
    expect(seen).toBe(orders.length)
    const { onHand, held, orders: placed, rights } = await shopRecordsOf(made.site, made.record)
    expect([onHand, held, placed.length, rights.length]).toEqual([1_000 - seen, 0, seen, seen])
    const ends = placed.map(({ status, attention, refundedAmount }) => `${status} ${attention} ${refundedAmount}`)
    expect(new Set(ends)).toEqual(new Set(['paid disputed 500']))
  })

  test('refunded amounts never shrink, disputes never reopen, and unknown events change nothing', async () => {
    const { api, checkout, sessionId, books } = await newBuyer({ of: 'bundle' })
    const intent = paymentIntentIdOf(sessionId)
    const refund = (amount: number) => eventOf('charge.refunded', { payment_intent: intent, amount_refunded: amount })
    const dispute = (status: string) =>
      eventOf(`charge.dispute.${status === 'won' ? 'closed' : 'created'}`, { payment_intent: intent, status })
    await api.tell(eventOf('checkout.session.completed', sessionObject(checkout)))
    for (const event of [refund(700), refund(300), dispute('won'), dispute('needs_response')])
      expect(await api.tell(event)).toBe(200)
    expect(await books()).toMatchObject({
      orders: [{ refundedAmount: 700, attention: 'dispute-won' }],
      rights: [{ revokedAt: null }],
    })
    await api.tell(eventOf('refund.failed', { payment_intent: intent, amount: 700, status: 'failed' }))
    expect((await books()).orders).toMatchObject([{ attention: 'dispute-won' }])
    expect(await api.tell(refund(checkout.total + 1))).toBe(200)
    // A fully refunded buyer has no downloads.
    expect(await books()).toMatchObject({
      orders: [{ refundedAmount: checkout.total }],
      rights: [{ revokedAt: expect.any(Date) }],
    })
    expect(await api.tell(eventOf('charge.refunded', { payment_intent: 'pi_unknown', amount_refunded: 1 }))).toBe(200)
    expect(await api.tell(eventOf('customer.created', { id: 'cus_1' }))).toBe(200)
    expect(
      await api.tell(eventOf('checkout.session.completed', { id: 'cs_1', client_reference_id: "x' or 1=1" })),
    ).toBe(200)
  })

  test('marks an order whose refund was returned by the bank', async () => {
    const { api, checkout, sessionId, books } = await newBuyer()
    await api.tell(eventOf('checkout.session.completed', sessionObject(checkout)))
    await api.tell(
      eventOf('refund.failed', { payment_intent: paymentIntentIdOf(sessionId), amount: 700, status: 'failed' }),
    )
    expect((await books()).orders).toMatchObject([{ attention: 'refund-failed' }])
  })

  test('repairs payments and refunds whose events never arrive', async () => {
    const { site, api, sessionId, books } = await newBuyer()
    const lost = await newBuyer()
    const given = await newBuyer()
    await shop.sandbox.pay(sessionId, 'webhook-never')
    await shop.sandbox.pay(lost.sessionId, 'webhook-never')
    const paymentServiceFor = (websiteId: string) => shop.payments(shop.siteOf(websiteId))
    const span = { from: new Date(+noon - 3_600_000), until: new Date(+noon + 60_000), now: noon }
    expect(await reconcilePaymentSessions(shop.sandbox.provider, paymentServiceFor, span)).toBeGreaterThanOrEqual(2)
    expect(await reconcilePaymentSessions(shop.sandbox.provider, paymentServiceFor, span)).toBe(0)
    for (const buyer of [books, lost.books]) expect(await buyer()).toMatchObject({ onHand: 2, held: 0, orders: [{}] })
    expect(await given.books()).toMatchObject({ onHand: 3, held: 1, orders: [] })
    await shop.sandbox.provider.refund({ paymentIntent: paymentIntentIdOf(sessionId), amount: 395, key: 'once' })
    await shop.sandbox.provider.refund({ paymentIntent: paymentIntentIdOf(sessionId), amount: 395, key: 'once' })
    const refunded = await refundedSince(shop.sandbox.provider, span.from)
    const websiteIds = [site.websiteId, lost.site.websiteId]
    const concerned = await sitesWith(database, { websiteIds, role: 'checkout' }, ordersPaidBySql(refunded))
    expect(concerned).toEqual(new Set([site.websiteId]))
    await reconcileRefunds(shop.sandbox.provider, [...concerned].map(paymentServiceFor), { refunded, now: noon })
    expect((await books()).orders).toMatchObject([{ refundedAmount: 395 }])
    // And what ran out while the message of its payment was lost is paid, not over.
    const late = await newBuyer()
    await shop.sandbox.pay(late.sessionId, 'webhook-never')
    const afterwards = new Date(+noon + 40 * 60_000)
    await expireCheckouts(paymentServiceFor(late.site.websiteId), afterwards)
    expect(await late.books()).toMatchObject({ onHand: 2, held: 0, orders: [{}] })
    expect(await api.order(`session_id=${late.sessionId}`)).toMatchObject({ status: 404 })
  })

  test('the confirmation shows the stored order without personal data', async () => {
    const { site, api, checkout, sessionId, books } = await newBuyer({ of: 'bundle' })
    const waiting = { status: 202, body: { waiting: 'Order not yet created - payment may still be processing' } }
    expect(await api.order(`session_id=${sessionId}`)).toMatchObject(waiting)
    expect(await api.order(`payment_intent=${paymentIntentIdOf(sessionId)}`)).toMatchObject(waiting)
    for (const forged of ['session_id=cs_test_of_nobody', 'reference=AAAA-BBBB-CCCC', ''])
      expect(await api.order(forged)).toMatchObject({ status: 404, body: { error: 'Order not found' } })
    for (const odd of ['session_id=%27%20or%201=1', `reference=${'x'.repeat(300)}`])
      expect((await api.order(odd)).status).toBe(422)
    await Promise.all(repeatTimes(100, () => api.order(`session_id=${sessionId}&payment_status=paid`)))
    expect(await books()).toMatchObject({ orders: [], held: 1 })
    await api.tell(eventOf('checkout.session.completed', sessionObject(checkout)))
    const { orderNumber } = (await books()).orders[0]!
    const ways = [
      `session_id=${sessionId}`,
      `payment_intent=${paymentIntentIdOf(sessionId)}`,
      `reference=${checkout.reference}`,
    ]
    for (const way of ways) {
      const { status, body } = await api.order(way)
      expect(status).toBe(200)
      expect(body).toMatchObject({ number: orderNumber, total: 2_295, vat: 383, vatLines: [{ rate: 2_000, vat: 383 }] })
      const parts = ['1 × Night Ferry', '1 × Harbour']
      expect(body.lines).toEqual([
        { name: 'Everything', variant: null, quantity: 1, unitPrice: 1_900, total: 1_900, parts },
      ])
      expect(body.downloads).toMatchObject([{ name: 'Harbour', state: 'ready', left: 4 }])
      expect(JSON.stringify(body)).not.toMatch(/ann@|Ann Lee|Quay Street|BS1/)
    }
    const other = await createTestSite(database)
    expect((await apiFor(other).order(ways[0]!)).status).toBe(404)
    const ended = await newBuyer()
    await ended.api.tell(eventOf('checkout.session.expired', sessionObject(ended.checkout, { status: 'expired' })))
    expect(await ended.api.order(`session_id=${ended.sessionId}`)).toMatchObject({
      status: 409,
      body: { reason: 'checkout-over' },
    })
    expect(site.websiteId).not.toBe(ended.site.websiteId)
  })

  test('the confirmation page works in every status', async () => {
    const { site, api, checkout, sessionId, books } = await newBuyer({ of: 'bundle' })
    await api.tell(eventOf('checkout.session.completed', sessionObject(checkout)))
    const [order] = (await books()).orders
    const statuses = async () => {
      const queries = [
        `session_id=${sessionId}`,
        `payment_intent=${paymentIntentIdOf(sessionId)}`,
        `reference=${checkout.reference}`,
      ]
      return Promise.all(queries.map(async (each) => (await api.order(each)).body.status))
    }
    const context = { userId: site.userId, now: noon }
    await site.as('administrator', (tx) =>
      advanceOrder(tx, shop, order!.id, 'processing', { ...context, expectedVersion: 0, tellBuyer: true }),
    )
    expect(await statuses()).toEqual(Array(3).fill('processing'))
    await site.as('administrator', (tx) => cancelOrder(tx, shop, order!.id, { ...context, expectedVersion: 1 }))
    expect(await statuses()).toEqual(Array(3).fill('cancelled'))
    // And the owner sees in the stock history why there is more.
    const { moved } = await books()
    const stockItem = await ownerOf(site).request(`/api/admin/inventory/${moved[0]!.stockId}/movements`)
    expect((await stockItem.json()).movements[0]).toMatchObject({
      reason: 'cancel',
      change: 1,
      note: 'The order was cancelled',
      order: order!.orderNumber,
      who: { userId: site.userId },
    })
  })

  test('status=paid finds an order by session or reference only while it is paid', async () => {
    const { site, api, sessionId, checkout } = await newBuyer()
    const bySession = `session_id=${sessionId}&status=paid`
    const byReference = `reference=${checkout.reference}&status=paid`
    expect((await api.order(bySession)).status).toBe(202)
    await shop.sandbox.pay(sessionId, 'succeeds')
    await api.bring((await shop.deliveredEvents(site))[0]!)
    for (const query of [bySession, byReference])
      expect(await api.order(query)).toMatchObject({
        status: 200,
        body: { status: 'paid', reference: checkout.reference },
      })
    expect((await api.order(`payment_intent=${paymentIntentIdOf(sessionId)}&status=paid`)).status).toBe(404)
    expect((await api.order(`${bySession.replace('paid', 'shipped')}`)).status).toBe(422)
    for (const status of ['processing', 'shipped', 'delivered', 'cancelled'] as const) {
      await site.as('checkout', (tx) => tx.update(orders).set({ status }))
      for (const query of [bySession, byReference])
        expect(await api.order(query)).toMatchObject({ status: 404, body: { reason: 'order-not-found' } })
      expect(await api.order(`reference=${checkout.reference}`)).toMatchObject({ status: 200, body: { status } })
    }
  })

  test('mails buyer and owner with all amounts and downloads', async () => {
    const { site, api, checkout, bundle } = await newBuyer({ of: 'bundle' })
    const picture = { hash: '0123456789abcdef', name: 'everything', width: 1200, height: 1500, bytes: 1 }
    await site.as('administrator', async (tx) => {
      await tx.insert(pictures).values(picture)
      const imageUrl = '/images/0123456789abcdef/everything-1280.jpeg'
      await tx.insert(productImages).values({ productId: bundle, imageUrl, position: 0 })
    })
    await api.tell(eventOf('checkout.session.completed', sessionObject(checkout)))
    const written = await mailsOf(site)
    const [toBuyer, toOwner] = written
    expect(written.map(({ to }) => to)).toEqual(['ann@example.com', 'owner@site.example'])
    expect(toOwner!.replyTo).toBe('ann@example.com')
    for (const { text, html } of written) {
      for (const words of [
        'Everything',
        '£19.00',
        'Delivery',
        '£3.95',
        'VAT 20%',
        '£3.83',
        'Total',
        '£22.95',
        'Bristol',
      ])
        for (const part of [text, html]) expect(part).toContain(words)
    }
    expect(toBuyer!.text).toContain('- Harbour, up to 4 times until 22 May 2026')
    // The link is the buyer's.
    for (const part of [toBuyer!.text, toBuyer!.html]) expect(part).toMatch(/http:\/\/localhost\/downloads\/[\w-]{43}/)
    for (const part of [toOwner!.text, toOwner!.html]) expect(part).not.toContain('/downloads/')
    expect(toBuyer!.text).toContain(`/payment/confirm?reference=${checkout.reference}`)
    for (const { content } of written)
      expect(content!.parts!.find(({ kind }) => kind === 'items')).toMatchObject({
        items: [
          {
            title: 'Everything',
            picture: {
              path: '/images/0123456789abcdef/everything-320.jpeg',
              width: 72,
              height: 90,
              alt: 'Everything',
            },
          },
        ],
      })
    // The download is the main button; the order is a link beside it.
    expect(toBuyer!.content!.action).toEqual({
      label: 'Get your download',
      href: expect.stringMatching(/^http:\/\/localhost\/downloads\/[\w-]{43}$/),
    })
    expect(toBuyer!.content!.links!.map(({ label }) => label)).toEqual([
      'See your order',
      'Find your order at any time',
    ])
    expect(toBuyer!.text).toMatch(/\nBristol\nBS1 \w+\nUnited Kingdom\n/)
  })
})
