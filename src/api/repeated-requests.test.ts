import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { activityLogs } from '#server/activity/table.ts'
import { newId } from '#server/db/id.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'

const variants = [{ options: ['S'], stockQuantity: 4 }, { options: ['M'] }]
/** A draft for each list, and the correction that is made before the second try. */
const routers = {
  shows: { date: '2026-05-10', zone: 'Europe/Berlin', venue: 'Lido', city: 'Berlin', country: 'DE' },
  announcements: { title: 'New record', message: 'It is out.' },
  media: { kind: 'video', title: 'Live', source: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
  products: { name: 'Tee', price: 2000, optionNames: ['Size'], variants },
}
const corrected = { shows: { venue: 'SO36' }, announcements: { title: 'Our record' }, media: { title: 'At home' } }
const fixes: Record<string, object> = { ...corrected, products: { name: 'Shirt' } }

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)

  async function newTestSite(path: string) {
    const site = await createTestSite(database)
    const actor: Actor = { kind: 'administrator', userId: site.userId, sessionId: newId(), authenticatedBy: 'session' }
    const features = featuresOf({ tour: true, announcements: true, media: { enabled: true } })
    const api = createTestApi(database, site, actor, {}, { site: { features } })
    const ask = async (method: string, to: string, body?: object) => {
      const answer = await api.request(
        `/api/admin/${path}${to}`,
        jsonRequest(body, { method, headers: { origin: 'http://localhost' } }),
      )
      return { status: answer.status, json: await answer.json() }
    }
    return {
      post: (body: object) => ask('POST', '', body),
      put: (id: string, body: object) => ask('PUT', `/${id}`, body),
      count: async () => (await ask('GET', '')).json.total as number,
      log: async () =>
        (await site.as('administrator', (tx) => tx.select().from(activityLogs))).map((line) => line.action),
    }
  }

  describe.each(Object.entries(routers))('%s', (path, draft) => {
    test('creates one record when a save is repeated after a lost answer, also at the same moment', async () => {
      const { post, count, log } = await newTestSite(path)
      const id = newId()
      const [first, second] = await Promise.all([post({ ...draft, id }), post({ ...draft, id })])
      const third = await post({ ...draft, id })
      expect([first, second, third].map(({ status }) => status)).toEqual([201, 201, 201])
      expect(third.json).toEqual(first.json)
      expect(second.json).toEqual(first.json)
      expect(first.json.id).toBe(id)
      expect(await count()).toBe(1)
      expect(await log()).toEqual(['created'])
    })

    test('keeps the corrections of a repeated save, unless another editor has changed the record', async () => {
      const { post, put, count } = await newTestSite(path)
      const id = newId()
      await post({ ...draft, id })
      const again = await post({ ...draft, ...fixes[path], id })
      expect(again).toMatchObject({ status: 201, json: { id, ...fixes[path] } })
      expect((await post({ ...draft, id })).status).toBe(409)
      const { sequence } = again.json
      expect((await put(id, { ...draft, sequence })).status).toBe(200)
      expect((await post({ ...draft, ...fixes[path], id })).status).toBe(409)
      expect(await count()).toBe(1)
    })

    test('creates a record for each request without an id', async () => {
      const { post, count } = await newTestSite(path)
      await post(draft)
      await post(draft)
      expect(await count()).toBe(2)
      expect((await post({ ...draft, id: '7' })).status).toBe(422)
    })
  })

  test('a repeated save of a product does not add its stock again', async () => {
    const { post } = await newTestSite('products')
    const id = newId()
    await post({ ...routers.products, id })
    const again = await post({ ...routers.products, name: 'Shirt', id })
    expect(again.json).toMatchObject({ left: 4, variants: [{ left: 4 }, { left: 0 }] })
  })
})
