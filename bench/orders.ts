import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Actor } from '#domain/actor.ts'
import { createCommerceDeps } from '#server/commerce/deps.ts'
import { orderItems, orderSealContext, orders } from '#server/commerce/orders-table.ts'
import type { PaymentProvider } from '#server/commerce/payment-provider.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import type { Database } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { orderMailJob } from '#server/orders/mail-job.ts'
import { createRefundJob } from '#server/payments/refund.ts'
import { products } from '#server/products/table.ts'
import { syncWebsites } from '#server/sites/sync-websites.ts'
import { createTestApi } from '#tests/api.ts'
import { type BenchRow, formatMs, measureTimesMs, noBudget, percentile } from './bench-row.ts'
import { withBenchDatabase } from './database.ts'

const many = 100_000
const few = 1_000
const batch = 1_000
const mebibyte = 2 ** 20

const sealer = createSealer({ current: randomBytes(32) })
const keys = createDerivedKeys(randomBytes(32).toString('hex'))
const emailOf = (n: number) => `buyer${n}@example.com`
const numberOf = (n: number) => `260501-${String(n).padStart(6, '0')}`

/** A website with so many orders, and its owner's API. */
async function shopWith(database: Database, count: number) {
  const [websiteId, userId] = [newId(), newId()]
  await syncWebsites(database, [{ siteId: websiteId, name: 'A site of a bench' }])
  const productIds = Array.from({ length: 20 }, newId)
  await inSite(database, { websiteId, role: 'administrator', userId }, (tx) =>
    tx.insert(products).values(productIds.map((id, n) => ({ id, slug: `p-${n}`, name: `Product ${n}`, price: 1_800 }))),
  )
  for (let from = 0; from < count; from += batch)
    await inSite(
      database,
      { websiteId, role: 'checkout' },
      async (tx) => {
        const made = Array.from({ length: Math.min(batch, count - from) }, (_, n) => ({ id: newId(), n: from + n }))
        const ids = `{${made.map(({ id }) => id).join()}}`
        await tx.execute(sql`insert into checkouts (id, website_id, key, request_hash, state, reference, lines, customer,
        country, currency, subtotal, shipping, vat, total, session_id, expires_at)
        select id, ${websiteId}, id::text, '', 'paid', id::text, '[]', '', 'GB', 'GBP', 1800, 395, 300, 2195, id::text, now()
        from unnest(${ids}::uuid[]) id`)
        const sealed = (id: string, column: string, text: string) =>
          sealer.seal(orderSealContext(websiteId, column, id), text)
        const address = { line1: '1 Quay Street', line2: '', city: 'Bristol', region: '', postcode: 'BS1 4DJ' }
        await tx.insert(orders).values(
          made.map(({ id, n }) => ({
            id,
            checkoutId: id,
            orderReference: id,
            orderNumber: numberOf(n),
            stripeSessionId: id,
            status: (['paid', 'processing', 'shipped', 'delivered'] as const)[n % 4]!,
            customerEmail: sealed(id, 'customer_email', emailOf(n)),
            customerName: sealed(id, 'customer_name', `Buyer ${n}`),
            shippingAddress: sealed(id, 'shipping_address', JSON.stringify(address)),
            emailIndex: keys.blindIndex(websiteId, emailOf(n)),
            country: 'GB',
            shippingOption: 'post',
            currency: 'GBP',
            subtotalAmount: 1_800,
            shippingAmount: 395,
            vatAmount: 300,
            totalAmount: 2_195,
            createdAt: new Date(Date.UTC(2020, 0, 1) + n * 60_000),
          })),
        )
        await tx.insert(orderItems).values(
          made.map(({ id, n }) => ({
            orderId: id,
            productId: productIds[n % 20]!,
            productName: `Product ${n % 20}`,
            quantity: 1,
            position: 0,
            unitPrice: 1_800,
            totalPrice: 1_800,
            vatRate: 2_000,
            vatAmount: 300,
            isDigital: false,
          })),
        )
      },
      { timeoutMs: 60_000 },
    )
  const provider = new Proxy({} as PaymentProvider, { get: () => undefined })
  const mailJob = orderMailJob({
    sealer,
    keys,
    siteOf: async () => null,
    pictureAt: () => null,
    clock: () => new Date(),
  })
  const refundJob = createRefundJob({ commerceOf: () => null, clock: () => new Date() })
  const payments = createCommerceDeps({ database, sealer, keys, provider, mailJob, refundJob })
  const actor: Actor = { kind: 'administrator', userId, sessionId: newId(), authenticatedBy: 'token' }
  const api = createTestApi(database, { websiteId }, actor, {}, { payments })
  return { ...api, websiteId, count }
}
type BenchShop = Awaited<ReturnType<typeof shopWith>>

