import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { createBearerToken } from '#server/accounts/tokens.ts'
import { activityLogs } from '#server/activity/table.ts'
import { orders } from '#server/commerce/orders-table.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { newId } from '#server/db/id.ts'
import { decryptCustomer } from '#server/orders/decrypt.ts'
import { createTestApi } from '#tests/api.ts'
import { createApiWithBrowsers } from '#tests/api-with-browsers.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { addMilliseconds, minutes, noon, openAccounts } from '#tests/fixtures/accounts.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { silentLog } from '#tests/fixtures/log.ts'
import { home, putOrder } from '#tests/fixtures/orders.ts'
import { openTestShop } from '#tests/fixtures/payments.ts'

const ann = {
  customer_email: 'ann@example.com',
  customer_name: 'Ann Lee',
  shipping_address: { ...home, country: 'GB' },
}
const post = (body: object, headers: Record<string, string> = {}) => jsonRequest(body, { headers })

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)
  const shop = await openTestShop(database)

  async function newTestSite() {
    const site = await createTestSite(database)
    const actor = { kind: 'administrator', userId: site.userId, sessionId: newId(), authenticatedBy: 'token' } as const
    const logged: object[] = []
    const log = { ...silentLog, error: (facts: object) => void logged.push(facts) }
    const api = createTestApi(database, site, actor, {}, { payments: shop.payments, log })
    const ask = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const answer = await api.request(`/api/privacy/${path}`, post(body, headers))
      expect(answer.headers.get('cache-control')).toBe('no-store')
      return [answer.status, await answer.json()]
    }
    return {
      site,
      logged,
      confirmed: api.confirmed(),
      ask: (path: string, body: object, headers = {}) => ask(path, { ...body, website_id: site.websiteId }, headers),
      put: (wanted = {}) => putOrder(site, shop, wanted),
      one: (order_id: unknown, website_id: unknown = site.websiteId) => ask('decrypt-order', { order_id, website_id }),
      batch: (order_ids: unknown, website_id: unknown = site.websiteId) =>
        ask('decrypt-orders-batch', { order_ids, website_id }),
      lines: () => site.as('administrator', (tx) => tx.select().from(activityLogs).orderBy(activityLogs.id)),
    }
  }

  test('decrypts the buyer for an administrator and logs which administrator asked', async () => {
    const { site, put, one, lines } = await newTestSite()
    const { id, orderNumber } = await put()
    expect(await one(id)).toEqual([200, { decrypted_data: ann }])
    const log = await lines()
    expect(log).toMatchObject([
      { resourceType: 'order', action: 'decrypted', resourceId: id, resourceName: orderNumber, userId: site.userId },
    ])
    for (const word of ['Ann', 'example.com', 'Quay', 'BS1']) expect(JSON.stringify(log)).not.toContain(word)
  })

  test('refuses batches of 0 and 51 and answers 1 and 50 in the requested order', async () => {
    const { put, batch, lines } = await newTestSite()
    const made = [await put({ name: 'Bob' }), await put()]
    expect(await batch([])).toMatchObject([422, { error: 'At least one order is needed for batch decryption' }])
    const many = (length: number) => Array.from({ length }, (_, n) => made[n]?.id ?? newId())
    expect(await batch(many(51))).toMatchObject([
      422,
      { error: 'Maximum 50 orders can be decrypted in a single batch', reason: 'decryption-batch-too-large' },
    ])
    expect(await lines()).toEqual([])
    expect(await batch([made[1]!.id])).toEqual([
      200,
      { decrypted_orders: [{ order_id: made[1]!.id, decrypted_data: ann }] },
    ])
    const body = many(50)
    const [status, { decrypted_orders: all }] = await batch(body)
    expect(status).toBe(200)
    expect(all.map(({ order_id }: { order_id: string }) => order_id)).toEqual(body)
    expect(all.slice(0, 2)).toMatchObject([{ decrypted_data: { customer_name: 'Bob' } }, { decrypted_data: ann }])
    for (const unknown of all.slice(2))
      expect(unknown).toMatchObject({ decrypted_data: null, error: 'Order not found' })
    expect((await lines()).at(-1)!.details).toEqual({ orders: made.map(({ orderNumber }) => orderNumber).sort() })
  })

  test('needs a confirmation to open the customers of more than 200 orders in an hour', async () => {
    const { put, ask, lines, confirmed } = await newTestSite()
    const { id } = await put()
    const openOne = (headers = {}) => ask('decrypt-order', { order_id: id }, headers)
    const openPage = (headers = {}) => {
      const order_ids = [id, ...Array.from({ length: 49 }, newId)]
      return ask('decrypt-orders-batch', { order_ids }, headers)
    }
    for (let n = 0; n < 4; n++) expect((await openPage())[0]).toBe(200)
    for (const open of [openOne, openPage]) {
      expect(await open()).toMatchObject([403, { reason: 'confirmation-required' }])
      expect((await open(confirmed))[0]).toBe(200)
    }
    expect(await openOne()).toMatchObject([403, { reason: 'confirmation-required' }])
    expect(await lines()).toHaveLength(6)
  })

  test('does not find orders of another site, nor its own under another site’s id', async () => {
    const [ours, theirs] = [await newTestSite(), await newTestSite()]
    const [own, foreign] = [await ours.put(), await theirs.put()]
    const nothing = [404, { error: 'Order not found', reason: 'order-not-found' }]
    expect(await ours.one(foreign.id)).toEqual(nothing)
    expect(await ours.one(newId())).toEqual(nothing)
    expect(await ours.one("' or 1=1")).toEqual(nothing)
    expect(await ours.one(foreign.id, theirs.site.websiteId)).toEqual(nothing)
    expect(await ours.one(own.id, theirs.site.websiteId)).toEqual(nothing)
    expect(await ours.batch([foreign.id, 'x', own.id])).toEqual([
      200,
      {
        decrypted_orders: [
          { order_id: foreign.id, decrypted_data: null, error: 'Order not found' },
          { order_id: 'x', decrypted_data: null, error: 'Order not found' },
          { order_id: own.id, decrypted_data: ann },
        ],
      },
    ])
    expect((await theirs.lines()).length).toBe(0)
    for (const bad of [undefined, null, 7, {}, ['x'.repeat(101)]])
      expect((await ours.batch(bad))[0], JSON.stringify(bad)).toBe(422)
    expect((await ours.one(own.id, null))[0]).toBe(422)
  })

  const flip = (site: TestSite, id: string, column: 'customerEmail' | 'customerName' | 'shippingAddress') =>
    site.as('administrator', async (tx) => {
      const [found] = await tx.select().from(orders).where(eq(orders.id, id))
      const box = Buffer.from(found![column]!)
      box[box.length - 20]! ^= 1
      await tx
        .update(orders)
        .set({ [column]: box })
        .where(eq(orders.id, id))
    })

  test('a flipped bit makes only that order’s buyer unreadable', async () => {
    const { site, put, one, batch } = await newTestSite()
    for (const column of ['customerEmail', 'customerName', 'shippingAddress'] as const) {
      const [hit, fine] = [await put(), await put()]
      await flip(site, hit.id, column)
      const error = 'Decryption API error: it was damaged in the database'
      expect(await one(hit.id), column).toEqual([200, { decrypted_data: null, error }])
      expect((await batch([hit.id, fine.id]))[1].decrypted_orders).toEqual([
        { order_id: hit.id, decrypted_data: null, error },
        { order_id: fine.id, decrypted_data: ann },
      ])
    }
  })

  test('reports a missing data key and decrypts once it is back', async () => {
    const { site, one } = await newTestSite()
    const key = randomBytes(32)
    const lost = await putOrder(site, { ...shop, sealer: createSealer({ current: key }) })
    const error = 'Decryption API error: the data key that it was encrypted with is missing'
    expect(await one(lost.id)).toEqual([200, { decrypted_data: null, error }])
    expect(decryptCustomer(createSealer({ current: randomBytes(32), old: [key] }), lost)).toHaveProperty('customer')
  })

  test('maps database errors to specified messages and logs them', async () => {
    const { site, logged, one, put } = await newTestSite()
    const { id } = await put()
    const broken = (code: string) => ({
      payments: () => ({
        ...shop.payments({ siteId: site.websiteId, shop: shop.look.shop! }),
        sealer: {
          open: () => {
            throw Object.assign(new Error('secret words of the database'), { code })
          },
          seal: shop.sealer.seal,
        },
      }),
    })
    const actor = {
      kind: 'administrator',
      userId: site.userId,
      sessionId: newId(),
      authenticatedBy: 'session',
    } as const
    const log = { ...silentLog, error: (facts: object) => void logged.push(facts) }
    const errorOf = async (code: string, path = 'decrypt-order') => {
      const api = createTestApi(database, site, actor, {}, { ...broken(code), log })
      const body = { order_id: id, order_ids: [id], website_id: site.websiteId }
      const answer = await api.request(`/api/privacy/${path}`, post(body, { origin: 'http://localhost' }))
      return [answer.status, (await answer.json()).error]
    }
    expect(await errorOf('42501')).toEqual([500, 'Database permission error - contact support'])
    expect(await errorOf('42P01')).toEqual([500, 'Database table not found - contact support'])
    expect(await errorOf('23503')).toEqual([500, 'Database relationship error - contact support'])
    expect(await errorOf('XX001')).toEqual([500, 'Database error (XX001) - contact support'])
    const other = 'ecryption API error: something went wrong on our side'
    expect(await errorOf('ERR_SOMETHING')).toEqual([500, `D${other}`])
    expect(await errorOf('ERR_SOMETHING', 'decrypt-orders-batch')).toEqual([500, `Batch d${other}`])
    expect(await errorOf('42501', 'decrypt-orders-batch')).toEqual([500, 'Database permission error - contact support'])
    expect(logged).toHaveLength(7)
    expect((await one(id))[0]).toBe(200)
  })

  test('needs a session with a valid token', async () => {
    const site = await createTestSite(database)
    const { newBrowser, faults } = createApiWithBrowsers(accounts)
    const { email } = await accounts.newUser(site, { administers: true })
    const { person } = await accounts.signedIn(site, email)
    const token = (at: Date) =>
      createBearerToken(accounts.keys, { siteId: site.websiteId, sessionId: person.sessionId }, at).token
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const body = { order_id: newId(), order_ids: [newId()], website_id: site.websiteId }
      const answer = await newBrowser(site).request(`/api/privacy/${path}`, post(body, headers))
      return [answer.status, (await answer.json()).error]
    }
    expect(await ask('decrypt-order')).toEqual([401, 'Authentication required for order decryption'])
    expect(await ask('decrypt-orders-batch')).toEqual([401, 'Authentication required for batch order decryption'])
    const over = { authorization: `Bearer ${token(addMilliseconds(-20 * minutes))}` }
    expect(await ask('decrypt-order', over)).toEqual([401, 'Authentication error - please refresh and try again'])
    const good = { authorization: `Bearer ${token(noon)}` }
    expect(await ask('decrypt-order', good)).toEqual([404, 'Order not found'])
    expect((await ask('decrypt-orders-batch', good))[0]).toBe(200)
    const stranger = await accounts.newUser(site)
    const session = await accounts.signedIn(site, stranger.email)
    const theirs = createBearerToken(
      accounts.keys,
      { siteId: site.websiteId, sessionId: session.person.sessionId },
      noon,
    )
    expect((await ask('decrypt-order', { authorization: `Bearer ${theirs.token}` }))[0]).toBe(403)
    expect(faults).toEqual([])
  })
})
