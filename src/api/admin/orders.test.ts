import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { OrderAnswer, type OrderRow } from '#api/admin/order-answers.ts'
import type { Actor } from '#domain/actor.ts'
import { orderEventKinds } from '#domain/orders/events.ts'
import { canChangeStatus, refundDue } from '#domain/orders/order.ts'
import { type OrderStatus, orderStatuses } from '#domain/orders/status.ts'
import { Refusal } from '#domain/refusal.ts'
import { activityLogs } from '#server/activity/table.ts'
import { orderEvents, orderNameWords, orders } from '#server/commerce/orders-table.ts'
import type { PaymentProvider } from '#server/commerce/payment-provider.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import type { FileAt } from '#server/images/pictures.ts'
import { PermanentJobError } from '#server/jobs/job.ts'
import { renderMailHtml } from '#server/mail/layout.ts'
import type { Mail } from '#server/mail/message.ts'
import { mailSealContext } from '#server/mail/queue.ts'
import { mails } from '#server/mail/table.ts'
import { isRefundDueSql, needsAttentionSql } from '#server/orders/needs-attention.ts'
import { paymentIntentIdOf } from '#server/payments/sandbox/objects.ts'
import { eraseCustomer } from '#server/privacy/erase.ts'
import { bundleParts, productImages, products } from '#server/products/table.ts'
import { createTestApi } from '#tests/api.ts'
import { copyTemplateDatabase, createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { contactServiceWithRealClock, solvedCheck } from '#tests/fixtures/human-check.ts'
import { silentLog } from '#tests/fixtures/log.ts'
import {
  checkoutRequestFor,
  checkoutsOf,
  eventOf,
  openTestShop,
  shopRecordsOf,
  signWebhookEvent,
} from '#tests/fixtures/payments.ts'
import { runStatementOn } from '#tests/services/postgres.ts'

const noon = new Date('2026-05-01T12:00:00Z')
const cover = { width: 640, height: 640, placeholder: null, alt: '', asIs: null }

test('the OpenAPI document lists all order events', () => {
  const { event } = OrderAnswer.shape.events.element.shape
  const oneOf = orderEventKinds.map((kind) => ({ properties: { kind: { const: kind } } }))
  expect(z.toJSONSchema(event)).toMatchObject({ oneOf })
})

const checking = contactServiceWithRealClock()

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine, { poolSize: 8 })
  /** Outcome of the next refund: it succeeds, is refused, the provider is down, or its answer is lost. */
  let refunds: 'work' | 'refused' | 'away' | 'answer-lost' = 'work'
  /** Stripe repeats its answer to the same idempotency key for a day, so a refusal is repeated. */
  const refusedKeys = new Set<string>()
  const shop = await openTestShop(
    database,
    (real): PaymentProvider => ({
      ...real,
      refund: async (request) => {
        if (refunds === 'refused') refusedKeys.add(request.key)
        if (refunds === 'away' || refusedKeys.has(request.key)) throw new Refusal('payment-unavailable')
        await real.refund(request)
        if (refunds === 'answer-lost') throw new Refusal('payment-unavailable')
      },
    }),
  )

  function adminApi(site: Pick<TestSite, 'websiteId'>, actor?: Actor, payments = shop.payments) {
    const owner: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
    const needs = { payments, clock: shop.clock, site: shop.look, log: silentLog, contactService: checking }
    const fileAt: FileAt = ({ hash, name }) => ({ ...cover, base: `/images/${hash}/${name}` })
    const api = createTestApi(database, site, actor ?? owner, { fileAt }, needs)
    const send = (method: string) => (path: string, body?: object) =>
      api.request(`/api/admin/orders${path}`, jsonRequest(body, { method }))
    const [get, post, put] = [send('GET'), send('POST'), send('PUT')]
    return {
      api,
      get,
      post,
      put,
      owner,
      list: async (search = ''): Promise<{ orders: OrderRow[]; total: number }> => (await get(search)).json(),
      read: async (name: string): Promise<OrderAnswer> => (await get(`/${name}`)).json(),
      step: ({ id, sequence }: Pick<OrderAnswer, 'id' | 'sequence'>, to: OrderStatus) =>
        post(`/${id}/status`, { to, sequence }),
    }
  }

  async function buy(site: TestSite, productId: string, { quantity = 1, ...changes }: Record<string, unknown> = {}) {
    const api = adminApi(site, { kind: 'visitor' }).api
    const items = [{ productId, variantId: null, quantity }]
    const { challenge } = await (await api.request('/api/shop/checkout/check')).json()
    const body = { ...checkoutRequestFor(productId), items, humanCheck: await solvedCheck(challenge), ...changes }
    const before = new Set((await checkoutsOf(site)).map(({ id }) => id))
    const answer = await api.request('/api/shop/checkout', jsonRequest(body), newId())
    expect(answer.status).toBe(200)
    const checkout = (await checkoutsOf(site)).find(({ id }) => !before.has(id))!
    const delivered = (await shop.deliveredEvents(site, 0)).length
    await shop.sandbox.pay(checkout.sessionId!, 'succeeds')
    const [message] = (await shop.deliveredEvents(site, delivered + 1)).slice(delivered)
    await api.request('/api/webhooks/stripe', {
      method: 'POST',
      headers: { 'stripe-signature': message!.signature },
      body: message!.body,
    })
    return { reference: checkout.reference, sessionId: checkout.sessionId! }
  }

  async function newOrder(of: 'record' | 'track' | 'bundle' = 'record', quantity = 1) {
    const made = await shop.newShop(5)
    const bought = await buy(made.site, made[of], { quantity })
    const admin = adminApi(made.site)
    const [row] = (await admin.list()).orders
    const order = await admin.read(row!.number)
    return { ...made, ...bought, ...admin, order, books: () => shopRecordsOf(made.site, made.record) }
  }

  /** As the job does it that was left behind; the queue itself is tried elsewhere. */
  const runRefund = ({ websiteId }: TestSite, orderId: string) =>
    shop.refundJob.perform({ orderId }, { websiteId } as never)
  const queued = (site: TestSite, name: string): Promise<{ orderId: string; mail?: string }[]> =>
    inSite(database, { websiteId: site.websiteId, role: 'worker' }, async (tx) => {
      await tx.execute(sql.raw('set local role none'))
      const { rows } = await tx.execute<{ data: { data: { orderId: string } } }>(
        sql`select data from pgboss.job where name = ${name} and data ->> 'websiteId' = ${site.websiteId} order by created_on, id`,
      )
      return rows.map(({ data }) => data.data)
    })
  const mailed = async (site: TestSite) => (await queued(site, 'order-mails')).map(({ mail }) => mail ?? 'placed')
  /** What the mails that wait to be written will say, the oldest first. */
  async function lettersOf(site: TestSite): Promise<Mail[]> {
    const inside = <T>(work: Parameters<typeof site.as<T>>[1]) => site.as('worker', work)
    const run = { websiteId: site.websiteId, inSite: inside, finish: inside, signal: AbortSignal.abort() }
    for (const about of await queued(site, 'order-mails')) await shop.mailJob.perform(about, run as never)
    const rows = await site.as('worker', (tx) => tx.select().from(mails).orderBy(mails.id))
    return rows.map(({ id, content }) => {
      const mail: Mail = JSON.parse(shop.sealer.open(mailSealContext(site.websiteId, id), content!))
      return { ...mail, html: renderMailHtml(mail.content!, { name: 'Example' }) }
    })
  }
  const logOf = (site: TestSite) =>
    site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id))
  const spoil = (site: TestSite, id: string) =>
    site.as('administrator', (tx) =>
      tx
        .update(orders)
        .set({ customerName: Buffer.from('no sealed value') })
        .where(eq(orders.id, id)),
    )
  const setStatus = (site: TestSite, id: string, status: OrderStatus) =>
    site.as('administrator', (tx) => tx.update(orders).set({ status }).where(eq(orders.id, id)))

  test('searches by number, reference, product and exact e-mail, and filters', async () => {
    const made = await shop.newShop(9)
    const { site, record, track } = made
    const { list, get, api } = adminApi(site)
    shop.at(new Date('2026-04-30T21:30:00Z'))
    const first = await buy(site, record, { email: 'Ann@example.com', quantity: 2 })
    shop.at(noon)
    await buy(site, track, { email: 'bob@example.com', address: null, shippingOption: null })
    const { orders: both, total } = await list()
    expect(total).toBe(2)
    expect(both.map(({ items }) => items)).toEqual([
      [{ name: 'Harbour', variant: null, quantity: 1, isDigital: true }],
      [{ name: 'Night Ferry', variant: null, quantity: 2, isDigital: false }],
    ])
    const [digital, physical] = both.map(({ number }) => number)
    const numbers = async (search: string) => (await list(search)).orders.map(({ number }) => number)
    expect(await numbers(`?q=${physical!.toLowerCase()}`)).toEqual([physical])
    expect(await numbers(`?q=${first.reference}`)).toEqual([physical])
    expect(await numbers(`?q=${paymentIntentIdOf(first.sessionId)}`)).toEqual([physical])
    expect(await numbers('?q=arbou')).toEqual([digital])
    expect(await numbers('?q=100%25')).toEqual([])
    await site.as('administrator', (tx) =>
      tx.update(products).set({ name: 'Tour Poster 12' }).where(eq(products.id, record)),
    )
    expect(await numbers('?q=tour+poster+12')).toEqual([physical])
    expect(await numbers('?q=ANN%40example.com')).toEqual([physical])
    expect(await numbers('?q=ann%40example')).toEqual([])
    const hash = createHash('sha256').update('bob@example.com').digest('hex')
    expect(await numbers(`?buyer=${hash}`)).toEqual([digital])
    expect(await numbers('?kind=physical')).toEqual([physical])
    expect(await numbers('?kind=bundle')).toEqual([])
    expect(await numbers('?status=paid&kind=digital')).toEqual([digital])
    expect(await numbers('?status=shipped')).toEqual([])
    expect(await numbers('?attention=needed')).toEqual([])
    expect(await numbers('?from=2026-05-01')).toEqual([digital])
    expect(await numbers('?to=2026-04-30')).toEqual([physical])
    for (const [hours, count] of [
      [3, 3],
      [3, 4],
      [9, 5],
    ] as const) {
      shop.at(new Date(+noon + hours * 3_600_000))
      await buy(site, record)
      expect([(await list()).total, (await list()).total]).toEqual([count, count])
    }
    shop.at(noon)
    const elsewhere = adminApi(await createTestSite(database))
    expect(await elsewhere.list(`?q=${physical}`)).toEqual({ orders: [], total: 0 })
    expect((await elsewhere.get(`/${physical}`)).status).toBe(404)
    const refused = await get('?website_id=')
    expect(await refused.json()).toMatchObject({ error: 'Website ID is required to fetch orders' })
    expect((await list(`?website_id=${site.websiteId}`)).total).toBe(5)
    for (const path of ['', '/export.csv']) {
      const headers = api.confirmed()
      const answer = await api.request(`/api/admin/orders${path}?website_id=${newId()}`, { headers })
      expect(answer.status).toBe(404)
    }
    for (const bad of ['?size=11', '?size=100', '?page=0', '?page=10001', '?status=lost', '?from=May', '?buyer=ann'])
      expect([bad, (await get(bad)).status]).toEqual([bad, 422])
  })

  test('finds orders by words of the name that the browser has hashed', async () => {
    const { site, record } = await shop.newShop(9)
    const { list, get, api } = adminApi(site)
    await buy(site, record, { name: 'Zoë O’Brien-Łukasz', email: 'zoe@example.com' })
    await buy(site, record, { name: 'Ann Lee' })
    const hash = (word: string) => createHash('sha256').update(word).digest('hex')
    const found = async (...words: string[]) => (await list(`?name=${words.map(hash).join()}`)).orders.length
    expect([
      await found('zoe'),
      await found('lukasz', 'obrien'),
      await found('lee'),
      await found('zoe', 'lee'),
    ]).toEqual([1, 1, 1, 0])
    for (const bad of ['Zoe', hash('zoe').slice(1), `${hash('zoe')},`])
      expect([bad, (await get(`?name=${bad}`)).status]).toEqual([bad, 422])
    await api.request(`/api/admin/orders/export.csv?name=${hash('zoe')}`, { headers: api.confirmed() })
    const log = JSON.stringify(await logOf(site))
    expect(log).toContain('one customer')
    expect(log).not.toMatch(new RegExp(`zoe|${hash('zoe')}`, 'i'))
    await site.as('administrator', (tx) => tx.update(orders).set({ status: 'delivered' }))
    const deps = { contact: checking(site.websiteId), orders: shop.payments({ ...shop.siteOf(site.websiteId) }) }
    await site.as('administrator', (tx) =>
      eraseCustomer(tx, deps, 'zoe@example.com', { userId: site.userId, now: noon }),
    )
    expect([await found('zoe'), await found('lee')]).toEqual([0, 1])
    expect(await site.as('administrator', (tx) => tx.select().from(orderNameWords))).toHaveLength(2)
  })

  test('sorts by date, status or total, in both directions', async () => {
    const { site, record } = await shop.newShop(9)
    const { list, get } = adminApi(site)
    for (const quantity of [2, 1, 3]) {
      shop.at(new Date(+noon + quantity * 1_000))
      await buy(site, record, { quantity })
    }
    shop.at(noon)
    const quantities = async (search: string) => (await list(search)).orders.map(({ items }) => items[0]!.quantity)
    expect(await quantities('')).toEqual([3, 2, 1])
    expect(await quantities('?direction=up')).toEqual([1, 2, 3])
    const [three] = (await list()).orders
    await setStatus(site, three!.id, 'delivered')
    expect(await quantities('?sort=status&direction=up')).toEqual([3, 1, 2])
    expect(await quantities('?sort=total')).toEqual([3, 2, 1])
    expect(await quantities('?sort=total&direction=up&size=10&page=1')).toEqual([1, 2, 3])
    expect((await get('?sort=name')).status).toBe(422)
  })

  test('orders to pack are paid, unsent and have something for a parcel', async () => {
    const { site, record, track } = await shop.newShop(9)
    const { list, api } = adminApi(site)
    await buy(site, record)
    await buy(site, track, { address: null, shippingOption: null })
    const toPack = async () => {
      const { orders: rows, total } = await list('?attention=to-pack')
      const { ordersToPack, isSandbox } = await (await api.request('/api/admin/dashboard/counts')).json()
      expect(isSandbox).toBe(true)
      expect([total, ordersToPack]).toEqual([rows.length, rows.length])
      return rows.map(({ items }) => items[0]!.name)
    }
    expect(await toPack()).toEqual(['Night Ferry'])
    const [parcel] = (await list('?kind=physical')).orders
    const set = (changes: Partial<typeof orders.$inferInsert>) =>
      site.as('administrator', (tx) => tx.update(orders).set(changes).where(eq(orders.id, parcel!.id)))
    for (const [changes, isLeft] of [
      [{ status: 'processing' }, true],
      [{ status: 'shipped' }, false],
      [{ status: 'paid', refundedAmount: parcel!.total }, false],
      [{ refundedAmount: 100 }, true],
      [{ isTest: true }, false],
    ] as const) {
      await set(changes)
      expect([changes, (await toPack()).length]).toEqual([changes, isLeft ? 1 : 0])
    }
  })

  test('pages newest first without gaps, read from either end', async () => {
    const { site, list, order } = await newOrder()
    await site.as('checkout', async (tx) => {
      await tx.execute(sql`insert into checkouts (id, website_id, key, request_hash, state, reference, lines, customer,
        country, currency, subtotal, shipping, vat, total, session_id, created_at, expires_at)
        select gen_random_uuid(), website_id, 'k' || n, '', 'paid', 'r' || n, lines, customer, country, currency,
          subtotal, shipping, vat, total, 's' || n, created_at, expires_at
        from checkouts, generate_series(1, 46) n`)
      await tx.execute(sql`insert into orders (id, website_id, checkout_id, order_reference, order_number, customer_email,
        customer_name, email_index, country, currency, subtotal_amount, shipping_amount, vat_amount, total_amount,
        stripe_session_id, created_at, updated_at)
        select gen_random_uuid(), o.website_id, c.id, c.reference, 'n' || c.reference, customer_email, customer_name,
          email_index, o.country, o.currency, subtotal_amount, shipping_amount, vat_amount, total_amount, c.session_id,
          o.created_at - interval '1 minute' * (substr(c.key, 2)::int / 3), o.updated_at
        from orders o, checkouts c where c.key like 'k%' and c.key ~ '^k[0-9]+$'`)
    })
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => list(`?page=${page}`)))
    expect(pages.map(({ orders: { length }, total }) => [length, total])).toEqual([
      ...Array(4).fill([10, 47]),
      [7, 47],
      [0, 47],
    ])
    const all = pages.flatMap((page) => page.orders)
    expect(new Set(all.map(({ id }) => id)).size).toBe(47)
    expect(all.map(({ createdAt }) => createdAt)).toEqual(
      all
        .map(({ createdAt }) => createdAt)
        .sort()
        .reverse(),
    )
    expect((await list('?size=25&page=2')).orders.map(({ id }) => id)).toEqual(all.slice(25).map(({ id }) => id))
    expect((await list('?size=50')).orders.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
    expect(all.slice(0, 3).map(({ id }) => id)).toContain(order.id)
  })

  test('allows exactly the status changes of the lifecycle', async () => {
    const { site, step, order: fresh, ...admin } = await newOrder()
    for (const from of orderStatuses)
      for (const to of orderStatuses) {
        await setStatus(site, fresh.id, from)
        const order = await admin.read(fresh.id)
        const answer = await step(order, to)
        const body = await answer.json()
        expect([from, to, answer.status]).toEqual([from, to, canChangeStatus(from, to) ? 200 : 409])
        expect(body.status ?? from).toBe(answer.ok ? to : from)
        if (!answer.ok)
          expect(body.error).toBe(
            to === 'cancelled'
              ? `Cannot cancel order with status: ${from}`
              : `An order that is ${from} cannot become ${to}.`,
          )
      }
  })

  test('advances an order and records user and action', async () => {
    const { site, order, step, list, record, sessionId, ...admin } = await newOrder()
    expect(order).toMatchObject({
      status: 'paid',
      subtotal: 1_800,
      shipping: 395,
      vat: 366,
      vatLines: [{ rate: 2_000, vat: 366 }],
      total: 2_195,
      sequence: 0,
      ships: true,
    })
    const [session, intent] = [sessionId, paymentIntentIdOf(sessionId)]
    expect(order.payment).toEqual({ by: 'sandbox', session, intent, link: null })
    const paid = { name: 'Night Ferry', quantity: 1, unitPrice: 1_800, total: 1_800, picture: null }
    expect(order.items).toMatchObject([paid])
    await site.as('administrator', (tx) =>
      tx.insert(productImages).values([
        { productId: record, imageUrl: '/images/0123456789abcdef/back-640.jpeg', position: 1 },
        { productId: record, imageUrl: '/images/0123456789abcdef/front-640.jpeg', position: 0 },
      ]),
    )
    const picture = { ...cover, base: '/images/0123456789abcdef/front' }
    expect((await admin.read(order.number)).items).toMatchObject([{ ...paid, picture }])
    const processing: OrderAnswer = await (await step(order, 'processing')).json()
    expect(await (await step(order, 'cancelled')).json()).toMatchObject({ reason: 'conflict' })
    const shipped: OrderAnswer = await (await step(processing, 'shipped')).json()
    const delivered: OrderAnswer = await (await step(shipped, 'delivered')).json()
    expect(
      delivered.events.map(({ event, who }) => [event.kind, 'to' in event ? event.to : null, who?.userId]),
    ).toEqual([
      ['status', 'processing', admin.owner.userId],
      ['status', 'shipped', admin.owner.userId],
      ['mail', null, admin.owner.userId],
      ['status', 'delivered', admin.owner.userId],
    ])
    expect(await mailed(site)).toEqual(['placed', 'shipped'])
    const log = await logOf(site)
    expect(log.filter(({ resourceType }) => resourceType === 'order').map(({ action }) => action)).toEqual([
      'status_changed',
      'status_changed',
      'status_changed',
    ])
    expect((await list('?status=delivered')).total).toBe(1)
    await expect(site.as('administrator', (tx) => tx.delete(orderEvents))).rejects.toThrow()
    await expect(site.as('administrator', (tx) => tx.update(orderEvents).set({ userId: null }))).rejects.toThrow()
  })

  test('cancelling refunds in full, returns the stock and ends the downloads', async () => {
    const { site, order, step, books, sessionId, ...admin } = await newOrder('bundle', 2)
    expect(await books()).toMatchObject({ onHand: 3 })
    expect(order.downloads).toHaveLength(1)
    await site.as('administrator', (tx) => tx.update(orders).set({ attention: 'stock-gone' }))
    const answer = await step(order, 'cancelled')
    const cancelled: OrderAnswer = await answer.json()
    expect(cancelled).toMatchObject({ status: 'cancelled', attention: null, refundDue: 0, downloads: [] })
    expect(cancelled.refunded).toBe(order.total)
    expect(await shop.sandbox.provider.refundedOf(paymentIntentIdOf(sessionId))).toBe(order.total)
    const { onHand, rights, moved } = await books()
    expect([onHand, rights[0]!.revokedAt]).toEqual([5, noon])
    expect(moved.at(-1)).toMatchObject({ reason: 'cancel', change: 2, orderId: order.id, userId: admin.owner.userId })
    expect(cancelled.events.map(({ event }) => event)).toEqual([
      { kind: 'status', from: 'paid', to: 'cancelled', returned: 2 },
      { kind: 'mail', mail: 'cancelled' },
      { kind: 'refund', amount: order.total, currency: 'GBP' },
    ])
    expect(await mailed(site)).toEqual(['placed', 'cancelled'])
    expect(await queued(site, 'order-refunds')).toEqual([{ orderId: order.id }])
    const written = (await lettersOf(site)).find(({ subject }) => subject === `Your order ${order.number} is cancelled`)
    expect(written).toMatchObject({ to: 'ann@example.com' })
    expect(written!.text).toContain(
      'We refund £41.95 to the card or account that you paid with. This can take your bank some days.',
    )
    const again = await step(cancelled, 'cancelled')
    expect(await again.json()).toMatchObject({ error: 'Cannot cancel order with status: cancelled' })
    expect(await (await admin.post(`/${order.id}/refund`)).json()).toMatchObject({ reason: 'nothing-to-refund' })
    await runRefund(site, order.id)
    const unknown = await step({ id: newId(), sequence: 0 }, 'cancelled')
    expect([unknown.status, await unknown.json()]).toEqual([
      404,
      { error: 'Order not found', reason: 'order-not-found' },
    ])
    expect(await shop.sandbox.provider.refundedOf(paymentIntentIdOf(sessionId))).toBe(order.total)
    expect((await books()).onHand).toBe(5)
  })

  test('cancels while the provider is unavailable and refunds later', async () => {
    const { site, order, step, books, sessionId, post, ...admin } = await newOrder()
    const back = () => shop.sandbox.provider.refundedOf(paymentIntentIdOf(sessionId))
    refunds = 'away'
    try {
      const cancelled: OrderAnswer = await (await step(order, 'cancelled')).json()
      expect(cancelled).toMatchObject({ status: 'cancelled', refunded: 0, refundDue: 2_195 })
      expect([(await books()).onHand, await back()]).toEqual([5, 0])
      const response = await post(`/${order.id}/refund`)
      expect([response.status, (await response.json()).error]).toEqual([
        503,
        'The payment service has not refunded the money yet. We try again automatically.',
      ])
      await expect(runRefund(site, order.id)).rejects.toThrow()
      // The process dies after the refund was made and before it is stored.
      refunds = 'answer-lost'
      await expect(runRefund(site, order.id)).rejects.toThrow()
      expect([await back(), (await books()).orders[0]!.refundedAmount]).toEqual([2_195, 0])
    } finally {
      refunds = 'work'
    }
    await Promise.all([runRefund(site, order.id), runRefund(site, order.id), post(`/${order.id}/refund`)])
    expect([await back(), (await admin.read(order.id)).refunded]).toEqual([2_195, 2_195])
  })

  test('retries a refund that failed for lack of funds with a new key', async () => {
    const { site, order, step, sessionId, ...admin } = await newOrder()
    refunds = 'refused'
    try {
      expect(await (await step(order, 'cancelled')).json()).toMatchObject({ refundDue: 2_195 })
    } finally {
      refunds = 'work'
    }
    expect((await admin.list('?attention=needed')).total).toBe(1)
    shop.at(new Date(+noon + 60_000))
    await runRefund(site, order.id)
    shop.at(noon)
    expect(await shop.sandbox.provider.refundedOf(paymentIntentIdOf(sessionId))).toBe(2_195)
    expect(await admin.read(order.id)).toMatchObject({ refunded: 2_195, refundDue: 0 })
    expect((await admin.list('?attention=needed')).total).toBe(0)
  })

  test('refunds only the rest, and nothing after a lost dispute', async () => {
    const one = await newOrder()
    await shop.sandbox.provider.refund({ paymentIntent: paymentIntentIdOf(one.sessionId), amount: 195, key: newId() })
    expect(await (await one.step(one.order, 'cancelled')).json()).toMatchObject({ refunded: 2_195, refundDue: 0 })
    expect(await shop.sandbox.provider.refundedOf(paymentIntentIdOf(one.sessionId))).toBe(2_195)

    const other = await newOrder()
    const dispute = { object: 'dispute', payment_intent: paymentIntentIdOf(other.sessionId), status: 'lost' }
    const { body, signature } = signWebhookEvent(eventOf('charge.dispute.closed', dispute), { at: shop.clock() })
    await other.api.request('/api/webhooks/stripe', {
      method: 'POST',
      headers: { 'stripe-signature': signature },
      body,
    })
    const disputed: OrderAnswer = await (await other.get(`/${other.order.id}`)).json()
    expect(disputed).toMatchObject({ attention: 'dispute-lost', sequence: 1 })
    expect(disputed.events.map(({ event, who }) => [event, who])).toEqual([
      [{ kind: 'attention', what: 'dispute-lost' }, null],
    ])
    expect((await other.list('?attention=needed')).total).toBe(1)
    expect(await (await other.step(disputed, 'cancelled')).json()).toMatchObject({ status: 'cancelled', refundDue: 0 })
    expect(await shop.sandbox.provider.refundedOf(paymentIntentIdOf(other.sessionId))).toBe(0)
    const { id, sequence } = { ...other.order, sequence: 2 }
    const settled: OrderAnswer = await (await other.post(`/${id}/resolve`, { sequence })).json()
    expect(settled).toMatchObject({ attention: null, refunded: 2_195, refundDue: 0 })
    expect(settled.events.map(({ event }) => event).slice(-2)).toEqual([
      { kind: 'refund', amount: 2_195, currency: 'GBP' },
      { kind: 'settled' },
    ])
    expect(await (await other.post(`/${id}/refund`)).json()).toMatchObject({ reason: 'nothing-to-refund' })
    expect(await queued(other.site, 'order-refunds')).toEqual([])
  })

  test('applies payment events that arrive during a cancellation exactly once', async () => {
    const { site, order, step, api, books, sessionId, ...admin } = await newOrder()
    const intent = paymentIntentIdOf(sessionId)
    await shop.sandbox.provider.refund({ paymentIntent: intent, amount: 195, key: newId() })
    const say = (type: string, about: object) => {
      const { body, signature } = signWebhookEvent(eventOf(type, { payment_intent: intent, ...about }), {
        at: shop.clock(),
      })
      const headers = { 'stripe-signature': signature }
      return api.request('/api/webhooks/stripe', { method: 'POST', headers, body })
    }
    const refunded = (amount: number) => say('charge.refunded', { object: 'charge', amount_refunded: amount })
    const cancelled = Promise.all([step(order, 'cancelled'), adminApi(site).step(order, 'cancelled')])
    const answers = await Promise.all([
      ...[195, 195, 2_195, 2_195].map(refunded),
      say('charge.dispute.created', { object: 'dispute', status: 'needs_response' }),
      runRefund(site, order.id).then(() => null),
    ])
    for (const answer of answers) if (answer) expect(answer.status).toBe(200)
    const won = (await cancelled).filter(({ ok }) => ok)
    expect(won.length).toBeLessThanOrEqual(1)
    // After a conflict the administrator reads the order again.
    if (!won.length) expect((await step(await admin.read(order.id), 'cancelled')).status).toBe(200)
    const after = await admin.read(order.id)
    expect(after).toMatchObject({ status: 'cancelled', refunded: 2_195, refundDue: 0, attention: 'disputed' })
    expect(after.events.filter(({ event }) => event.kind === 'status')).toHaveLength(1)
    expect((await books()).onHand).toBe(5)
    await runRefund(site, order.id)
    expect(await shop.sandbox.provider.refundedOf(intent)).toBeLessThanOrEqual(2_195)
  })

  test('the second of two concurrent edits gets a conflict', async () => {
    const { site, order, put, books, sessionId, ...admin } = await newOrder()
    const other = adminApi(site)
    const parcel = { carrier: 'DHL', number: 'AB 1234', sequence: order.sequence }
    const answers = await Promise.all([
      other.step(order, 'cancelled'),
      put(`/${order.id}/tracking`, parcel),
      admin.step(order, 'processing'),
      other.step(order, 'cancelled'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    for (const lost of answers.filter(({ ok }) => !ok))
      expect((await lost.json()).error).toMatch(/^(This has changed in the meantime|Cannot cancel order with status: )/)
    const { status, refunded } = await admin.read(order.id)
    const back = await shop.sandbox.provider.refundedOf(paymentIntentIdOf(sessionId))
    expect([refunded, back, (await books()).onHand]).toEqual(status === 'cancelled' ? [2_195, 2_195, 5] : [0, 0, 4])
    const notes = ['one', 'two', 'three'].map((text) => admin.post(`/${order.id}/notes`, { text }))
    expect((await Promise.all(notes)).map((answer) => answer.status)).toEqual([201, 201, 201])
    const { notes: kept } = await admin.read(order.id)
    expect(kept.map(({ text }) => text).sort()).toEqual(['one', 'three', 'two'])
    const [at, who] = [noon.toISOString(), { userId: admin.owner.userId, email: null }]
    for (const note of kept) expect(note).toMatchObject({ at, who })
    const many = Array(199).fill({ text: 'x', created_at: at, created_by: who.userId })
    await site.as('administrator', (tx) => tx.update(orders).set({ orderNotes: many }))
    expect((await admin.post(`/${order.id}/notes`, { text: 'the last' })).status).toBe(201)
    expect(await (await admin.post(`/${order.id}/notes`, { text: 'x' })).json()).toMatchObject({
      reason: 'too-many-notes',
    })
    expect((await admin.read(order.id)).notes).toHaveLength(200)
  })

  test('a tracking number ships a paid order and mails the buyer; finished orders refuse one', async () => {
    const { site, order, put, post } = await newOrder()
    const track = (changes: object) =>
      put(`/${order.id}/tracking`, { carrier: 'DHL', number: 'JD 0123', sequence: 0, ...changes })
    for (const bad of [{ number: '1' }, { number: '<b>1234</b>' }, { carrier: '' }, { number: 'x'.repeat(41) }])
      expect((await track(bad)).status).toBe(422)
    const shipped: OrderAnswer = await (await track({})).json()
    expect(shipped).toMatchObject({ status: 'shipped', tracking: { carrier: 'DHL', number: 'JD 0123' } })
    expect((await track({})).status).toBe(409)
    const same: OrderAnswer = await (await track({ sequence: shipped.sequence })).json()
    expect(same.sequence).toBe(shipped.sequence)
    const corrected: OrderAnswer = await (await track({ number: 'JD 0124', sequence: shipped.sequence })).json()
    expect(corrected).toMatchObject({ status: 'shipped', tracking: { number: 'JD 0124' } })
    expect(await mailed(site)).toEqual(['placed', 'shipped', 'shipped'])
    for (const status of ['delivered', 'cancelled'] as const) {
      await setStatus(site, order.id, status)
      const answer = await track({ number: 'JD 0125', sequence: corrected.sequence })
      expect([answer.status, (await answer.json()).error]).toEqual([
        409,
        `An order that is ${status} has no parcel to track.`,
      ])
    }
    expect((await post(`/${order.id}/mails`, { mail: 'confirmation' })).status).toBe(200)
    expect(await (await post(`/${order.id}/mails`, { mail: 'downloads' })).json()).toMatchObject({
      reason: 'nothing-to-mail',
    })
    const letters = await lettersOf(site)
    expect(letters.map(({ to, subject }) => [to, subject])).toEqual([
      ['ann@example.com', `Your order ${order.number} at ${shop.siteOf('').name}`],
      ['owner@site.example', expect.stringContaining(`New order ${order.number}`)],
      ['ann@example.com', `Your order ${order.number} has been shipped`],
      ['ann@example.com', `Your order ${order.number} has been shipped`],
      ['ann@example.com', `Your order ${order.number} at ${shop.siteOf('').name}`],
    ])
    expect(letters[3]!.text).toContain('It is shipped with DHL. The tracking number is JD 0124.')
    expect(letters[3]!.text).toContain('https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD%200124')
    expect(letters[3]!.html).toContain('tracking-id=JD%200124')
    expect(letters[4]!.text).toContain('This order was cancelled.')
    expect(letters[4]!.text).not.toContain('We pack it next')
    await site.as('administrator', (tx) => tx.update(orders).set({ erasedAt: noon }).where(eq(orders.id, order.id)))
    const forgotten = await post(`/${order.id}/mails`, { mail: 'confirmation' })
    expect([forgotten.status, await forgotten.json()]).toEqual([
      409,
      { error: 'This customer was erased, so no mail can be sent.', reason: 'customer-erased' },
    ])
  })

  test('strips bidi controls of the buyer’s name from mails', async () => {
    const { site, record } = await shop.newShop(5)
    await buy(site, record, { name: 'Ann\u202E Lee' })
    const letters = await lettersOf(site)
    expect(letters.map(({ text }) => text)).toEqual([
      expect.stringContaining('Hello Ann Lee, we have received'),
      expect.stringContaining('Ann Lee has paid'),
    ])
    for (const { text, html } of letters) expect(text + html).not.toContain('\u202E')
  })

  test('advances several orders and names those that cannot', async () => {
    const { site, record, track, post, list } = await newOrder()
    await buy(site, track, { address: null, shippingOption: null })
    await buy(site, record)
    const [third, second, first] = (await list()).orders
    await setStatus(site, third!.id, 'cancelled')
    const ids = [first!.id, second!.id, third!.id]
    const bulk = async (status: string, chosen = ids) => (await post('/status', { ids: chosen, status })).json()
    const all = [third!.number, second!.number, first!.number]
    expect(await bulk('shipped')).toEqual({ changed: 0, mailed: 0, left: all })
    expect(await bulk('processing')).toEqual({ changed: 2, mailed: 0, left: [third!.number] })
    expect(await bulk('shipped')).toEqual({ changed: 2, mailed: 1, left: [third!.number] })
    // No shipping mail for an order of downloads.
    expect((await mailed(site)).filter((mail) => mail === 'shipped')).toHaveLength(1)
    expect(await bulk('shipped', [first!.id, newId()])).toMatchObject({ reason: 'order-not-found' })
    expect(await bulk('delivered')).toMatchObject({ reason: 'invalid' })
    expect(await bulk('processing', Array(51).fill(first!.id))).toMatchObject({ reason: 'invalid' })
  })

  test('mails the buyer of a shipment only if requested', async () => {
    const { site, record, order, post, put, ...admin } = await newOrder()
    await buy(site, record)
    await buy(site, record)
    const orders = (await admin.list()).orders.filter(({ id }) => id !== order.id)
    const parcel = { carrier: 'DHL', number: 'JD 0123', sequence: 0, tellBuyer: false }
    const shipped: OrderAnswer = await (await put(`/${order.id}/tracking`, parcel)).json()
    expect(shipped).toMatchObject({ status: 'shipped', tracking: { number: 'JD 0123' } })
    const changed = { ...parcel, number: 'JD 0124', sequence: shipped.sequence }
    expect((await put(`/${order.id}/tracking`, changed)).status).toBe(200)
    const ids = orders.map(({ id }) => id)
    await post('/status', { ids, status: 'processing' })
    const { sequence } = await admin.read(ids[0]!)
    expect((await post(`/${ids[0]}/status`, { to: 'shipped', sequence, tellBuyer: false })).status).toBe(200)
    const rest = await post('/status', { ids: [ids[1]], status: 'shipped', tellBuyer: false })
    expect(await rest.json()).toEqual({ changed: 1, mailed: 0, left: [] })
    expect((await mailed(site)).filter((mail) => mail === 'shipped')).toEqual([])
    for (const id of [order.id, ...ids])
      expect((await admin.read(id)).events.map(({ event }) => event.kind)).not.toContain('mail')
  })

  test('exports orders only after a confirmation, buyers only on request, and logs it without their data', async () => {
    const { site, record, order, get, list, owner, api } = await newOrder()
    await buy(site, record, { email: 'bob@example.com', name: '=HYPERLINK("x")' })
    for (const search of ['', `?numbers=${order.number}`, '?customers=include']) {
      const refused = await get(`/export.csv${search}`)
      expect([search, refused.status, (await refused.json()).reason]).toEqual([search, 403, 'confirmation-required'])
    }
    const file = async (search: string) =>
      (await (await api.request(`/api/admin/orders/export.csv${search}`, { headers: api.confirmed() })).text()).split(
        '\r\n',
      )
    const plain = await file('')
    expect(plain).toHaveLength(4)
    expect(plain.join()).not.toMatch(/example\.com|Ann|Quay Street/)
    const [newest] = (await list()).orders
    await spoil(site, newest!.id)
    const [heads, bob, ann] = await file('?customers=include')
    expect(heads).toMatch(/email,name,line1,line2,city,region,postcode$/)
    expect(bob).toMatch(/,unreadable,unreadable,,,,,$/)
    expect(ann).toMatch(/,ann@example\.com,Ann Lee,1 Quay Street,,Bristol,,BS1 4DJ$/)
    expect(await file(`?numbers=${order.number}`)).toHaveLength(3)
    expect((await file('?q=bob%40example.com&customers=include'))[1]).toContain(newest!.number)
    await file('?q=night+ferry&customers=include')
    const log = (await logOf(site)).filter(({ resourceType }) => resourceType === 'order')
    const both = [order.number, newest!.number].sort()
    expect(log.map(({ action, resourceName, details }) => [action, resourceName, details])).toEqual([
      ['exported', null, { filters: {} }],
      ['exported_with_customers', null, { filters: {} }],
      ['decrypted', both.join(', '), { orders: both }],
      ['exported', null, { filters: { numbers: order.number } }],
      ['exported_with_customers', null, { filters: { searched: 'one customer' } }],
      ['decrypted', newest!.number, {}],
      ['exported_with_customers', null, { filters: { searched: 'words' } }],
      ['decrypted', both.join(', '), { orders: both }],
    ])
    for (const { userId } of log) expect(userId).toBe(owner.userId)
    expect(JSON.stringify(log)).not.toMatch(/example\.com|Ann Lee/)
    const tooMany = Array(51).fill(order.number).join()
    for (const bad of ['customers=yes', 'numbers=', 'numbers=260501', 'numbers=260501-ABCDEU', `numbers=${tooMany}`])
      expect([bad, (await get(`/export.csv?${bad}`)).status]).toEqual([bad, 422])
  })

  test('shows what a bundle contained when it was bought, and how it is delivered, to owner and buyer', async () => {
    const { site, order, track, record, reference, api, read } = await newOrder('bundle', 2)
    await site.as('administrator', async (tx) => {
      await tx.delete(bundleParts).where(eq(bundleParts.productId, track))
      await tx.update(products).set({ name: 'Renamed' }).where(eq(products.id, record))
    })
    const parts = [
      { name: 'Night Ferry', variant: null, quantity: 2, isDigital: false },
      { name: 'Harbour', variant: null, quantity: 2, isDigital: true },
    ]
    expect(await read(order.number)).toMatchObject({
      delivery: 'Royal Mail',
      items: [{ name: 'Everything', quantity: 2, parts }],
    })
    const confirmed = await (await api.request(`/api/shop/order?reference=${reference}`)).json()
    expect(confirmed).toMatchObject({
      delivery: 'Royal Mail',
      lines: [{ name: 'Everything', parts: ['2 × Night Ferry', '2 × Harbour'] }],
    })
    const letters = await lettersOf(site)
    expect(letters.map(({ to }) => to)).toEqual(['ann@example.com', shop.siteOf('').contact.email])
    for (const { text, html } of letters) {
      expect(text).toMatch(/2 × Everything: £38.00\n {2}- 2 × Night Ferry\n {2}- 2 × Harbour/)
      expect(text).toContain('Delivery (Royal Mail): £3.95')
      expect(html).toMatch(/2 × Night Ferry.*2 × Harbour.*Delivery \(Royal Mail\)/s)
    }
  })

  test('an order without a bundle has no parts, and one without a parcel no delivery method', async () => {
    const { site, order } = await newOrder()
    expect(order.items).toMatchObject([{ parts: [] }])
    await site.as('administrator', (tx) => tx.update(orders).set({ shippingOption: 'courier' }))
    // An option that the site no longer has is shown by its id.
    expect(await adminApi(site).read(order.number)).toMatchObject({ delivery: 'courier' })
    await site.as('administrator', (tx) => tx.update(orders).set({ shippingOption: null }))
    expect(await adminApi(site).read(order.number)).toMatchObject({ delivery: null })
  })

  test('sends the downloads mail again', async () => {
    const { site, order, post, ...admin } = await newOrder('bundle')
    const { events } = await (await post(`/${order.id}/mails`, { mail: 'downloads' })).json()
    expect(events).toMatchObject([{ event: { kind: 'mail', mail: 'downloads' }, who: { userId: admin.owner.userId } }])
    expect((await logOf(site)).at(-1)).toMatchObject({ action: 'mailed', resourceName: order.number })
    const { subject, text } = (await lettersOf(site)).at(-1)!
    expect(subject).toBe(`Your downloads of order ${order.number} at ${shop.siteOf('').name}`)
    expect(text).toContain(`here is what you can download from order ${order.number}.`)
    expect(text).toMatch(/Harbour/)
  })

  test('mails only links that have not expired', async () => {
    const { site, order, post } = await newOrder('bundle')
    const ended = { productId: newId(), id: newId(), tokenHash: Buffer.alloc(32), expiresAt: noon }
    const tide = { name: 'Tide', slug: 'tide', price: 150, status: 'published', productType: 'digital' } as const
    await site.as('administrator', (tx) => tx.insert(products).values({ ...tide, id: ended.productId }))
    await site.as('worker', async (tx) => {
      const [right] = await tx.select().from(digitalDownloads)
      await tx.insert(digitalDownloads).values({ ...right!, ...ended })
    })
    const letter = async () => {
      expect((await post(`/${order.id}/mails`, { mail: 'downloads' })).status).toBe(200)
      return (await lettersOf(site)).at(-1)!.text
    }
    expect(await letter()).toMatch(/Harbour/)
    expect(await letter()).not.toMatch(/Tide/)
    await site.as('administrator', (tx) =>
      tx
        .update(digitalDownloads)
        .set({ expiresAt: new Date(+noon + 1) })
        .where(eq(digitalDownloads.id, ended.id)),
    )
    expect(await letter()).toMatch(/Tide/)
    // When all links have expired before the mail is written, only the order confirmations are sent.
    const sent = (await site.as('worker', (tx) => tx.select().from(mails))).length
    await site.as('administrator', (tx) => tx.update(digitalDownloads).set({ expiresAt: noon }))
    await lettersOf(site)
    expect(await site.as('worker', (tx) => tx.select().from(mails))).toHaveLength(sent + 2)
  })

  test('does not claim to have mailed an unreadable buyer', async () => {
    const { site, order, post, put, step, ...admin } = await newOrder()
    await spoil(site, order.id)
    const again = await post(`/${order.id}/mails`, { mail: 'confirmation' })
    expect([again.status, (await again.json()).error]).toEqual([
      409,
      'The buyer’s data cannot be read, so no mail can be sent.',
    ])
    expect((await admin.read(order.id)).events).toEqual([])
    const parcel = { carrier: 'DHL', number: 'JD 0123', sequence: order.sequence }
    const shipped: OrderAnswer = await (await put(`/${order.id}/tracking`, parcel)).json()
    expect(shipped.status).toBe('shipped')
    expect(shipped.events.at(-1)!.event).toEqual({ kind: 'unmailed', mail: 'shipped' })
    const other = await newOrder()
    await spoil(other.site, other.order.id)
    const cancelled: OrderAnswer = await (await other.step(other.order, 'cancelled')).json()
    expect(cancelled).toMatchObject({ status: 'cancelled', refundDue: 0 })
    expect(cancelled.events.map(({ event }) => event)).toContainEqual({ kind: 'unmailed', mail: 'cancelled' })
    for (const each of [site, other.site]) expect(await mailed(each)).toEqual(['placed'])
    await expect(lettersOf(site)).rejects.toThrow(PermanentJobError)
  })

  test('refuses a tracking number for an order of downloads', async () => {
    const { order, put, ...admin } = await newOrder('track')
    const answer = await put(`/${order.id}/tracking`, { carrier: 'DHL', number: 'JD 0123', sequence: 0 })
    expect([answer.status, (await answer.json()).error]).toEqual([409, 'Nothing in this order needs to be shipped.'])
    expect(await admin.read(order.id)).toMatchObject({ status: 'paid', tracking: null, events: [] })
  })

  test('records who refunded, and no user for the job', async () => {
    const { site, order, step, post, owner, ...admin } = await newOrder()
    refunds = 'away'
    try {
      await step(order, 'cancelled')
    } finally {
      refunds = 'work'
    }
    expect((await post(`/${order.id}/refund`)).status).toBe(200)
    const last = async (of: typeof admin) => (await of.read(order.id)).events.at(-1)!
    expect(await last(admin)).toMatchObject({ event: { kind: 'refund', amount: 2_195 }, who: { userId: owner.userId } })
    const given = (await logOf(site)).filter(({ action }) => action === 'refunded')
    expect(given).toMatchObject([
      { resourceType: 'payment', resourceId: order.id, resourceName: order.number, userId: owner.userId },
    ])
    const other = await newOrder()
    refunds = 'away'
    try {
      await other.step(other.order, 'cancelled')
    } finally {
      refunds = 'work'
    }
    await runRefund(other.site, other.order.id)
    expect((await other.read(other.order.id)).events.at(-1)).toMatchObject({ event: { kind: 'refund' }, who: null })
  })

  test('links a Stripe payment to the Stripe dashboard', async () => {
    const { site, order } = await newOrder()
    const byStripe: typeof shop.payments = (look) => {
      const service = shop.payments(look)
      return { ...service, provider: { ...service.provider, kind: 'stripe' } }
    }
    const { read } = adminApi(site, undefined, byStripe)
    const linkTo = async (session: string) => {
      const paid = { stripeSessionId: session, stripePaymentIntent: 'pi_3N/x' }
      await site.as('checkout', (tx) => tx.update(orders).set(paid))
      return (await read(order.id)).payment
    }
    expect(await linkTo('cs_test_1')).toMatchObject({
      by: 'stripe',
      session: 'cs_test_1',
      intent: 'pi_3N/x',
      link: 'https://dashboard.stripe.com/test/payments/pi_3N%2Fx',
    })
    expect((await linkTo('cs_live_1')).link).toBe('https://dashboard.stripe.com/payments/pi_3N%2Fx')
  })

  test('list, detail and filter of orders agree on the refund due', async () => {
    const { site, order, list } = await newOrder()
    for (const status of orderStatuses)
      for (const attention of [null, 'disputed', 'dispute-lost'])
        for (const stripePaymentIntent of [null, 'pi_1'])
          for (const [refundedAmount, isTest] of [
            [0, false],
            [0, true],
            [order.total, false],
          ] as const) {
            const changes = { status, attention, stripePaymentIntent, refundedAmount, isTest }
            const [row] = await site.as('checkout', async (tx) => {
              await tx.update(orders).set(changes)
              return tx.select({ isRefundDue: isRefundDueSql, isInNeed: needsAttentionSql }).from(orders)
            })
            const due = refundDue({ ...changes, totalAmount: order.total })
            expect([changes, row]).toEqual([changes, { isRefundDue: due > 0, isInNeed: due > 0 || attention !== null }])
          }
    const cancelled = { status: 'cancelled', attention: null, stripePaymentIntent: 'pi_1', isTest: false } as const
    await site.as('checkout', (tx) => tx.update(orders).set({ ...cancelled, refundedAmount: 0 }))
    expect((await list('?attention=needed')).orders).toMatchObject([{ refundDue: order.total }])
  })

  test.runIf(engine === 'postgres')('maps database errors to specified messages', async () => {
    const copy = await copyTemplateDatabase()
    const other = await openPostgres({ ...copy.urls, poolSize: 2 })
    try {
      const site = await createTestSite(other)
      const owner = {
        kind: 'administrator',
        userId: site.userId,
        sessionId: newId(),
        authenticatedBy: 'session',
      } as const
      const api = createTestApi(other, site, owner, {}, { site: shop.look, log: silentLog })
      const answerOf = async (path: string) => {
        const answer = await api.request(`/api/admin/orders${path}`)
        return [answer.status, (await answer.json()).error, answer.headers.get('cache-control')]
      }
      expect((await answerOf(''))[0]).toBe(200)
      await runStatementOn(copy.urls.ownerUrl, 'revoke select on orders from administrator')
      for (const path of ['', '/260501-000000'])
        expect(await answerOf(path)).toEqual([500, 'Database permission error - contact support', 'no-store'])
      await runStatementOn(copy.urls.ownerUrl, 'alter table orders rename to orders_of_old')
      expect(await answerOf('')).toEqual([500, 'Database table not found - contact support', 'no-store'])
    } finally {
      await other.close()
      await copy.remove()
    }
  })

  test('refuses visitors and administrators of another website', async () => {
    const { site, order, post } = await newOrder()
    const stranger = adminApi(site, { kind: 'visitor' })
    for (const path of ['', '/export.csv', `/${order.number}`]) expect((await stranger.get(path)).status).toBe(401)
    const elsewhere = adminApi(await createTestSite(database))
    const tries = [
      elsewhere.step(order, 'processing'),
      elsewhere.post(`/${order.id}/notes`, { text: 'x' }),
      elsewhere.post(`/${order.id}/refund`),
      elsewhere.post(`/${order.id}/mails`, { mail: 'confirmation' }),
      elsewhere.put(`/${order.id}/tracking`, { carrier: 'DHL', number: '12345', sequence: 0 }),
      elsewhere.post('/status', { ids: [order.id], status: 'processing' }),
    ]
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 404))
    for (const text of ['', '   ', 'x'.repeat(2_001), 'a\0b'])
      expect((await post(`/${order.id}/notes`, { text })).status).toBe(422)
  })
})
