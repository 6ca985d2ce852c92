import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { orderNameWords, orders } from '#server/commerce/orders-table.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { indexOlderNames } from '#server/orders/name-index.ts'
import { findOrders } from '#server/orders/search.ts'
import { rewrapAll } from '#server/privacy/rewrap.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { putOrder } from '#tests/fixtures/orders.ts'

const keys = createDerivedKeys('a secret of the tests')
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const sealer = createSealer({ current: oldKey })
const now = new Date('2026-05-01T12:00:00Z')

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const backfill = (site: TestSite, opener = sealer) =>
    indexOlderNames({ database, sealer: opener, keys }, site.websiteId)
  const found = (site: TestSite, name: string) =>
    site.as('administrator', async (tx) => {
      const words = keys.nameIndexes(site.websiteId, name)
      const { orders: listed } = await findOrders(tx, { name: words }, { page: 1, size: 50, now })
      return listed.map(({ id }) => id)
    })

  test('orders from before names were indexed are found after the hourly job, also under a new data key', async () => {
    const [site, other] = [await createTestSite(database), await createTestSite(database)]
    const ann = await putOrder(site, { sealer, keys }, { name: 'Ann Lee' })
    const zoe = await putOrder(site, { sealer, keys }, { name: 'Zoë Łee' })
    await putOrder(other, { sealer, keys }, { name: 'Ann Lee' })
    expect(await found(site, 'Ann')).toEqual([])
    await backfill(site)
    await backfill(site)
    expect(await found(site, 'lee ANN')).toEqual([ann.id])
    expect(await found(site, 'zoe lee')).toEqual([zoe.id])
    expect((await found(site, 'Lee')).sort()).toEqual([ann.id, zoe.id].sort())
    expect(await found(site, 'Ann Le')).toEqual([])
    expect(await found(other, 'Ann')).toEqual([])
    const during = createSealer({ current: newKey, old: [oldKey] })
    await rewrapAll({ database, websiteIds: [site.websiteId], sealer: during })
    expect(await found(site, 'Ann Lee')).toEqual([ann.id])
  })

  test('skips erased customers, and retries unreadable names in the next run', async () => {
    const site = await createTestSite(database)
    const erased = await putOrder(site, { sealer, keys })
    const lost = await putOrder(site, { sealer: createSealer({ current: newKey }), keys })
    await site.as('administrator', (tx) => tx.update(orders).set({ erasedAt: now }).where(eq(orders.id, erased.id)))
    await backfill(site)
    expect(await site.as('administrator', (tx) => tx.select().from(orderNameWords))).toEqual([])
    await backfill(site, createSealer({ current: newKey }))
    expect(await found(site, 'Ann Lee')).toEqual([lost.id])
  })

  test('stores hashes instead of words of a name, different on each website', async () => {
    const [site, other] = [await createTestSite(database), await createTestSite(database)]
    for (const each of [site, other]) {
      await putOrder(each, { sealer, keys })
      await backfill(each)
    }
    const wordsOf = async (each: TestSite) =>
      (await each.as('administrator', (tx) => tx.select().from(orderNameWords))).map(({ word }) => word.toString('hex'))
    const [mine, theirs] = [await wordsOf(site), await wordsOf(other)]
    expect(mine).toHaveLength(2)
    expect(mine.filter((word) => theirs.includes(word))).toEqual([])
  })
})
