import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { seedDemoOrders } from '#app/demo/orders.ts'
import { seedDemoShop } from '#app/demo/shop.ts'
import { seedDemoVisits } from '#app/demo/visits.ts'
import { lastDays, todayIn } from '#domain/analytics/days.ts'
import { downloadFailuresOf, funnelOf, stepsByDay, topReferrers } from '#domain/analytics/figures.ts'
import { sumMeasures } from '#server/analytics/queries.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { newId } from '#server/db/id.ts'
import { digitalDownloads, downloadCounts, downloadEvents } from '#server/downloads/table.ts'
import { addCompletedDownloads } from '#server/downloads/usage.ts'
import { trackPreviews } from '#server/previews/table.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { demos } from '#sites/demo.ts'
import { shop } from '#sites/musician/shop.ts'
import { createTestSite, openTestDatabase, type TestSite } from '#tests/database.ts'
import { longTest } from '#tests/long-test.ts'

const now = new Date('2026-05-01T12:00:00Z')
const zone = 'Europe/London'

async function filled(site: TestSite): Promise<number> {
  const { deriveKey, blindIndex, nameIndexes } = createDerivedKeys(randomBytes(32).toString('hex'))
  const commerce = { sealer: createSealer({ current: randomBytes(32) }), deriveKey, blindIndex, nameIndexes }
  return site.as('administrator', async (tx) => {
    await seedDemoShop(tx, demos.musician!.products!, () => null, { userId: site.userId, now })
    for (const { id: productId } of await tx.select().from(products).where(eq(products.productType, 'digital'))) {
      const kept = { uploadId: newId(), bytes: 8_000_000, chunkBytes: 8_000_000, chunks: ['x'], hash: 'x', details: {} }
      const about = { productId, fileType: 'tracks', name: 'song.mp3', type: 'audio/mpeg', position: 1 } as const
      const [file] = await tx
        .insert(productFiles)
        .values({ ...about, ...kept })
        .returning()
      await tx
        .insert(trackPreviews)
        .values({ productId, fileId: file!.id, state: 'ready', clipHash: 'x', clipEnding: 'mp3' })
    }
    await seedDemoOrders(tx, {
      site: { siteId: site.websiteId, currency: 'GBP', shop },
      commerce,
      userId: site.userId,
      now,
    })
    const began = process.cpuUsage()
    await seedDemoVisits(tx, { zone, now })
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1_000
  })
}

longTest('the demo visits of sixty days have previews, purchases and downloads, and are counted', async () => {
  const database = await openTestDatabase('pglite')
  const sites = [await createTestSite(database), await createTestSite(database)]
  for (const site of sites) expect(await filled(site)).toBeLessThan(30_000)
  const period = { days: lastDays(60, todayIn(zone, now)), before: null, zone }
  const shown = await Promise.all(
    sites.map((site) =>
      site.as('administrator', async (tx) => {
        const sums = await sumMeasures(tx, period)
        const days = stepsByDay(sums, period)
        return {
          funnel: funnelOf(sums, period),
          days,
          referrers: topReferrers(sums),
          failed: downloadFailuresOf(sums, period),
        }
      }),
    ),
  )
  const { funnel, days, referrers, failed } = shown[0]!
  const { preview, complete, cart, purchase, download } = funnel
  const way = [preview, complete, cart, purchase, download].map((each) => each.now)
  expect(way).toEqual(way.toSorted((a, b) => b - a))
  expect([preview.now > 500, purchase.now > 5, download.now > 3]).toEqual([true, true, true])
  expect(days.every((day) => day.preview > 0)).toBe(true)
  expect(referrers.length).toBeGreaterThanOrEqual(5)
  expect(failed.failed.now).toBeGreaterThan(0)
  // The same at every first start.
  expect(shown[1]!.days.map((day) => day.preview)).toEqual(days.map((day) => day.preview))

  await sites[0]!.as('administrator', async (tx) => {
    const events = await tx.select().from(downloadEvents)
    expect(events.every(({ createdAt }) => createdAt <= now)).toBe(true)
    for (const { downloadId, completed } of await tx.select().from(downloadCounts)) {
      const whole = events.filter((each) => each.downloadId === downloadId && each.eventType === 'completed')
      expect([whole.length, whole.filter(({ isFirst }) => isFirst).length]).toEqual([completed, 1])
    }
    for (const { used, downloadsUsed } of await addCompletedDownloads(tx, await tx.select().from(digitalDownloads)))
      expect(used).toBe(downloadsUsed)
  })
})
