import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { createLog } from '#app/log.ts'
import { openPayments } from '#app/payments.ts'
import { paymentTexts } from '#domain/texts/own-words.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { orders } from '#server/commerce/orders-table.ts'
import { newId } from '#server/db/id.ts'
import { expireCheckouts } from '#server/payments/reconcile.ts'
import { createTestApi } from '#tests/api.ts'
import { engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { checkoutRequestFor, checkoutsOf, noon, openTestShop, shopRecordsOf } from '#tests/fixtures/payments.ts'

const live = { STRIPE_SECRET_KEY: 'sk_live_51Kq9ZbVtR2mXw7Yp', STRIPE_WEBHOOK_SECRET: 'whsec_h8Qm2Lr5Zt9Xv3Kc7Wd1' }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const shop = await openTestShop(database)
  const { sealer, keys } = shop

  /** The payments of a process that was started with these settings and has this one site. */
  async function started({ websiteId }: TestSite, settings: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), 'stagedoor-closed-'))
    const cache = createSiteCache()
    const site = shop.siteOf(websiteId)
    const payments = await openPayments({
      config: readConfig({ ...settings, DATA_DIR: folder }),
      environment: settings,
      database,
      sealer,
      keys,
      cache,
      log: createLog('silent'),
      clock: shop.clock,
      originOf: () => 'http://localhost',
      images: { pictureAt: () => null },
      sites: { all: [site], websiteIds: [websiteId], siteOf: () => site },
    })
    onTestFinished(async () => {
      await payments.close()
      cache.close()
      rmSync(folder, { recursive: true, force: true })
    })
    return payments
  }

  /** One order paid in the sandbox, and one checkout that is still open. */
  async function triedOut() {
    const made = await shop.newShop(5)
    const needs = { payments: shop.payments, clock: shop.clock, site: shop.look }
    const api = createTestApi(database, made.site, { kind: 'visitor' }, {}, needs)
    for (const _ of [1, 2])
      expect(
        (await api.request('/api/shop/checkout', jsonRequest(checkoutRequestFor(made.record)), newId())).status,
      ).toBe(200)
    const [paid] = await checkoutsOf(made.site)
    await shop.sandbox.pay(paid!.sessionId!, 'succeeds')
    const { body, signature } = (await shop.deliveredEvents(made.site))[0]!
    const headers = { 'stripe-signature': signature }
    const webhook = (to: typeof api) => to.request('/api/webhooks/stripe', { method: 'POST', headers, body })
    expect((await webhook(api)).status).toBe(200)
    return { ...made, webhook }
  }

  const ownersApi = (site: TestSite, payments: Awaited<ReturnType<typeof started>>, parts: object = {}) =>
    createTestApi(
      database,
      site,
      { kind: 'administrator', userId: site.userId, sessionId: newId(), authenticatedBy: 'session' },
      { production: true, ...parts },
      { payments: payments.commerceFor, clock: shop.clock, site: shop.look },
    )

  test('in production without keys the shop shows prices, refuses orders and warns the owner', async () => {
    const { site, record, webhook } = await triedOut()
    const payments = await started(site, { NODE_ENV: 'production' })
    expect([payments.sandbox, payments.isClosed]).toEqual([null, true])
    const owner = ownersApi(site, payments)
    const visitor = createTestApi(
      database,
      site,
      { kind: 'visitor' },
      {},
      { payments: payments.commerceFor, site: shop.look },
    )
    const read = async (path: string) => (await owner.request(path)).json()
    expect((await read('/api/site')).shop.takesOrders).toBe(false)
    const { products } = await (await visitor.request('/api/shop/products')).json()
    expect(products.map(({ name, price }: { name: string; price: number }) => [name, price])).toContainEqual([
      'Night Ferry',
      1_800,
    ])
    const before = await checkoutsOf(site)
    const refused = await visitor.request('/api/shop/checkout', jsonRequest(checkoutRequestFor(record)))
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { reason: 'shop-not-open', error: paymentTexts.notOpen },
    ])
    expect(await checkoutsOf(site)).toEqual(before)
    expect((await webhook(visitor)).status).toBe(400)
    const { attention, sales } = await read('/api/admin/dashboard')
    expect(attention.closedShop).toMatch(/not open for orders.*STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET/)
    expect((await read('/api/site/infrastructure')).warning).toContain(attention.closedShop)
    expect((await read('/api/admin/system')).warning).toContain(attention.closedShop)
    // Sandbox checkouts end and hold no stock.
    await expireCheckouts(payments.commerceFor(shop.siteOf(site.websiteId)), new Date(+noon + 40 * 60_000))
    expect(await shopRecordsOf(site, record)).toMatchObject({ onHand: 4, held: 0, orders: [{ isTest: true }] })
    expect(sales.last).toEqual({ orders: 0, cancelled: 0, revenue: 0, refunded: 0 })
  })

  test('marks sandbox orders when payments go live; they have no revenue and no refund', async () => {
    const { site, record } = await triedOut()
    const revenue = async (payments: Awaited<ReturnType<typeof started>>) => {
      const { sales } = await (await ownersApi(site, payments).request('/api/admin/dashboard')).json()
      const ofDays = sales.days.reduce((sum: number, day: { revenue: number }) => sum + day.revenue, 0)
      expect(ofDays).toBe(sales.last.revenue)
      return ofDays
    }
    const trying = await started(site, {})
    expect([trying.isClosed, await revenue(trying)]).toEqual([false, 2_195])
    const staging = await started(site, { NODE_ENV: 'production', STAGING: 'on' })
    expect([staging.sandbox === null, await revenue(staging)]).toEqual([false, 2_195])
    const payments = await started(site, { NODE_ENV: 'production', ...live })
    expect([payments.sandbox, payments.isClosed, await revenue(payments)]).toEqual([null, false, 0])
    const owner = ownersApi(site, payments)
    const { orders: listed } = await (await owner.request('/api/admin/orders')).json()
    expect(listed).toMatchObject([{ isTest: true, total: 2_195 }])
    const { isTest, payment } = await (await owner.request(`/api/admin/orders/${listed[0].number}`)).json()
    expect([isTest, payment.by, payment.link]).toEqual([true, 'sandbox', null])
    const file = await (await owner.request('/api/admin/orders/export.csv', { headers: owner.confirmed() })).text()
    expect(file).toMatch(/payment,test,demo\r\n.*,yes,\r\n$/)
    // No real money was paid, so no refund is due.
    const cancelled = await owner.request(
      `/api/admin/orders/${listed[0].id}/status`,
      jsonRequest({ to: 'cancelled', sequence: 0 }),
    )
    expect([cancelled.status, await cancelled.json()]).toMatchObject([200, { status: 'cancelled', refundDue: 0 }])
    expect((await shopRecordsOf(site, record)).onHand).toBe(5)
  })

  test('does not mark an order of a live payment as a test', async () => {
    const { site } = await triedOut()
    await site.as('checkout', (tx) =>
      tx.update(orders).set({ stripeSessionId: `cs_live_${randomBytes(16).toString('hex')}` }),
    )
    await started(site, { NODE_ENV: 'production' })
    const payments = await started(site, { NODE_ENV: 'production', ...live })
    const answer = await ownersApi(site, payments).request('/api/admin/dashboard')
    expect((await answer.json()).sales.last.revenue).toBe(2_195)
  })

  test('a staging installation does not start with a live key under any name', async () => {
    const { site } = await shop.newShop()
    await expect(started(site, { STAGING: 'on', OLD_KEY: live.STRIPE_SECRET_KEY })).rejects.toThrow(
      'OLD_KEY has a live key',
    )
  })
})