const orderRequest = (path: (shop: BenchShop) => string) => (shop: BenchShop) => async () => {
  const answer = await shop.request(`/api/admin/orders${path(shop)}`)
  const { orders: found } = await answer.json()
  if (!answer.ok || !found?.length) throw new Error(`${path(shop)} answered ${answer.status} and found nothing`)
}

const questions = [
  { what: 'first page', ask: orderRequest(() => '') },
  // Of the short list it is the last but one.
  { what: 'page 5,000', ask: orderRequest(({ count }) => `?page=${Math.min(5_000, count / 20)}`) },
  { what: 'search by e-mail', ask: orderRequest(({ count }) => `?q=${emailOf(count / 2)}`) },
  { what: 'search by number', ask: orderRequest(({ count }) => `?q=${numberOf(count / 2)}`) },
  { what: 'filter by status', ask: orderRequest(() => '?status=shipped') },
  { what: 'search by product', ask: orderRequest(() => '?q=Product+7') },
]
const promised = 4

async function idsOf(shop: BenchShop): Promise<string[]> {
  const { orders: found } = await (await shop.request('/api/admin/orders?size=50')).json()
  return found.map(({ id }: { id: string }) => id)
}

function decrypting(shop: BenchShop, ids: readonly string[]) {
  const body = JSON.stringify({ order_ids: ids, website_id: shop.websiteId })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  return async () => {
    const answer = await shop.request('/api/privacy/decrypt-orders-batch', init)
    const { decrypted_orders: opened } = await answer.json()
    if (opened?.length !== ids.length || !opened[0].decrypted_data) throw new Error(`It answered ${answer.status}.`)
  }
}

/** Reads the whole file as a slow browser would, and says how much more memory the process held meanwhile. */
async function file(shop: BenchShop) {
  const began = performance.now()
  const before = process.memoryUsage.rss()
  let [lines, max] = [0, before]
  const { body } = await shop.request('/api/admin/orders/export.csv?customers=include', { headers: shop.confirmed() })
  for await (const part of body!) {
    for (const byte of part as Uint8Array) if (byte === 10) lines++
    max = Math.max(max, process.memoryUsage.rss())
  }
  if (lines !== shop.count + 1) throw new Error(`The file has ${lines} lines.`)
  return { grown: (max - before) / mebibyte, seconds: (performance.now() - began) / 1_000 }
}

/** The owner's work on a hundred thousand orders, against the same on a thousand. */
export const benchAdminOrders = (): Promise<BenchRow[]> =>
  withBenchDatabase(4, async ({ database, settle }) => {
    const [short, long] = [await shopWith(database, few), await shopWith(database, many)]
    await settle()
    const rows: BenchRow[] = []
    type Asking = (shop: BenchShop) => () => Promise<void>
    const compare = async (what: string, budget: number | null, ask: Asking, judgedAt: 0.5 | 0.99 = 0.99) => {
      const [yardstick, measured] = [await measureTimesMs(ask(short)), await measureTimesMs(ask(long))]
      const words = (times: number[]) =>
        `${formatMs(percentile(times, 0.99))} (median ${formatMs(percentile(times, 0.5))})`
      rows.push({
        what,
        budget: budget === null ? noBudget : `≤ ${budget} ms`,
        yardstick: `${few} orders: ${words(yardstick)}`,
        measured: words(measured),
        isMet: budget === null || [yardstick, measured].every((times) => percentile(times, judgedAt) <= budget),
      })
    }
    for (const [n, { what, ask }] of questions.entries())
      await compare(`${what} of ${many} orders, p99`, n < promised ? 60 : null, ask)
    const ids = new Map([
      [short, await idsOf(short)],
      [long, await idsOf(long)],
    ])
    await compare('50 customers opened in one call, by the median', 15, (shop) => decrypting(shop, ids.get(shop)!), 0.5)
    const small = await file(short)
    const { grown, seconds } = await file(long)
    rows.push({
      what: `file of ${many} orders with their customers: memory`,
      budget: '≤ 64 MB more',
      yardstick: `${few} orders: ${small.grown.toFixed(0)} MB`,
      measured: `${grown.toFixed(0)} MB more, in ${seconds.toFixed(1)} s`,
      isMet: Math.max(grown, small.grown) <= 64,
    })
    return rows
  })
