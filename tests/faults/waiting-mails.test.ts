import { expect, test } from 'vitest'
import type { HealthFacts } from '#app/health-facts.ts'
import { createMetrics } from '#app/http/metrics.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { newId } from '#server/db/id.ts'
import { mails } from '#server/mail/table.ts'
import { createTestSite, openTestDatabase } from '#tests/database.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'

const database = await openTestDatabase('postgres')
const healthFacts: HealthFacts = {
  keys: { dataKey: '0a1b2c3d', appSecret: '4e5f6071' },
  diskSpace: async () => null,
  files: 'stay',
  store: null,
}

test('metrics count the mails of all websites that wait, and the age of the oldest', async () => {
  const [one, other] = [await createTestSite(database), await createTestSite(database)]
  const sites = createSiteRegistry([
    minimalSite({ siteId: one.websiteId, isDefault: true }, 'one'),
    minimalSite({ siteId: other.websiteId, domain: 'other.example' }, 'other'),
  ])
  const figures = async () => {
    const text = await createMetrics().text({
      services: { database, sites, healthFacts },
      pages: { counts: () => ({ hit: 0, miss: 0, stale: 0, fills: 0, pages: 0, bytes: 0 }) },
    })
    const figure = (name: string) => Number(new RegExp(`^stagedoor_${name} (\\d+)$`, 'm').exec(text)?.[1])
    return { waiting: figure('mails_waiting'), oldest: figure('mails_oldest_seconds') }
  }
  const put = (site: typeof one, minutesAgo: number, state: Partial<typeof mails.$inferInsert> = {}) =>
    site.as('worker', (tx) =>
      tx.insert(mails).values({
        id: newId(),
        content: Buffer.from('sealed'),
        createdAt: new Date(Date.now() - minutesAgo * 60_000),
        ...state,
      }),
    )
  expect(await figures()).toEqual({ waiting: 0, oldest: 0 })
  await put(one, 10)
  await put(other, 90)
  await put(one, 200, { state: 'sent', content: null, sentAt: new Date() })
  await put(one, 300, { state: 'failed', content: null })
  const { waiting, oldest } = await figures()
  expect(waiting).toBe(2)
  expect(oldest).toBeGreaterThanOrEqual(90 * 60)
  expect(oldest).toBeLessThan(200 * 60)
})
