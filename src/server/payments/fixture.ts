import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import Stripe from 'stripe'
import { afterAll, expect } from 'vitest'
import { filledSite } from '#domain/sites/defaults.ts'
import { leastSite } from '#domain/sites/fixture.ts'
import type { ShopRules } from '#domain/sites/shop-rules.ts'
import type { Site } from '#domain/sites/site.ts'
import { checkouts, stockHolds } from '#server/checkout/table.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { digitalDownloads } from '#server/downloads/table.ts'
import { startJobs } from '#server/jobs/start.ts'
import { openPost } from '#server/mail/send.ts'
import { orderItems, orders } from '#server/orders/table.ts'
import { openPaymentDesk, type PaymentDesk } from '#server/payments/desk.ts'
import { type OrderMail, orderMailJob } from '#server/payments/order-mails.ts'
import type { PaymentProvider } from '#server/payments/provider.ts'
import { refundJobOf } from '#server/payments/refund.ts'
import { intentOf } from '#server/payments/sandbox/objects.ts'
import { openSandbox } from '#server/payments/sandbox/sandbox.ts'
import { correctStock } from '#server/products/stock.ts'
import { bundleParts, products, stockItems, stockMovements } from '#server/products/table.ts'
import { newSite, type TestSite } from '#tests/database.ts'

const nobody = () => {
  throw new Error('No payment service in this test.')
}

/** For tests that are about something else: whoever would be paid here gets an error. */
export function testPayments(
  database: Database,
  provider = new Proxy({} as PaymentProvider, { get: () => nobody }),
): (site: Pick<Site, 'siteId' | 'shop'>) => PaymentDesk {
  const sealer = createSealer({ current: randomBytes(32) })
  const keys = createDerivedKeys(randomBytes(32).toString('hex'))
  const mailJob = orderMailJob({ sealer, keys, siteOf: () => null, clock: () => noon })
  const refundJob = refundJobOf({ deskOf: () => null, clock: () => noon })
  return openPaymentDesk({ database, sealer, keys, provider, mailJob, refundJob })
}

export const webhookSecret = 'whsec_for_tests'
export const noon = new Date('2026-05-01T12:00:00Z')

export const rules: ShopRules = {
  pricesIncludeVat: true,
  vat: { GB: { standard: 2_000, books: 0 } },
  shipping: [
    {
      id: 'post',
      name: 'Royal Mail',
      countries: ['GB'],
      tiers: [{ fromSubtotal: 0, price: 395 }],
      days: { from: 2, to: 3 },
    },
  ],
  downloads: { allowed: 5, days: 30 },
}

export type Told = { websiteId: string; body: string; signature: string }

