import { createServer, type RequestListener } from 'node:http'
import { eq } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { checkoutRateLimits } from '#domain/checkout/checkout.ts'
import { Refusal } from '#domain/refusal.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { createClosedPaymentProvider } from '#server/payments/closed-provider.ts'
import { applyPaymentToCheckout } from '#server/payments/handle-event.ts'
import { expireCheckouts, reconcilePaymentSessions, sweepCheckouts } from '#server/payments/reconcile.ts'
import { createStripeProvider } from '#server/payments/stripe.ts'
import { products } from '#server/products/table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { countByValue, repeatTimes } from '#tests/fixtures/accounts.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { contactServiceWithRealClock, solvedCheck } from '#tests/fixtures/human-check.ts'
import {
  address,
  checkoutRequestFor,
  checkoutsOf,
  openTestShop,
  shopRecordsOf,
  testShopRules,
} from '#tests/fixtures/payments.ts'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine, { poolSize: 10 })
  const shop = await openTestShop(database)
  const contactService = contactServiceWithRealClock()

  function apiFor(site: Pick<TestSite, 'websiteId'>, payments = shop.payments, cache = createSiteCache()) {
    const deps = { payments, clock: shop.clock, site: shop.look, cache, contactService }
    const api = createTestApi(database, site, { kind: 'visitor' }, {}, deps)
    const begin = (request: object, from = newId()) => api.request('/api/shop/checkout', jsonRequest(request), from)
    const solveCheck = async (path = '/api/shop/checkout/check') => {
      const challenge = await (await api.request(path)).json()
      return solvedCheck(challenge.challenge ?? challenge)
    }
    const outcome = async (answer: Response | Promise<Response>) => {
      const { status } = await answer
      return [status, (await (await answer).json()).reason]
    }
    return { ...api, begin, solveCheck, outcome }
  }

  test('holds the stock and creates a payment session with exactly our amounts', async () => {
    const { site, record, track } = await shop.newShop(30)
    const api = apiFor(site)
    const items = [
      { productId: record, variantId: null, quantity: 2, price: 1, unitPrice: 1 },
      { productId: track, variantId: null, quantity: 1 },
    ]
    const answer = await api.begin({
      ...checkoutRequestFor(record),
      items,
      total: 1,
      currency: 'JPY',
      acceptedTotal: 4_145,
    })
    const { redirectTo, reference } = await answer.json()
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const [made] = await checkoutsOf(site)
    expect(made).toMatchObject({
      reference,
      state: 'open',
      subtotal: 3_750,
      shipping: 395,
      total: 4_145,
      currency: 'GBP',
    })
    expect(made!.customer.toString()).not.toContain('ann@example.com')
    const session = await shop.sandbox.find(made!.sessionId!)
    expect(redirectTo).toBe(`http://localhost/sandbox/${session!.id}`)
    expect(session).toMatchObject({ amount: 4_145, currency: 'gbp', checkoutId: made!.id })
    expect(session!.lines.map(({ name, unitAmount, quantity }) => [name, unitAmount, quantity])).toEqual([
      ['Night Ferry', 1_800, 2],
      ['Harbour', 150, 1],
      ['Royal Mail', 395, 1],
    ])
    expect(await shopRecordsOf(site, record)).toMatchObject({ onHand: 30, held: 2, orders: [] })
  })

  test('charges VAT on top where prices do not include it', async () => {
    const { site, record, track } = await shop.newShop(30)
    const look = { ...shop.look, shop: { ...testShopRules, pricesIncludeVat: false } }
    const api = createTestApi(
      database,
      site,
      { kind: 'visitor' },
      {},
      { payments: shop.payments, clock: shop.clock, site: look },
    )
    const items = [record, track].map((productId, n) => ({ productId, variantId: null, quantity: 3 - 2 * n }))
    const quoteRequest = { items, country: 'GB', shippingOption: 'post' }
    const { amounts } = await (await api.request('/api/shop/quote', jsonRequest(quoteRequest))).json()
    // 20 % of 54.00, of 1.50 and of the 3.95 for the post.
    expect(amounts).toMatchObject({ shipping: 395, vat: 1_080 + 30 + 79, total: 5_945 + 1_189 })
    const request = { ...checkoutRequestFor(record), items, acceptedTotal: amounts.total }
    expect((await api.request('/api/shop/checkout', jsonRequest(request))).status).toBe(200)
    const [made] = await checkoutsOf(site)
    const session = await shop.sandbox.find(made!.sessionId!)
    expect(session!.lines.map(({ name, unitAmount, quantity }) => [name, unitAmount, quantity])).toEqual([
      ['Night Ferry', 1_800, 3],
      ['Harbour', 150, 1],
      ['Royal Mail', 395, 1],
      ['VAT', 1_189, 1],
    ])
    expect([session!.amount, made!.total]).toEqual([7_134, 7_134])
  })

  test('refuses a total below the card minimum', async () => {
    const { site, track } = await shop.newShop()
    const api = apiFor(site)
    const priceIs = (price: number) =>
      site.as('administrator', (tx) => tx.update(products).set({ price }).where(eq(products.id, track)))
    const begun = async () => {
      const answer = await api.begin({ ...checkoutRequestFor(track), shippingOption: null, address: null })
      return { status: answer.status, ...(await answer.json()) }
    }
    await priceIs(29)
    const error = 'By card you can pay £0.30 or more. Please add something to your cart.'
    expect(await begun()).toEqual({ status: 422, reason: 'order-too-small', error })
    expect(await checkoutsOf(site)).toEqual([])
    await priceIs(30)
    expect(await begun()).toMatchObject({ status: 200 })
  })

  describe('free orders and named prices', () => {
    const named = (site: TestSite, id: string, price: number, suggestedPrice: number | null = null) =>
      site.as('administrator', (tx) =>
        tx.update(products).set({ priceKind: 'from', price, suggestedPrice }).where(eq(products.id, id)),
      )
    const downloadOf = (track: string, price: number) =>
      checkoutRequestFor(track, {
        items: [{ productId: track, variantId: null, quantity: 1, price }],
        shippingOption: null,
        address: null,
      })

    test('places a free order once, after a human check and without a payment', async () => {
      const { site, record, track } = await shop.newShop()
      await named(site, track, 0, 500)
      const { begin, solveCheck, outcome, request } = apiFor(site)
      const order = downloadOf(track, 0)
      expect(await outcome(begin(order))).toEqual([403, 'human-check-needed'])
      expect(await checkoutsOf(site)).toEqual([])

      const answer = await begin({ ...order, humanCheck: await solveCheck() })
      const { redirectTo, reference } = await answer.json()
      expect([answer.status, redirectTo]).toEqual([200, `http://localhost/payment/confirm?reference=${reference}`])
      expect(await checkoutsOf(site)).toMatchObject([{ state: 'paid', total: 0, sessionId: null, network: null }])
      const { orders } = await shopRecordsOf(site, record)
      expect(orders).toMatchObject([
        { status: 'paid', totalAmount: 0, vatAmount: 0, stripeSessionId: null, stripePaymentIntent: null },
      ])
      const shown = await (await request(`/api/shop/order?reference=${reference}`)).json()
      expect(shown).toMatchObject({ total: 0, downloads: [{ name: 'Harbour', token: expect.any(String) }] })

      // A repeated request needs no second check and makes no second order.
      expect(await (await begin(order)).json()).toEqual({ redirectTo, reference })
      expect((await shopRecordsOf(site, record)).orders).toHaveLength(1)
    })

    test('simultaneous requests for one free checkout place one order', async () => {
      const { site, record, track } = await shop.newShop()
      await named(site, track, 0)
      const { begin, solveCheck } = apiFor(site)
      const order = { ...downloadOf(track, 0), humanCheck: await solveCheck() }
      const answers = await Promise.all(repeatTimes(8, () => begin(order)))
      expect(countByValue(answers.map(({ status }) => String(status)))).toEqual({ 200: 8 })
      expect((await shopRecordsOf(site, record)).orders).toHaveLength(1)
    })

    test('limits the free orders of one buyer and leaves no checkout behind', async () => {
      const { site, track } = await shop.newShop()
      await named(site, track, 0)
      const { begin, solveCheck, outcome } = apiFor(site)
      const { max } = checkoutRateLimits.freeOrdersOfBuyer
      const getFree = async () => begin({ ...downloadOf(track, 0), humanCheck: await solveCheck() })
      for (let count = 0; count < max; count++) expect((await getFree()).status).toBe(200)
      expect(await outcome(getFree())).toEqual([429, 'too-many'])
      const states = (await checkoutsOf(site)).map(({ state }) => state)
      expect(countByValue(states)).toEqual({ paid: max, cancelled: 1 })
    })

    test('without a payment provider accepts free orders only', async () => {
      const { site, record, track } = await shop.newShop()
      await named(site, track, 0)
      const closed = (of: Parameters<typeof shop.payments>[0]) => ({
        ...shop.payments(of),
        provider: createClosedPaymentProvider(),
      })
      const { begin, solveCheck, outcome } = apiFor(site, closed)
      expect(await outcome(begin(checkoutRequestFor(record)))).toEqual([409, 'shop-not-open'])
      expect(await outcome(begin(downloadOf(track, 200)))).toEqual([409, 'shop-not-open'])
      expect(await shopRecordsOf(site, record)).toMatchObject({ held: 0 })
      expect((await begin({ ...downloadOf(track, 0), humanCheck: await solveCheck() })).status).toBe(200)
    })

    test('charges the price that the buyer names, with its VAT', async () => {
      const { site, track } = await shop.newShop()
      await named(site, track, 200, 500)
      const { begin } = apiFor(site)
      expect((await begin(downloadOf(track, 1_200))).status).toBe(200)
      const [made] = await checkoutsOf(site)
      expect(made).toMatchObject({ total: 1_200, vat: 200, lines: [{ unitPrice: 1_200, minimumPrice: 200 }] })
      expect((await shop.sandbox.find(made!.sessionId!))!.lines).toMatchObject([{ unitAmount: 1_200, quantity: 1 }])
      // Without a named price the suggestion is charged.
      expect((await begin({ ...downloadOf(track, 0), items: [{ productId: track, quantity: 1 }] })).status).toBe(200)
      expect((await checkoutsOf(site)).map(({ total }) => total).sort()).toEqual([1_200, 500])
    })

    test('refuses named prices that are too low, too high or no amount', async () => {
      const { site, track } = await shop.newShop()
      await named(site, track, 200)
      const { begin, outcome, request } = apiFor(site)
      expect(await outcome(begin(downloadOf(track, 199)))).toEqual([409, 'cart-changed'])
      const { items } = downloadOf(track, 199)
      const quote = await (await request('/api/shop/quote', jsonRequest({ items, country: 'GB' }))).json()
      expect(quote.notices).toMatchObject([{ what: 'below-minimum', name: 'Harbour', least: 200 }])
      expect(quote.lines).toMatchObject([{ unitPrice: 200, minimumPrice: 200 }])
      for (const price of [-1, 0.5, 1e9, null, '5'])
        expect(await outcome(begin(downloadOf(track, price as number))), String(price)).toEqual([422, 'invalid'])
      await named(site, track, 0)
      expect(await outcome(begin(downloadOf(track, 29)))).toEqual([422, 'order-too-small'])
      expect(await checkoutsOf(site)).toEqual([])
    })
  })

  test('a bundle holds the stock of its parts', async () => {
    const { site, record, bundle } = await shop.newShop(1)
    expect((await apiFor(site).begin(checkoutRequestFor(bundle))).status).toBe(200)
    expect(await shopRecordsOf(site, record)).toMatchObject({ held: 1 })
    const second = await apiFor(site).begin(checkoutRequestFor(record))
    expect(second.status).toBe(409)
    expect(await second.json()).toMatchObject({ error: 'Night Ferry is sold out.', reason: 'sold-out' })
  })

  test('twenty equal requests start one payment; another cart under the same key is refused', async () => {
    const { site, record } = await shop.newShop(1)
    const api = apiFor(site)
    const request = checkoutRequestFor(record)
    const answers = await Promise.all(repeatTimes(20, () => api.begin(request)))
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(countByValue(answers.map(({ status }) => String(status)))).toEqual({ 200: 20 })
    expect(new Set(bodies.map(({ redirectTo }) => redirectTo)).size).toBe(1)
    expect(await checkoutsOf(site)).toHaveLength(1)
    expect(await shopRecordsOf(site, record)).toMatchObject({ held: 1 })
    const other = await api.begin({ ...request, name: 'Bob' })
    expect([other.status, (await other.json()).reason]).toEqual([409, 'checkout-key-used'])
  })

  test('refuses a total that differs from the accepted one', async () => {
    const { site, record } = await shop.newShop()
    const api = apiFor(site)
    const request = { ...checkoutRequestFor(record), acceptedTotal: 2_195 }
    await site.as('administrator', (tx) => tx.update(products).set({ price: 1_900 }).where(eq(products.id, record)))
    const refused = await api.begin(request)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ reason: 'cart-changed', facts: { total: 2_295 } })
    expect(await checkoutsOf(site)).toEqual([])
    expect(await shopRecordsOf(site, record)).toMatchObject({ held: 0 })
    expect((await api.begin({ ...request, acceptedTotal: 2_295 })).status).toBe(200)
  })

  test('refuses items that cannot be bought and changes nothing', async () => {
    const { site, record, track } = await shop.newShop(5)
    const elsewhere = await shop.newShop()
    const api = apiFor(site)
    const hidden = await site.as('administrator', (tx) =>
      tx
        .insert(products)
        .values([
          { slug: 'old', name: 'Old', price: 1, status: 'archived' },
          { slug: 'new', name: 'New', price: 1, status: 'draft' },
        ])
        .returning({ id: products.id }),
    )
    const line = (productId: unknown, quantity: unknown = 1) => ({ items: [{ productId, variantId: null, quantity }] })
    const table: [string, object, number, string][] = [
      ['unknown product', line(newId()), 409, 'cart-changed'],
      ['archived product', line(hidden[0]!.id), 409, 'cart-changed'],
      ['draft', line(hidden[1]!.id), 409, 'cart-changed'],
      ['product of another site', line(elsewhere.record), 409, 'cart-changed'],
      ['variant of nothing', { items: [{ productId: record, variantId: newId(), quantity: 1 }] }, 409, 'cart-changed'],
      ['none', line(record, 0), 422, 'invalid'],
      ['fewer than none', line(record, -1), 422, 'invalid'],
      ['a part', line(record, 1.5), 422, 'invalid'],
      ['a billion', line(record, 1e9), 422, 'invalid'],
      ['a word', line(record, '1e3'), 422, 'invalid'],
      ['beyond whole numbers', line(record, 2 ** 53), 422, 'invalid'],
      ['more than there are', line(record, 6), 409, 'cart-changed'],
      [
        'the same twice, too many in all',
        { items: repeatTimes(2, () => line(record, 3).items[0]) },
        409,
        'cart-changed',
      ],
      ['nothing', { items: [] }, 422, 'invalid'],
      ['too many lines', { items: repeatTimes(101, () => line(newId()).items[0]) }, 422, 'invalid'],
      ['no such country', { country: 'XX' }, 422, 'invalid'],
      [
        'a country we do not deliver to',
        { country: 'FR', address: { ...address, postcode: '75001' } },
        422,
        'not-delivered',
      ],
      ['no such delivery', { shippingOption: 'rocket' }, 422, 'delivery-unknown'],
      ['nowhere to send it', { address: null }, 422, 'invalid'],
      ['a wrong postcode', { address: { ...address, postcode: '12345' } }, 422, 'invalid'],
      ['no e-mail', { email: 'nobody' }, 422, 'invalid'],
      ['a key that could be guessed', { key: '1' }, 422, 'invalid'],
    ]
    for (const [what, changes, status, reason] of table) {
      const answer = await api.begin({ ...checkoutRequestFor(record), ...changes })
      const body = await answer.json()
      expect([what, answer.status, body.reason]).toEqual([what, status, reason])
      expect(body.error).toMatch(/^[A-Z].+\.$/)
      if (reason === 'invalid') expect(Object.values(body.fields).join(' ')).toMatch(/^[A-Z]\w+ .+ \w+/)
    }
    expect(await checkoutsOf(site)).toEqual([])
    expect(await shopRecordsOf(site, record)).toMatchObject({ onHand: 5, held: 0 })
    expect(
      (await api.begin({ ...checkoutRequestFor(track), country: 'FR', address: null, shippingOption: null })).status,
    ).toBe(200)
    const min = await createTestSite(database)
    const closed = createTestApi(database, min, { kind: 'visitor' }, {}, { payments: shop.payments })
    expect((await closed.request('/api/shop/checkout', jsonRequest(checkoutRequestFor(record)))).status).toBe(404)
  })

  test('cancelling releases the stock and allows a new attempt', async () => {
    const { site, record } = await shop.newShop(1)
    const api = apiFor(site)
    const request = checkoutRequestFor(record)
    await api.begin(request)
    const cancel = () => api.request('/api/shop/checkout/cancel', jsonRequest({ key: request.key }))
    expect((await cancel()).status).toBe(200)
    expect((await cancel()).status).toBe(200)
    expect(await shopRecordsOf(site, record)).toMatchObject({ held: 0 })
    const [made] = await checkoutsOf(site)
    expect(made!.state).toBe('cancelled')
    expect((await shop.sandbox.find(made!.sessionId!))!.ending).toMatchObject({ how: 'expired' })
    expect(await shop.sandbox.pay(made!.sessionId!, 'succeeds')).toBe('over')
    expect([(await api.begin(request)).status, (await api.begin(checkoutRequestFor(record))).status]).toEqual([
      409, 200,
    ])
  })

  test('a late payment for a deleted product goes to review', async () => {
    const { site, bundle } = await shop.newShop(1)
    const api = apiFor(site)
    const request = checkoutRequestFor(bundle)
    await api.begin(request)
    await api.request('/api/shop/checkout/cancel', jsonRequest({ key: request.key }))
    await site.as('administrator', (tx) => tx.delete(products).where(eq(products.id, bundle)))
    const commerce = shop.payments(shop.siteOf(site.websiteId))
    const [made] = await checkoutsOf(site)
    const session = (await commerce.provider.session(made!.sessionId!))!
    const paid = { ...session, state: 'complete', isPaid: true } as const
    expect(await commerce.inCheckout((tx) => applyPaymentToCheckout(tx, commerce, paid, 'paid', shop.clock()))).toBe(
      'review',
    )
    expect(await checkoutsOf(site)).toMatchObject([{ state: 'review' }])
  })

  test('invalidates shop pages when stock changes, not when a request is refused', async () => {
    const { site, record } = await shop.newShop(1)
    const cache = createSiteCache()
    const invalidated: (string | undefined)[] = []
    cache.onInvalidate((what) => invalidated.push(what?.tag))
    const api = apiFor(site, shop.payments, cache)
    const cancel = (key: string) => api.request('/api/shop/checkout/cancel', jsonRequest({ key }))
    const request = checkoutRequestFor(record)
    expect((await api.begin(request)).status).toBe(200)
    expect(invalidated.splice(0)).toEqual(['products'])
    // Sold out, changed concurrently, and a payment that was never started.
    expect((await api.begin(checkoutRequestFor(record))).status).toBe(409)
    expect((await api.begin({ ...checkoutRequestFor(record), acceptedTotal: 1 })).status).toBe(409)
    expect((await cancel(checkoutRequestFor(record).key)).status).toBe(200)
    expect(invalidated).toEqual([])
    await cancel(request.key)
    expect(invalidated).toEqual(['products'])
    await cancel(request.key)
    expect(invalidated).toEqual(['products'])
  })

  test('releases the stock of an unpaid checkout after half an hour', async () => {
    const { site, record } = await shop.newShop(1)
    const begun = shop.clock()
    const later = (minutes: number) => new Date(+begun + minutes * 60_000)
    onTestFinished(() => shop.at(begun))
    const request = checkoutRequestFor(record)
    await apiFor(site).begin(request)
    await apiFor(site).request('/api/shop/checkout/opened', jsonRequest({ key: request.key }))
    const commerce = shop.payments(shop.siteOf(site.websiteId))
    shop.at(later(29))
    expect(await expireCheckouts(commerce, later(29))).toBe(0)
    expect((await apiFor(site).begin(checkoutRequestFor(record))).status).toBe(409)
    shop.at(later(33))
    expect(await expireCheckouts(commerce, later(33))).toBe(1)
    expect((await checkoutsOf(site))[0]!.state).toBe('expired')
    expect((await apiFor(site).begin(checkoutRequestFor(record))).status).toBe(200)
    await sweepCheckouts(commerce, later(60))
    expect(await checkoutsOf(site)).toHaveLength(2)
    await sweepCheckouts(commerce, later(8 * 24 * 60))
    expect((await checkoutsOf(site)).map(({ state }) => state)).toEqual(['open'])
    expect(await shopRecordsOf(site, record)).toMatchObject({ onHand: 1, held: 1 })
  })

  test('releases the stock after a few minutes when the payment page was never opened', async () => {
    const { site, record } = await shop.newShop(1)
    const begun = shop.clock()
    const later = (minutes: number) => new Date(+begun + minutes * 60_000)
    onTestFinished(() => shop.at(begun))
    const request = checkoutRequestFor(record)
    await apiFor(site).begin(request)
    const commerce = shop.payments(shop.siteOf(site.websiteId))
    expect(await expireCheckouts(commerce, later(6))).toBe(0)
    shop.at(later(8))
    expect(await expireCheckouts(commerce, later(8))).toBe(1)
    expect(await shopRecordsOf(site, record)).toMatchObject({ held: 0 })
    const [made] = await checkoutsOf(site)
    expect(made).toMatchObject({ state: 'expired', network: null })
    // The session has expired, and opening the payment page is refused.
    expect(await shop.sandbox.pay(made!.sessionId!, 'succeeds')).toBe('over')
    await apiFor(site).request('/api/shop/checkout/opened', jsonRequest({ key: request.key }))
    expect((await checkoutsOf(site))[0]).toMatchObject({ state: 'expired', expiresAt: made!.expiresAt })
  })

  test('cancelling releases the stock at once while the provider is unavailable', async () => {
    const { site, record } = await shop.newShop(1)
    const request = checkoutRequestFor(record)
    await apiFor(site).begin(request)
    const away = async () => {
      throw new Refusal('payment-unavailable')
    }
    const payments: typeof shop.payments = (about) => {
      const commerce = shop.payments(about)
      return { ...commerce, provider: { ...commerce.provider, closeSession: away } }
    }
    const answer = await apiFor(site, payments).request('/api/shop/checkout/cancel', jsonRequest({ key: request.key }))
    expect(answer.status).toBe(200)
    expect(await shopRecordsOf(site, record)).toMatchObject({ held: 0 })
    expect((await apiFor(site).begin(checkoutRequestFor(record))).status).toBe(200)
  })

  describe('limits without a human check', () => {
    const many = (productId: string, quantity: number) =>
      checkoutRequestFor(productId, { items: [{ productId, variantId: null, quantity }] })
    const needed = [403, 'human-check-needed']

    test('limits a visitor without a human check to a tenth of the free stock', async () => {
      const { site, record, bundle } = await shop.newShop(35)
      const { begin, solveCheck, outcome } = apiFor(site)
      expect(await outcome(begin(many(record, 35)))).toEqual(needed)
      expect(await outcome(begin(many(record, 4)))).toEqual(needed)
      // A bundle keeps its parts.
      const both = { items: [record, bundle].map((productId) => ({ productId, variantId: null, quantity: 2 })) }
      expect(await outcome(begin(checkoutRequestFor(record, both)))).toEqual(needed)
      expect(await shopRecordsOf(site, record)).toMatchObject({ held: 0 })
      expect((await begin(many(record, 3))).status).toBe(200)
      expect((await begin({ ...many(record, 32), humanCheck: await solveCheck() })).status).toBe(200)
      expect(await shopRecordsOf(site, record)).toMatchObject({ held: 35 })
    })

    test('allows one unpaid checkout per visitor, also with concurrent requests', async () => {
      const { site, record } = await shop.newShop(100)
      const { begin, solveCheck, outcome, ...api } = apiFor(site)
      const answers = await Promise.all(repeatTimes(8, () => begin(checkoutRequestFor(record), 'one address')))
      expect(countByValue(answers.map(({ status }) => String(status)))).toEqual({ 200: 1, 403: 7 })
      expect(await shopRecordsOf(site, record)).toMatchObject({ held: 1 })
      // Other visitors are not affected, and a visitor with a check continues.
      expect((await begin(checkoutRequestFor(record), 'another')).status).toBe(200)
      expect(
        (await begin({ ...checkoutRequestFor(record), humanCheck: await solveCheck() }, 'one address')).status,
      ).toBe(200)
      const [first] = await checkoutsOf(site)
      await api.request('/api/shop/checkout/cancel', jsonRequest({ key: first!.key }))
      expect(await outcome(begin(checkoutRequestFor(record), 'one address'))).toEqual(needed)
    })

    test('counts a repeated request as the same checkout, and ignores paid checkouts', async () => {
      const { site, record } = await shop.newShop(100)
      const { begin } = apiFor(site)
      const request = checkoutRequestFor(record)
      for (let n = 0; n < 3; n++) expect((await begin(request, 'one address')).status).toBe(200)
      const commerce = shop.payments(shop.siteOf(site.websiteId))
      const [made] = await checkoutsOf(site)
      await shop.sandbox.pay(made!.sessionId!, 'webhook-never')
      const session = (await commerce.provider.session(made!.sessionId!))!
      await commerce.inCheckout((tx) => applyPaymentToCheckout(tx, commerce, session, 'paid', shop.clock()))
      expect((await checkoutsOf(site))[0]).toMatchObject({ state: 'paid', network: null })
      expect((await begin(checkoutRequestFor(record), 'one address')).status).toBe(200)
    })

    test('a checkout with a delayed payment counts as unpaid', async () => {
      const { site, record } = await shop.newShop(100)
      const { begin, outcome } = apiFor(site)
      await begin(checkoutRequestFor(record), 'one address')
      const commerce = shop.payments(shop.siteOf(site.websiteId))
      const [made] = await checkoutsOf(site)
      await shop.sandbox.pay(made!.sessionId!, 'webhook-never')
      const session = (await commerce.provider.session(made!.sessionId!))!
      await commerce.inCheckout((tx) => applyPaymentToCheckout(tx, commerce, session, 'awaiting', shop.clock()))
      expect(await outcome(begin(checkoutRequestFor(record), 'one address'))).toEqual(needed)
    })

    test('accepts a human check once, and only one made for the checkout', async () => {
      const { site, record } = await shop.newShop(35)
      const { begin, solveCheck, outcome } = apiFor(site)
      const failed = [403, 'human-check-failed']
      const token = await solveCheck()
      expect((await begin({ ...many(record, 9), humanCheck: token })).status).toBe(200)
      expect(await outcome(begin({ ...many(record, 9), humanCheck: token }))).toEqual(failed)
      const ofForm = await solveCheck('/api/contact/challenge')
      expect(await outcome(begin({ ...many(record, 9), humanCheck: ofForm }))).toEqual(failed)
      expect(await outcome(begin({ ...many(record, 9), humanCheck: 'nothing' }))).toEqual(failed)
      // A refused request does not use up the check.
      const other = await solveCheck()
      expect(await outcome(begin({ ...many(record, 99), humanCheck: other }))).toEqual([409, 'cart-changed'])
      expect((await begin({ ...many(record, 9), humanCheck: other })).status).toBe(200)
    })

    test('requires a human check for each checkout of a busy network, but never refuses it', async () => {
      const { site, record } = await shop.newShop(500)
      const { begin, solveCheck, outcome, ...api } = apiFor(site)
      const next = async (more: object = {}) => {
        const request = { ...checkoutRequestFor(record), email: `${newId()}@example.com`, ...more }
        const answer = outcome(begin(request, 'a hall'))
        await answer
        await api.request('/api/shop/checkout/cancel', jsonRequest({ key: request.key }))
        return answer
      }
      for (let n = 0; n < checkoutRateLimits.fromAddress.max; n++) expect(await next()).toEqual([200, undefined])
      expect(await next()).toEqual(needed)
      expect(await next({ humanCheck: await solveCheck() })).toEqual([200, undefined])
    })
  })

  test('concurrent workers apply each payment to its checkout once', async () => {
    const { site, record } = await shop.newShop(6)
    const begun = shop.clock()
    const later = (minutes: number) => new Date(+begun + minutes * 60_000)
    onTestFinished(() => shop.at(begun))
    const keys = [
      checkoutRequestFor(record),
      checkoutRequestFor(record),
      checkoutRequestFor(record),
      checkoutRequestFor(record),
    ]
    for (const request of keys) await apiFor(site).begin(request)
    // Two of them were paid, and no webhook arrived.
    const paid = (await checkoutsOf(site)).slice(0, 2)
    for (const { sessionId } of paid) await shop.sandbox.pay(sessionId!, 'webhook-never')
    const commerce = shop.payments(shop.siteOf(site.websiteId))
    shop.at(later(33))
    const span = { from: later(-1), until: later(31), now: later(33) }
    await Promise.all([
      ...repeatTimes(4, () => expireCheckouts(commerce, later(33))),
      ...repeatTimes(4, () => reconcilePaymentSessions(commerce.provider, () => commerce, span)),
      ...repeatTimes(2, () => sweepCheckouts(commerce, later(33))),
    ])
    expect(countByValue((await checkoutsOf(site)).map(({ state }) => state))).toEqual({ expired: 2, paid: 2 })
    expect(await shopRecordsOf(site, record)).toMatchObject({ onHand: 4, held: 0 })
  })

  test('requires a human check of a buyer with many checkouts, but never refuses', async () => {
    const { site, track } = await shop.newShop()
    const { begin, solveCheck, outcome } = apiFor(site)
    const statuses: number[] = []
    for (let n = 0; n <= checkoutRateLimits.ofBuyer.max; n++)
      statuses.push((await begin(checkoutRequestFor(track))).status)
    expect(countByValue(statuses.map(String))).toEqual({ 200: checkoutRateLimits.ofBuyer.max, 403: 1 })
    expect(await outcome(begin({ ...checkoutRequestFor(track), humanCheck: await solveCheck() }))).toEqual([
      200,
      undefined,
    ])
  })

  describe('when the payment provider', () => {
    async function serviceWith(listener: RequestListener) {
      const server = createServer(listener).listen(0, '127.0.0.1')
      await new Promise((resolve) => server.once('listening', resolve))
      onTestFinished(() => {
        server.closeAllConnections()
        server.close()
      })
      const { port } = server.address() as { port: number }
      const at = { host: '127.0.0.1', port, protocol: 'http' as const }
      const provider = createStripeProvider({ secretKey: 'sk_test_x', webhookSecrets: ['whsec_x'], at, maxTryMs: 400 })
      return (site: Parameters<typeof shop.payments>[0]) => ({ ...shop.payments(site), provider })
    }
    test.each<[string, RequestListener]>([
      ['is broken', (_, response) => response.writeHead(500).end('{"error":{"message":"oops"}}')],
      ['has had enough', (_, response) => response.writeHead(429).end('{"error":{"message":"slow down"}}')],
      ['answers nonsense', (_, response) => response.writeHead(200).end('<html>')],
      ['hangs', () => {}],
      ['hangs up', (request) => request.socket.destroy()],
      [
        'drips',
        (_, response) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          const timer = setInterval(() => response.write(' '), 50)
          response.on('close', () => clearInterval(timer))
        },
      ],
    ])('%s, the buyer gets an answer and nothing is stored', async (_, listener) => {
      const { site, record } = await shop.newShop(1)
      const api = apiFor(site, await serviceWith(listener))
      const request = checkoutRequestFor(record)
      const errors = console.error
      console.error = () => {}
      onTestFinished(() => {
        console.error = errors
      })
      const answer = await api.begin(request)
      expect([answer.status, (await answer.json()).reason]).toEqual([503, 'payment-unavailable'])
      expect(answer.headers.get('retry-after')).toBe('30')
      expect(await shopRecordsOf(site, record)).toMatchObject({ held: 0 })
      // Once it is back, the same request is as good as new.
      expect((await apiFor(site).begin(request)).status).toBe(200)
    })
  })
})

/** The headers have come, and of the body nothing. */
const endless = (signal: AbortSignal) =>
  new Response(
    new ReadableStream({
      start: (body) => signal.addEventListener('abort', () => body.error(signal.reason)),
    }),
    { headers: { 'content-type': 'application/json' } },
  )

// The payment service's own library waits for 80 seconds, and tries again.
test.each([
  { what: 'never answers', answer: () => null, expectedTries: 2 },
  { what: 'never ends its answer', answer: endless, expectedTries: 1 },
])('gives up a payment provider that $what within ten seconds', async ({ answer, expectedTries }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let tries = 0
  const silent: typeof fetch = (_, init) => {
    tries++
    const signal = init!.signal!
    return new Promise((resolve, reject) => {
      const response = answer(signal)
      if (response) resolve(response)
      signal.addEventListener('abort', () => reject(signal.reason))
    })
  }
  const { session } = createStripeProvider({ secretKey: 'sk_test_x', webhookSecrets: [], fetch: silent })
  const ended = vi.fn()
  session('cs_test_x').catch(ended)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([tries, ended.mock.calls]).toMatchObject([expectedTries, [[{ reason: 'payment-unavailable' }]]])
})
