import { describe, expect, test } from 'vitest'
import { syncWebsites } from '#server/sites/sync-websites.ts'
import { websites } from '#server/sites/table.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  test('creates a site once and updates its name', async () => {
    const { websiteId, as } = await createTestSite(database)
    for (const name of ['Low Water', 'Low Water', 'High Water']) {
      await syncWebsites(database, [{ siteId: websiteId, name }])
      expect(await as('visitor', (tx) => tx.select().from(websites))).toMatchObject([{ websiteId, name }])
    }
  })
})

test('syncing sites does not wait for a process that inserts rows of the site', async () => {
  const database = await openTestDatabase('postgres')
  const { websiteId, as } = await createTestSite(database)
  const [holds, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const filling = as('administrator', async (tx) => {
    await tx.update(websites).set({ demoFilledAt: new Date() })
    holds.resolve()
    await mayEnd.promise
  })
  await holds.promise
  await syncWebsites(database, [{ siteId: websiteId, name: 'A site of a test' }])
  mayEnd.resolve()
  await expect(filling).resolves.toBeUndefined()
})
