import { describe, expect, test } from 'vitest'
import { ProductDraft } from '#domain/products/draft.ts'
import { checkouts } from '#server/commerce/checkout-table.ts'
import { orderItems, orders } from '#server/commerce/orders-table.ts'
import { newId } from '#server/db/id.ts'
import { recordPlayOfProduct } from '#server/previews/plays.ts'
import { previewPlays, trackPreviews } from '#server/previews/table.ts'
import { createProduct, setProductStatuses } from '#server/products/commands.ts'
import { productFiles } from '#server/products/files-table.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

/** An order for one of it; answers under what name it was paid. */
function paidFor(site: TestSite, productId: string): Promise<string> {
  const [key, bytes] = [newId(), Buffer.from('x')]
  const amounts = { subtotal: 700, shipping: 0, vat: 0, total: 700 }
  return site.as('checkout', async (tx) => {
    const draft = { key, requestHash: key, reference: key, lines: [], customer: bytes, country: 'GB', currency: 'GBP' }
    const [checkout] = await tx
      .insert(checkouts)
      .values({ ...draft, ...amounts, expiresAt: now })
      .returning()
    const [order] = await tx
      .insert(orders)
      .values({
        checkoutId: checkout!.id,
        orderReference: key,
        orderNumber: key,
        stripeSessionId: key,
        country: 'GB',
        customerEmail: bytes,
        customerName: bytes,
        emailIndex: bytes,
        currency: 'GBP',
        subtotalAmount: 700,
        shippingAmount: 0,
        vatAmount: 0,
        totalAmount: 700,
      })
      .returning()
    const item = { productId, productName: 'Low Water', quantity: 1, unitPrice: 700, totalPrice: 700, position: 0 }
    await tx.insert(orderItems).values({ ...item, orderId: order!.id, vatRate: 0, vatAmount: 0, isDigital: true })
    return key
  })
}

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  /** A playable song and a visitor. */
  async function newTestSite() {
    const site = await createTestSite(database)
    const shop = { site: { features: featuresOf() } }
    const owner = { kind: 'administrator', userId: site.userId, sessionId: newId(), authenticatedBy: 'token' } as const
    const visitor = createTestApi(database, site, { kind: 'visitor' }, {}, shop)
    const [productId, preview] = await site.as('administrator', async (tx) => {
      const draft = ProductDraft.parse({ name: 'Low Water', price: 700, productType: 'digital' })
      const { id } = await createProduct(tx, draft, { userId: site.userId, now })
      const kept = { uploadId: newId(), bytes: 1, chunkBytes: 1, chunks: ['x'], hash: 'x', position: 1, details: {} }
      const about = { productId: id, fileType: 'tracks', name: 'song.mp3', type: 'audio/mpeg' } as const
      const [file] = await tx
        .insert(productFiles)
        .values({ ...about, ...kept })
        .returning()
      await setProductStatuses(tx, [id], 'published', { userId: site.userId, now })
      const [made] = await tx
        .insert(trackPreviews)
        .values({ productId: id, fileId: file!.id, state: 'ready', clipHash: 'x', clipEnding: 'mp3' })
        .returning()
      return [id, made!.id]
    })
    const post = (path: string, body: object, headers: Record<string, string> = {}, address?: string) =>
      visitor.request(`/api/previews/${path}`, jsonRequest(body, { headers }), address)
    const plays = () => site.as('administrator', (tx) => tx.select().from(previewPlays))
    return { site, admin: createTestApi(database, site, owner, {}, shop), productId, preview, post, plays }
  }

  const session = 'a'.repeat(32)
  const play = { seconds: 10, isComplete: false }

  test('counts one play per session and product, however often it is reported', async () => {
    const { preview, post, plays } = await newTestSite()
    const phone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148' }
    const referrer = 'https://www.Example.org/somewhere?who=me'
    const tell = (more: object) => post('plays', { preview, session, referrer, ...play, ...more }, phone)
    expect((await tell({})).status).toBe(200)
    await Promise.all([tell({ seconds: 20.4, isComplete: true }), tell({ seconds: 5 }), tell({})])
    await post('plays', { preview, session: 'b'.repeat(32), ...play })
    const [ours, other, ...rest] = (await plays()).sort((a, b) => b.totalDuration - a.totalDuration)
    expect(rest).toEqual([])
    expect(ours).toMatchObject({ playCount: 1, completePlays: 1, totalDuration: 45, conversionCount: 0 })
    expect(ours).toMatchObject({ device: 'mobile', referrer: 'example.org', datePlayed: '2026-05-01' })
    expect(other).toMatchObject({ playCount: 1, completePlays: 0, totalDuration: 10, referrer: null })
    // Neither what the browser calls itself nor its address is written down.
    const written = JSON.stringify([ours, other])
    for (const secret of [session, '127.0.0.1', 'iPhone', 'who=me']) expect(written).not.toContain(secret)
  })

  test('counts a visitor without consent and records nothing else', async () => {
    const { preview, post, plays } = await newTestSite()
    for (let n = 0; n < 3; n++)
      await post('plays', { preview, seconds: 30, isComplete: true, referrer: 'https://example.org/' })
    const [only, ...rest] = await plays()
    expect(rest).toEqual([])
    expect(only).toMatchObject({ playCount: 3, sessionId: null, completePlays: 0, totalDuration: 0 })
    expect(only).toMatchObject({ device: null, referrer: null, conversionCount: 0 })
  })

  test('counts a conversion once when a played product is paid for', async () => {
    const { site, preview, post, plays, productId } = await newTestSite()
    for (const each of [session, 'b'.repeat(32)]) await post('plays', { preview, session: each, ...play })
    const paymentSession = await paidFor(site, productId)
    const converted = async () => (await plays()).map(({ conversionCount }) => conversionCount).sort()
    for (const unknown of ['cs_of_nobody', paymentSession.toUpperCase()])
      await post('conversions', { session, paymentSession: unknown })
    await post('conversions', { session: 'c'.repeat(32), paymentSession })
    expect(await converted()).toEqual([0, 0])
    for (let n = 0; n < 2; n++) expect((await post('conversions', { session, paymentSession })).status).toBe(200)
    expect(await converted()).toEqual([0, 1])
  })

  test('counts a session across midnight as one play and one conversion', async () => {
    const { site, preview, plays, productId } = await newTestSite()
    const paymentSession = await paidFor(site, productId)
    // Four in the morning by universal time is midnight in New York.
    let moment = now
    const look = { features: featuresOf(), zone: 'America/New_York' }
    const api = createTestApi(database, site, { kind: 'visitor' }, {}, { site: look, clock: () => moment })
    const tell = async (path: string, body: object, at: string) => {
      moment = new Date(at)
      expect((await api.request(`/api/previews/${path}`, jsonRequest(body))).status).toBe(200)
    }
    const bought = () => tell('conversions', { session, paymentSession }, '2026-05-01T04:20:00Z')
    const conversions = async () =>
      (await plays()).map(({ datePlayed, conversionCount }) => [datePlayed, conversionCount]).sort()
    await tell('plays', { preview, session, ...play }, '2026-05-01T03:50:00Z')
    await bought()
    expect(await conversions()).toEqual([['2026-04-30', 1]])
    await tell('plays', { preview, session, ...play }, '2026-05-01T04:10:00Z')
    await bought()
    expect(await conversions()).toEqual([['2026-04-30', 1]])
  })

  test('the dashboard counts the plays of the last thirty days and of the thirty before', async () => {
    const { site, admin, productId } = await newTestSite()
    const days = { '2026-05-01': 2, '2026-04-02': 1, '2026-04-01': 3, '2026-03-03': 1, '2026-03-02': 5 }
    const about = { productId, sessionId: null, seconds: 0, isComplete: false, device: 'desktop', referrer: null, now }
    await site.as('worker', async (tx) => {
      for (const [day, count] of Object.entries(days))
        for (let n = 0; n < count; n++) await recordPlayOfProduct(tx, { ...about, day })
    })
    const { plays } = await (await admin.request('/api/admin/dashboard')).json()
    expect(plays).toMatchObject({ last: 3, before: 4 })
    expect(plays.days).toHaveLength(30)
    expect([plays.days[0], plays.days[29]]).toEqual([
      { date: '2026-04-02', plays: 1 },
      { date: '2026-05-01', plays: 2 },
    ])
  })

  test('rejects invalid reports and counts nothing', async () => {
    const { preview, post, plays } = await newTestSite()
    const bad = [
      { preview, session, ...play, seconds: -1 },
      { preview, session, ...play, seconds: 1e9 },
      { preview, session: 'x', ...play },
      { preview, session, ...play, more: 'x'.repeat(10) },
      { preview: 'nothing', ...play },
    ]
    for (const body of bad) expect((await post('plays', body)).status).toBe(422)
    expect((await post('plays', { preview: newId(), ...play })).status).toBe(404)
    expect(await plays()).toEqual([])
  })

  if (engine === 'postgres')
    test('limits the plays of each address', async () => {
      const { preview, post, plays } = await newTestSite()
      const statuses: number[] = []
      const once = async () => statuses.push((await post('plays', { preview, ...play }, {}, '10.9.8.7')).status)
      // Ten at a time, so that no request waits longer than a transaction may.
      for (let n = 0; n < 25; n++) await Promise.all(Array.from({ length: 10 }, once))
      expect(statuses.filter((status) => status === 429)).toHaveLength(10)
      expect((await plays())[0]).toMatchObject({ playCount: 240 })
      expect((await post('plays', { preview, ...play }, {}, '10.9.8.8')).status).toBe(200)
    })
})