/** A shop on a test database whose payments are the sandbox's, and whose messages wait for the test to bring them. */
export async function openTestShop(
  database: Database,
  wrap: (real: PaymentProvider) => PaymentProvider = (real) => real,
  { downloads = rules.downloads } = {},
) {
  const [dataKey, appSecret] = [randomBytes(32), randomBytes(32).toString('hex')]
  const sealer = createSealer({ current: dataKey })
  const keys = createDerivedKeys(appSecret)
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-sandbox-'))
  const told: Told[] = []
  let time = noon
  const least = filledSite(leastSite())
  const look: Partial<Site> = {
    features: { ...least.features, shop: { enabled: true, type: 'stripe' }, digitalProducts: true },
    shop: { ...rules, downloads },
    currency: 'GBP',
    contact: { email: 'owner@site.example' },
  }
  const siteOf = (websiteId: string) => ({ ...least, ...look, siteId: websiteId, origin: 'http://localhost' })
  const { job } = openPost(database, {
    sealer,
    carrier: { deliver: () => Promise.reject(new Error('never sent')) },
    senderOf: () => null,
    clock: () => time,
    report: () => {},
  })
  const mailJob = orderMailJob({ sealer, keys, siteOf, clock: () => time })
  const refundJob = refundJobOf({ deskOf: (websiteId) => deskOf(siteOf(websiteId)), clock: () => time })
  const jobs = await startJobs(database, { jobs: [job, mailJob, refundJob], work: false, report: console.error })
  const sandbox = openSandbox({
    folder,
    secretKey: 'sk_test_of_the_sandbox',
    webhookSecret,
    clock: () => time,
    payPage: ({ id }) => `http://localhost/sandbox/${id}`,
    deliver: async (message) => {
      told.push(message)
      return 200
    },
    late: 50,
  })
  afterAll(async () => {
    await sandbox.close()
    await jobs.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const provider = wrap(sandbox.provider)
  const deskOf = openPaymentDesk({ database, sealer, keys, provider, mailJob, refundJob })
  return {
    /** For another process that does the same. */
    ...{ folder, dataKey: dataKey.toString('base64'), appSecret },
    sealer,
    keys,
    sandbox,
    mailJob,
    look,
    siteOf,
    refundJob,
    payments: deskOf,
    clock: () => time,
    at: (moment: Date) => {
      time = moment
    },
    /** What the payment service has said to a site so far; waits until it has said so much. */
    toldTo: async ({ websiteId }: TestSite, atLeast = 1): Promise<Told[]> => {
      const mine = () => told.filter((each) => each.websiteId === websiteId)
      await expect.poll(() => mine().length).toBeGreaterThanOrEqual(atLeast)
      return mine()
    },
    newShop: async (stock = 10) => {
      const site = await newSite(database)
      return { site, ...(await stocked(site, stock)) }
    },
  }
}

/** A record, a download, and both of them together. */
async function stocked(site: TestSite, stock: number) {
  const [record, track, bundle] = [newId(), newId(), newId()]
  await site.as('administrator', async (tx) => {
    const common = { status: 'published' } as const
    await tx.insert(products).values([
      { ...common, id: record, slug: 'night-ferry', name: 'Night Ferry', price: 1_800 },
      { ...common, id: track, slug: 'harbour', name: 'Harbour', price: 150, productType: 'digital' },
      { ...common, id: bundle, slug: 'everything', name: 'Everything', price: 1_900, productType: 'bundle' },
    ])
    await tx.insert(bundleParts).values([
      { bundleId: bundle, productId: record },
      { bundleId: bundle, productId: track },
    ])
    await correctStock(tx, { productId: record, variantId: null }, stock, { userId: site.userId, now: noon })
  })
  return { record, track, bundle }
}

export const address = { line1: '1 Quay Street', line2: '', city: 'Bristol', region: '', postcode: 'BS1 4DJ' }

export const wish = (productId: string, changes: object = {}) => ({
  key: newId(),
  items: [{ productId, variantId: null, quantity: 1 }],
  email: 'ann@example.com',
  name: 'Ann Lee',
  country: 'GB',
  address,
  shippingOption: 'post',
  ...changes,
})

/** Everything that a shop has written down, and whether money and things add up. */
export function booksOf(site: TestSite, record: string) {
  return site.as('administrator', async (tx) => {
    const [shelf] = await tx.select().from(stockItems).where(eq(stockItems.productId, record))
    const moved = await tx.select().from(stockMovements).where(eq(stockMovements.stockId, shelf!.id))
    const held = await tx.select().from(stockHolds)
    const made = await tx.select().from(orders)
    const items = await tx.select().from(orderItems)
    const rights = await tx.select().from(digitalDownloads)
    const onHand = moved.reduce((sum, { change }) => sum + change, 0)
    const open = held.filter(({ outcome }) => outcome === null).reduce((sum, { quantity }) => sum + quantity, 0)
    expect(shelf).toMatchObject({ onHand, held: open })
    for (const order of made) {
      const mine = items.filter(({ orderId }) => orderId === order.id)
      expect(mine.reduce((sum, { totalPrice }) => sum + totalPrice, 0)).toBe(order.subtotalAmount)
      const onTop = order.totalAmount - order.subtotalAmount - order.shippingAmount
      expect([0, order.vatAmount]).toContain(onTop)
    }
    return { onHand, held: open, orders: made, items, rights, moved }
  })
}

/** The jobs that write to people about a site's payments, done or not. */
export const mailJobsOf = (database: Database, { websiteId }: TestSite): Promise<OrderMail[]> =>
  inSite(database, { websiteId, role: 'worker' }, async (tx) => {
    await tx.execute(sql.raw('set local role none'))
    const { rows } = await tx.execute<{ data: { data: OrderMail } }>(
      sql`select data from pgboss.job where name = 'order-mails' and data ->> 'websiteId' = ${websiteId}`,
    )
    return rows.map(({ data }) => data.data)
  })

export const checkoutsOf = (site: TestSite) => site.as('checkout', (tx) => tx.select().from(checkouts))

/** Signs a message as the payment service does. */
export function signed(event: object, { secret = webhookSecret, at = noon } = {}): { body: string; signature: string } {
  const body = JSON.stringify(event)
  const timestamp = Math.floor(+at / 1000)
  return { body, signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) }
}

/** A session as Stripe writes it, for messages that the sandbox would not send. */
export const sessionObject = (checkout: typeof checkouts.$inferSelect, changes: object = {}) => ({
  id: checkout.sessionId,
  object: 'checkout.session',
  client_reference_id: checkout.id,
  metadata: { website_id: checkout.websiteId, checkout_id: checkout.id },
  status: 'complete',
  payment_status: 'paid',
  amount_total: checkout.total,
  currency: checkout.currency.toLowerCase(),
  payment_intent: intentOf(checkout.sessionId!),
  url: null,
  ...changes,
})

let count = 0

export const eventOf = (type: string, object: object, id = `evt_${++count}_${newId()}`) => ({
  id,
  object: 'event',
  type,
  livemode: false,
  created: Math.floor(+noon / 1000),
  data: { object },
})

/** The six kinds of messages that a payment can cause, for one that was paid in the end. */
export function sixEvents(checkout: typeof checkouts.$inferSelect) {
  const session = (changes: object = {}) => sessionObject(checkout, changes)
  const intent = intentOf(checkout.sessionId!)
  return [
    eventOf('checkout.session.completed', session({ payment_status: 'unpaid' })),
    eventOf('checkout.session.async_payment_succeeded', session()),
    eventOf('checkout.session.async_payment_failed', session({ payment_status: 'unpaid' })),
    eventOf('checkout.session.expired', session({ status: 'expired', payment_status: 'unpaid', payment_intent: null })),
    eventOf('charge.refunded', { object: 'charge', payment_intent: intent, amount_refunded: 500 }),
    eventOf('charge.dispute.created', { object: 'dispute', payment_intent: intent, status: 'needs_response' }),
  ]
}
