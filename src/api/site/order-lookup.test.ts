import { createHash } from 'node:crypto'
import { eq, like } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { concurrentLookupsOfNetwork, orderLookupRateLimits } from '#domain/orders/lookup.ts'
import type { OrderStatus } from '#domain/orders/status.ts'
import { orderItems, orders } from '#server/commerce/orders-table.ts'
import { newId } from '#server/db/id.ts'
import { purchaseByToken } from '#server/downloads/lookup.ts'
import { downloadRightsWithUse, downloadToken } from '#server/downloads/rights.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import { rateLimits } from '#server/limits/table.ts'
import { exportDownloadRightsOfOrder } from '#server/privacy/export-orders.ts'
import { createTestApi } from '#tests/api.ts'
import { engines, openTestDatabase } from '#tests/database.ts'
import { countByValue } from '#tests/fixtures/accounts.ts'
import { solveContactChallenge } from '#tests/fixtures/contact.ts'
import { insertDownloadRight, insertFileWithDownloads } from '#tests/fixtures/downloads.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { putOrder } from '#tests/fixtures/orders.ts'
import { mailJobsOf, noon, openTestShop } from '#tests/fixtures/payments.ts'
import { firstCases } from '#tests/long-test.ts'

/** As a browser does it. */
const hashOf = (email: string) => createHash('sha256').update(email.trim().toLowerCase()).digest('hex')

const textsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const shop = await openTestShop(database)

  async function newTestSite(changes: object = {}, clock = shop.clock) {
    const { site, record, track } = await shop.newShop()
    const needs = { payments: shop.payments, clock, site: { ...shop.look, ...changes } }
    const api = createTestApi(database, site, { kind: 'visitor' }, {}, needs)
    const ask = (body: object, from = newId(), path = '/api/orders/find') => api.request(path, jsonRequest(body), from)
    return {
      site,
      api,
      record,
      track,
      ask,
      check: async () => solveContactChallenge(await (await api.request('/api/contact/challenge')).json()),
      open: (query: Record<string, string>) => api.request(`/api/shop/order?${new URLSearchParams(query)}`),
      find: (orderNumber: string, email: string) => ask({ orderNumber, emailHash: hashOf(email) }),
      links: (orderNumber: string, email: string) =>
        ask({ orderNumber, emailHash: hashOf(email) }, newId(), '/api/orders/links'),
      put: (status: OrderStatus = 'paid') => putOrder(site, shop, { status, productId: record, now: noon }),
    }
  }

  test('returns the order for number and address, without personal data', async () => {
    const { site, track, find, put } = await newTestSite()
    const { id, orderNumber } = await put('shipped')
    const tracking = { trackingNumber: 'JD01 2345', trackingCarrier: 'Royal Mail' }
    await site.as('administrator', (tx) => tx.update(orders).set(tracking).where(eq(orders.id, id)))
    await site.as('checkout', async (tx) => {
      const item = { orderId: id, productId: track, productName: 'Harbour', quantity: 1, unitPrice: 0, totalPrice: 0 }
      const digital = { ...item, vatRate: 0, vatAmount: 0, isDigital: true, position: 1 }
      const [line] = await tx.insert(orderItems).values(digital).returning()
      const right = { orderId: id, orderItemId: line!.id, productId: track, tokenHash: Buffer.from(id) }
      await tx.insert(digitalDownloads).values({ ...right, downloadsAllowed: 5, expiresAt: new Date(+noon + 1) })
    })
    await insertFileWithDownloads(site, track, { completed: 2 })
    const answer = await find(` ${orderNumber.toLowerCase()} `, 'ANN@example.com ')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const found = await answer.json()
    expect(found).toMatchObject({
      number: orderNumber,
      status: 'shipped',
      total: 2_195,
      lines: [{ name: 'Night Ferry', quantity: 1, total: 1_800 }, { name: 'Harbour' }],
      tracking: { carrier: 'Royal Mail', number: 'JD01 2345', href: expect.stringContaining('JD01%202345') },
      downloads: [{ name: 'Harbour', state: 'ready', left: 3 }],
    })
    for (const word of ['Ann', 'example.com', 'Quay', 'BS1']) expect(JSON.stringify(found)).not.toContain(word)
  })

  test('the order lookup returns no download token', async () => {
    const { site, track, find, ask, open } = await newTestSite()
    const { token, order } = await insertDownloadRight(site, shop, track)
    const known = await open({ reference: order.orderReference })
    expect((await known.json()).downloads).toMatchObject([{ token }])
    const found = await (await find(order.orderNumber, 'ann@example.com')).json()
    expect(Object.keys(found)).not.toContain('reference')
    for (const value of textsIn(found).filter((text) => /^[\w-]{1,200}$/.test(text)))
      for (const name of ['reference', 'session_id', 'payment_intent']) {
        const answer = await open({ [name]: value })
        expect((await answer.json()).downloads, `${name}=${value}`).toBeUndefined()
      }
    const again = await ask({ orderNumber: order.orderReference, emailHash: hashOf('ann@example.com') })
    expect(again.status).toBe(404)
  })

  test('refuses a wrong number, a wrong address and an order of another site with the same text after the same time', async () => {
    const [ours, theirs] = [await newTestSite(), await newTestSite()]
    const [{ orderNumber }, foreign] = [await ours.put(), await theirs.put()]
    const wrong: [string, string][] = [
      ['260501-000000', 'ann@example.com'],
      [orderNumber, 'bob@example.com'],
      [foreign.orderNumber, 'ann@example.com'],
      ["' or 1=1 --", 'ann@example.com'],
      ['', 'ann@example.com'],
    ]
    const seen = new Set<string>()
    for (const [number, email] of wrong) {
      const began = performance.now()
      const answer = await ours.find(number, email)
      // Every answer waits for the next quarter of a second.
      expect(performance.now() - began).toBeGreaterThan(240)
      seen.add(JSON.stringify([answer.status, await answer.json(), [...answer.headers].sort()]))
    }
    expect(seen.size).toBe(1)
    expect([...seen][0]).toContain('Order not found')
    expect((await ours.find(orderNumber, 'ann@example.com')).status).toBe(200)
  })

  test('mails new links to the buyer only, invalidates the old ones and keeps the counts', async () => {
    const { site, track, links } = await newTestSite()
    const { token, id, order } = await insertDownloadRight(site, shop, track, { expiresAt: noon })
    await insertFileWithDownloads(site, track, { completed: 2 })
    expect((await links(order.orderNumber, 'bob@example.com')).status).toBe(404)
    const answer = await links(order.orderNumber, 'ann@example.com')
    expect([answer.status, await answer.json()]).toEqual([202, {}])
    expect(await mailJobsOf(database, site)).toEqual([{ orderId: order.id, mail: 'downloads' }])
    const { websiteId } = site
    const [right] = await site.as('administrator', (tx) => tx.select().from(digitalDownloads))
    expect(right).toMatchObject({ id, linkSerial: 1, expiresAt: new Date(+noon + 30 * 86_400_000) })
    const renewed = downloadToken(shop.keys, websiteId, right!)
    expect(renewed).not.toBe(token)
    await site.as('worker', async (tx) => {
      expect((await purchaseByToken(tx, shop.keys, renewed)).download).toMatchObject({ id, used: 2 })
      await expect(purchaseByToken(tx, shop.keys, token)).rejects.toMatchObject({ reason: 'download-unknown' })
    })
    for (let n = 0; n < 2; n++) await links(order.orderNumber, 'ann@example.com')
    expect((await links(order.orderNumber, 'ann@example.com')).status).toBe(429)
  })

  test('ignores an outdated archive when it counts used downloads', async () => {
    const { site, track, api, find } = await newTestSite()
    const { id, token, order } = await insertDownloadRight(site, shop, track, { allowed: 2 })
    await insertFileWithDownloads(site, track, { completed: 2 })
    const archive = { name: 'Harbour.zip', fileType: 'album', details: { madeFrom: 'earlier tracks' } } as const
    await insertFileWithDownloads(site, track, { completed: 0, rightId: id, file: archive })
    const found = await (await find(order.orderNumber, 'ann@example.com')).json()
    expect(found.downloads).toMatchObject([{ state: 'used-up', left: 0 }])
    const page = await api.request(`/api/downloads/${token}`)
    expect(await page.json()).toMatchObject({ state: 'used-up', files: [{ name: 'song.mp3', left: 0 }] })
    await site.as('worker', async (tx) => {
      expect(await downloadRightsWithUse(tx, order.id)).toMatchObject([{ used: 2 }])
      expect(await exportDownloadRightsOfOrder(tx, order.id)).toMatchObject([{ downloadsUsed: 2 }])
    })
  })

  test('wrong order look-ups do not count against the limit of link mails of the buyer', async () => {
    const { site, track, links } = await newTestSite()
    const { order } = await insertDownloadRight(site, shop, track, { expiresAt: noon })
    const wrong = await Promise.all(Array.from({ length: 8 }, (_, n) => links(order.orderNumber, `${n}@x.example`)))
    expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 404))
    expect((await links(order.orderNumber, 'ann@example.com')).status).toBe(202)
  })

  test('requests for new links do not count as failed order look-ups', async () => {
    const { site, track, ask } = await newTestSite()
    const { order } = await insertDownloadRight(site, shop, track, { expiresAt: noon })
    const request = { orderNumber: order.orderNumber, emailHash: hashOf('ann@example.com') }
    const askForLink = async () => (await ask(request, '192.0.2.1', '/api/orders/links')).status
    const statuses = await Promise.all(Array.from({ length: orderLookupRateLimits.fromNetwork.max + 2 }, askForLink))
    expect(statuses.toSorted().slice(0, 4)).toEqual([202, 202, 202, 429])
    expect((await ask(request, '192.0.2.1')).status).toBe(200)
  })

  test('refuses links for refunded orders and orders without downloads', async () => {
    const { site, track, links, put } = await newTestSite()
    const refunded = await insertDownloadRight(site, shop, track, { revokedAt: noon })
    const answer = await links(refunded.order.orderNumber, 'ann@example.com')
    expect([answer.status, (await answer.json()).reason]).toEqual([409, 'nothing-to-mail'])
    expect((await links((await put()).orderNumber, 'ann@example.com')).status).toBe(409)
    expect(await mailJobsOf(database, site)).toEqual([])
  })

  test('rejects an e-mail address or anything else that is not a hash', async () => {
    const { ask, put } = await newTestSite()
    const { orderNumber } = await put()
    const hash = hashOf('ann@example.com')
    for (const emailHash of ['ann@example.com', hash.toUpperCase(), `${hash}00`, hash.slice(2), '', null, 7, [hash]])
      expect((await ask({ orderNumber, emailHash })).status, String(emailHash)).toBe(422)
    expect((await ask({ orderNumber: 'x'.repeat(101), emailHash: hash })).status).toBe(422)
    expect((await ask({ emailHash: hash })).status).toBe(422)
  })

  test('limits failed order look-ups per network without locking out other networks', async () => {
    const { ask, find, put } = await newTestSite()
    const { orderNumber } = await put()
    const { fromAddress, fromNetwork } = orderLookupRateLimits
    const guess = (n: number, from?: string) =>
      ask({ orderNumber: `26050${n % 10}-${String(n).padStart(6, '0')}`, emailHash: hashOf('x@example.com') }, from)
    const fromOne = await Promise.all(Array.from({ length: fromAddress.max + 1 }, (_, n) => guess(n, 'one')))
    expect(fromOne.filter(({ status }) => status === 429)).toHaveLength(1)
    const at = (n: number, email = `${n}@x.example`) => ask({ orderNumber, emailHash: hashOf(email) }, `192.0.2.${n}`)
    const atOne = await Promise.all(Array.from({ length: fromNetwork.max + 1 }, (_, n) => at(n)))
    expect(atOne.filter(({ status }) => status === 429)).toHaveLength(1)
    const shut = await at(99, 'ann@example.com')
    expect([shut.status, shut.headers.get('retry-after')]).toEqual([429, '900'])
    // The buyer is in another network and is not limited.
    for (let n = 0; n < fromNetwork.max + 2; n++)
      expect((await ask({ orderNumber, emailHash: hashOf('ann@example.com') }, '198.51.100.7')).status).toBe(200)
    expect((await find(orderNumber, 'ann@example.com')).status).toBe(200)
  })

  test('answers all right look-ups of a network that arrive together, and counts none of them', async () => {
    const { ask, put } = await newTestSite()
    const { orderNumber } = await put()
    const from = '192.0.2.5'
    const request = { orderNumber, emailHash: hashOf('ann@example.com') }
    const guess = { orderNumber, emailHash: hashOf('x@example.com') }
    const { fromNetwork, fromAddress } = orderLookupRateLimits
    const statusesOf = async (length: number, body: object) =>
      countByValue(await Promise.all(Array.from({ length }, async () => String((await ask(body, from)).status))))
    // So many wrong ones that there is just room for the look-ups under way.
    const before = fromNetwork.max - concurrentLookupsOfNetwork
    expect(await statusesOf(before, guess)).toEqual({ 404: before })
    expect(await statusesOf(fromAddress.max + 5, request)).toEqual({ 200: fromAddress.max + 5 })
    expect(await statusesOf(concurrentLookupsOfNetwork + 1, guess)).toEqual({ 404: concurrentLookupsOfNetwork, 429: 1 })
  })

  test.each(firstCases<'ofNumber' | 'ofSite'>(1, ['ofNumber', 'ofSite']))(
    'after many wrong guesses from everywhere (%s) a human check is required of the buyer',
    async (which) => {
      // The library that verifies the solution uses the system clock.
      const [ours, theirs] = [await newTestSite({}, () => new Date()), await newTestSite()]
      const { orderNumber } = await ours.put()
      await ours.find(orderNumber, 'x@example.com')
      const { name, max } = orderLookupRateLimits[which]
      await ours.site.as('auth_service', (tx) =>
        tx
          .update(rateLimits)
          .set({ count: max - 1 })
          .where(like(rateLimits.key, `${name}:%`)),
      )
      const ask = async (email: string, humanCheck?: string) => {
        const answer = await ours.ask({ orderNumber, emailHash: hashOf(email), humanCheck })
        return [answer.status, (await answer.json()).reason]
      }
      expect(await ask('ann@example.com')).toEqual([200, undefined])
      expect(await ask('x@example.com')).toEqual([404, 'order-not-found'])
      expect(await ask('ann@example.com')).toEqual([403, 'human-check-pending'])
      expect(await ask('ann@example.com', 'made up')).toEqual([403, 'human-check-failed'])
      const check = await ours.check()
      expect(await ask('x@example.com', check)).toEqual([404, 'order-not-found'])
      expect(await ask('ann@example.com', check)).toEqual([403, 'human-check-failed'])
      expect(await ask('ann@example.com', await ours.check())).toEqual([200, undefined])
      expect((await theirs.find(orderNumber, 'ann@example.com')).status).toBe(404)
    },
  )

  test('finds orders and mails links on a site whose shop is off', async () => {
    const closed = { features: { ...shop.look.features, shop: { enabled: false } } }
    const { site, track, find, links } = await newTestSite(closed)
    const { order } = await insertDownloadRight(site, shop, track, { expiresAt: noon })
    const found = await find(order.orderNumber, 'ann@example.com')
    expect([found.status, (await found.json()).number]).toEqual([200, order.orderNumber])
    expect((await links(order.orderNumber, 'ann@example.com')).status).toBe(202)
    expect(await mailJobsOf(database, site)).toEqual([{ orderId: order.id, mail: 'downloads' }])
  })
})
