import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { type DemoContent, demoKinds } from '#domain/demo/demo.ts'
import { ShowDraft } from '#domain/tour/draft.ts'
import { activityLogs } from '#server/activity/table.ts'
import { checkouts } from '#server/commerce/checkout-table.ts'
import { orderEvents, orderItems, orders } from '#server/commerce/orders-table.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import { newId } from '#server/db/id.ts'
import { removeDemoFilesJob } from '#server/demo/remove-files-job.ts'
import { digitalDownloads, downloadEvents } from '#server/downloads/table.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { previewPlays } from '#server/previews/table.ts'
import { products, stockMovements } from '#server/products/table.ts'
import { createShow, insertShow, updateShow } from '#server/tour/commands.ts'
import { performances } from '#server/tour/table.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase, type TestSite } from '#tests/database.ts'
import { demoShow, fillDemo, findDemoProduct } from '#tests/fixtures/demo.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { putOrder } from '#tests/fixtures/orders.ts'

const sealing = { sealer: createSealer({ current: Buffer.alloc(32, 1) }), keys: createDerivedKeys('ab'.repeat(32)) }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const { store } = testFiles()

  async function filledSite(options = {}) {
    const site = await createTestSite(database)
    await fillDemo(site, options)
    return { site, ...ownerOf(site) }
  }

  function ownerOf(site: TestSite, deps: Parameters<typeof createTestApi>[4] = {}) {
    const { userId } = site
    const actor: Actor = { kind: 'administrator', userId, sessionId: newId(), authenticatedBy: 'session' }
    const owner = createTestApi(database, site, actor, {}, deps)
    return {
      owner,
      marks: async (): Promise<{ ids: string[]; hasVisits: boolean }> =>
        (await owner.request('/api/admin/set-up/demo/marks')).json(),
      content: async (): Promise<DemoContent> => (await owner.request('/api/admin/set-up/demo')).json(),
      remove: (options: object = {}, headers = owner.confirmed()) =>
        owner.request(
          '/api/admin/set-up/demo/remove',
          jsonRequest({ keepEdited: true, withoutBackup: false, ...options }, { headers }),
        ),
    }
  }

  /** The number of rows of what a demo fills. */
  const rowsOf = (site: TestSite) =>
    site.as('worker', async (tx) => {
      const tables = { orders, orderItems, orderEvents, checkouts, digitalDownloads, downloadEvents, previewPlays }
      const counts: Record<string, number> = {}
      for (const [name, table] of Object.entries({ ...tables, products, stockMovements, performances }))
        counts[name] = await tx.$count(table)
      return counts
    })

  const withQueue = async (work: () => Promise<void>, run = false) => {
    const jobs = await startJobs(database, {
      jobs: [removeDemoFilesJob({ store })],
      work: run,
      report: (error) => console.error(error),
    })
    await work().finally(() => jobs.stop())
  }

  const storedOf = async ({ websiteId }: TestSite) => {
    const keys = []
    for await (const { key } of store.list(`${websiteId}/`)) keys.push(key)
    return keys
  }

  test('removes all demo content with its orders, visits and files, and nothing of another site', async () => {
    const [{ site, content, remove }, other] = [await filledSite(), await filledSite()]
    const [before, others] = [await content(), await rowsOf(other.site)]
    expect(demoKinds.filter((kind) => before.demo[kind] === 0)).toEqual(['records', 'awards', 'press'])
    expect(before.demo.orders).toBe(60)
    expect(before.hasVisits).toBe(true)
    expect(Object.values(before.edited).every(({ count }) => count === 0)).toBe(true)
    expect(Object.values(await rowsOf(site)).every((count) => count > 0)).toBe(true)
    expect((await storedOf(site)).length).toBeGreaterThan(2)
    await withQueue(async () => {
      expect((await remove()).status).toBe(200)
      await expect.poll(() => storedOf(site), { timeout: 30_000 }).toEqual([])
    }, true)
    expect(Object.values(await rowsOf(site)).every((count) => count === 0)).toBe(true)
    const after = await content()
    expect([...Object.values(after.demo), Number(after.hasVisits)].every((count) => count === 0)).toBe(true)
    expect(await rowsOf(other.site)).toEqual(others)
    expect((await storedOf(other.site)).length).toBeGreaterThan(2)
    const log = await site.as('administrator', (tx) => tx.select().from(activityLogs))
    expect(log.map(({ resourceType, action, userId }) => [resourceType, action, userId])).toContainEqual([
      'demo',
      'removed',
      site.userId,
    ])
    await withQueue(async () => expect((await remove()).status).toBe(409))
  })

  test('removing demo content keeps the owner’s orders, own shows and edited shows', async () => {
    const { site, content, remove } = await filledSite()
    const product = await findDemoProduct(site)
    const order = await putOrder(site, sealing, { productId: product.id })
    const context = { userId: site.userId, now: new Date() }
    const edited = await site.as('administrator', async (tx) => {
      await createShow(tx, ShowDraft.parse({ ...demoShow, city: 'Hamburg' }), context)
      await insertShow(tx, ShowDraft.parse({ ...demoShow, city: 'Bremen' }))
      const [demo] = await tx.select().from(performances).where(eq(performances.isDemo, true))
      return updateShow(tx, demo!.id, ShowDraft.parse({ ...demoShow, city: 'Leipzig' }), {
        ...context,
        expectedVersion: 0,
      })
    })
    const before = await content()
    expect(before.own.shows.count).toBe(2)
    expect(before.own.orders).toEqual({ count: 1, names: [order.orderNumber] })
    expect(before.edited.shows).toEqual({ count: 1, names: ['2026-06-01, Lido, Leipzig'] })
    expect(before.sold).toEqual({ count: 1, names: [product.name] })
    await withQueue(async () => expect((await remove()).status).toBe(200))
    const left = await site.as('administrator', async (tx) => ({
      orders: (await tx.select().from(orders)).map(({ id }) => id),
      products: (await tx.select().from(products)).map(({ id, status, isDemo }) => ({ id, status, isDemo })),
      shows: (await tx.select().from(performances)).map(({ city, isDemo }) => [city, isDemo]).toSorted(),
    }))
    expect(left.orders).toEqual([order.id])
    expect(left.products).toEqual([{ id: product.id, status: 'archived', isDemo: false }])
    expect(left.shows).toEqual([
      ['Bremen', false],
      ['Hamburg', false],
      ['Leipzig', false],
    ])
    expect(edited.city).toBe('Leipzig')
  })

  test('lists the ids of all demo content, starter entries included, and none of the owner’s', async () => {
    const { site, owner, content, marks } = await filledSite()
    const own = await putOrder(site, sealing)
    const { demo } = await content()
    const { ids, hasVisits } = await marks()
    expect(hasVisits).toBe(true)
    const categories = await (await owner.request('/api/admin/categories')).json()
    expect(categories.length).toBeGreaterThan(0)
    expect(ids).toEqual(expect.arrayContaining(categories.map(({ id }: { id: string }) => id)))
    expect(ids).toHaveLength(Object.values(demo).reduce((sum, count) => sum + count) + categories.length)
    expect(ids).not.toContain(own.id)
    const listed = await (await owner.request('/api/admin/orders')).json()
    const isMarked = listed.orders.map(({ id }: { id: string }) => ids.includes(id))
    expect(new Set(isMarked)).toEqual(new Set([true, false]))
    expect((await (await owner.request('/api/admin/dashboard')).json()).includesDemo).toEqual({
      orders: true,
      visits: true,
    })
  })

  test('removes edited demo content on request', async () => {
    const { site, remove } = await filledSite({ hasOrders: false })
    await site.as('administrator', async (tx) => {
      await tx.update(performances).set({ sequence: 3 })
      await tx.update(products).set({ sequence: 1 })
    })
    await withQueue(async () => expect((await remove({ keepEdited: false })).status).toBe(200))
    expect(await rowsOf(site)).toMatchObject({ performances: 0, products: 0 })
  })

  test('makes a backup before removing demo content, and refuses without one unless overridden', async () => {
    const { site } = await filledSite({ hasOrders: false })
    const before = await rowsOf(site)
    const failing = ownerOf(site, { backUp: () => Promise.reject(new Error('the disk is full')) })
    await withQueue(async () => {
      const refused = await failing.remove()
      expect([refused.status, (await refused.json()).reason]).toEqual([503, 'backup-failed'])
      expect(await rowsOf(site)).toEqual(before)
      let made = 0
      const { remove } = ownerOf(site, {
        backUp: async () => {
          made++
          expect(await rowsOf(site)).toEqual(before)
        },
      })
      expect([(await remove()).status, made]).toEqual([200, 1])
    })
  })

  test('stores for each website whether the owner wants the set-up guide', async () => {
    const [{ owner }, other] = [ownerOf(await createTestSite(database)), ownerOf(await createTestSite(database))]
    const put = (state: string) => owner.request('/api/admin/set-up', jsonRequest({ state }, { method: 'PUT' }))
    const stateOf = async ({ request }: typeof owner) => (await request('/api/admin/set-up')).json()
    expect(await stateOf(owner)).toEqual({ state: null, isOwn: false })
    for (const state of ['exploring', 'dismissed', 'exploring']) {
      expect(await (await put(state)).json()).toEqual({ state, isOwn: false })
      expect(await stateOf(owner)).toEqual({ state, isOwn: false })
    }
    expect(await stateOf(other.owner)).toEqual({ state: null, isOwn: false })
    expect((await put('mine')).status).toBe(422)
  })

  test('removing demo content requires an administrator and a confirmation', async () => {
    const site = await createTestSite(database)
    const { remove } = ownerOf(site)
    const refused = await remove({}, {})
    expect([refused.status, (await refused.json()).reason]).toEqual([403, 'confirmation-required'])
    const visitor = createTestApi(database, site)
    expect((await visitor.request('/api/admin/set-up/demo')).status).toBe(401)
    expect((await remove({ keepEdited: 'yes' })).status).toBe(422)
  })

  test('a failed demo removal changes nothing; its role can only delete demo orders', async () => {
    const { site, remove } = await filledSite()
    const before = await rowsOf(site)
    // The job for the files comes last; without its queue it cannot be enqueued.
    expect((await remove()).status).toBe(500)
    expect(await rowsOf(site)).toEqual(before)
    await putOrder(site, sealing)
    const total = await site.as('administrator', (tx) => tx.$count(orders))
    for (const role of ['administrator', 'checkout', 'worker'] as const)
      await expect(site.as(role, (tx) => tx.delete(orders))).rejects.toThrow()
    const marking = site.as('administrator', (tx) => tx.update(orders).set({ isDemo: true }))
    await expect(marking).rejects.toThrow()
    await site.as('demo_remover', (tx) => tx.delete(orders))
    expect([total, await site.as('administrator', (tx) => tx.$count(orders))]).toEqual([61, 1])
  })
})
