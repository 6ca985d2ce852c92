import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '#app/config.ts'
import { createLog } from '#app/log.ts'
import { openPayments } from '#app/payments.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { checkouts, stockHolds } from '#server/commerce/checkout-table.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { newId } from '#server/db/id.ts'
import { correctStock } from '#server/products/stock.ts'
import { products, stockItems } from '#server/products/table.ts'
import { createTestSite, defaultEngine, openTestDatabase, type TestSite } from '#tests/database.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { checkoutsOf, noon } from '#tests/fixtures/payments.ts'

const database = await openTestDatabase(defaultEngine)

test('releases expired holds of the other sites when one site fails', async () => {
  const [bad, good] = [await createTestSite(database), await createTestSite(database)]
  await holdMoreThanIsHeld(bad, await openExpiredCheckout(bad))
  await openExpiredCheckout(good)
  const all = [bad, good].map(({ websiteId }) => ({ ...siteWithDefaults(minimalSite()), siteId: websiteId }))
  const cache = createSiteCache()
  const [log, invalidate] = [createLog('silent'), vi.spyOn(cache, 'invalidate')]
  const error = vi.spyOn(log, 'error')
  const settings = { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' }
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    cache.close()
  })
  const payments = await openPayments({
    config: readConfig(settings),
    environment: settings,
    database,
    cache,
    log,
    clock: () => noon,
    originOf: () => 'http://localhost',
    images: { pictureAt: () => null },
    sites: {
      all,
      websiteIds: all.map(({ siteId }) => siteId),
      siteOf: (id) => all.find(({ siteId }) => siteId === id) ?? null,
    },
    sealer: createSealer({ current: randomBytes(32) }),
    keys: createDerivedKeys(randomBytes(32).toString('hex')),
  })
  onTestFinished(payments.watch())
  vi.advanceTimersByTime(60_000)
  await expect.poll(async () => (await checkoutsOf(good)).map(({ state }) => state)).toEqual(['expired'])
  await expect.poll(() => error.mock.calls).toHaveLength(1)
  expect(error.mock.calls[0]![0]).toMatchObject({ err: { errors: [{ message: `failed for ${all[0]!.domain}` }] } })
  expect((await checkoutsOf(bad)).map(({ state }) => state)).toEqual(['open'])
  expect(invalidate).toHaveBeenCalledWith(good.websiteId, 'products')
})

/** Returns the id of a checkout that is overdue. */
async function openExpiredCheckout(site: TestSite): Promise<string> {
  const id = newId()
  await site.as('checkout', (tx) =>
    tx.insert(checkouts).values({
      id,
      key: newId(),
      requestHash: '',
      reference: 'K7Q2-9XWM-4TPA',
      lines: [],
      customer: randomBytes(99),
      country: 'GB',
      currency: 'GBP',
      subtotal: 0,
      shipping: 0,
      vat: 0,
      total: 0,
      expiresAt: new Date(+noon - 3_600_000),
    }),
  )
  return id
}

/** A hold of which the stock knows nothing: releasing it would leave less than nothing held, which the database refuses. */
async function holdMoreThanIsHeld(site: TestSite, checkoutId: string): Promise<void> {
  const productId = newId()
  const stockId = await site.as('administrator', async (tx) => {
    await tx.insert(products).values({ id: productId, slug: 'night-ferry', name: 'Night Ferry', price: 1_800 })
    await correctStock(tx, { productId, variantId: null }, 3, { userId: site.userId, now: noon })
    const [item] = await tx.select({ id: stockItems.id }).from(stockItems).where(eq(stockItems.productId, productId))
    return item!.id
  })
  await site.as('checkout', (tx) => tx.insert(stockHolds).values({ checkoutId, stockId, quantity: 1 }))
}
