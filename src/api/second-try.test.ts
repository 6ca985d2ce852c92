import { describe, expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { activityLogs } from '#server/activity/table.ts'
import { newId } from '#server/db/id.ts'
import { apiOf } from '#tests/api.ts'
import { engines, newSite, openTestDatabase } from '#tests/database.ts'
import { featuresOf } from '#tests/fixtures/domain/sites.ts'

const variants = [{ options: ['S'], stockQuantity: 4 }, { options: ['M'] }]
/** What a new one is made of, and what somebody corrects in it before they try again. */
const desks = {
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
    const site = await newSite(database)
    const actor: Actor = { kind: 'administrator', userId: site.userId, sessionId: newId(), authenticatedBy: 'session' }
    const features = featuresOf({ tour: true, announcements: true, media: { enabled: true } })
    const api = apiOf(database, site, actor, {}, { site: { features } })
    const ask = async (method: string, to: string, body?: object) => {
      const headers = { 'content-type': 'application/json', origin: 'http://localhost' }
      const init = body ? { method, headers, body: JSON.stringify(body) } : { method, headers }
      const answer = await api.request(`/api/admin/${path}${to}`, init)
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

  describe.each(Object.entries(desks))('%s', (path, draft) => {
    test('the answer was lost: saving again makes no second one, however close together', async () => {
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

    test('what was corrected before the second try is kept, unless somebody else has changed it', async () => {
      const { post, put, count } = await newTestSite(path)
      const id = newId()
      await post({ ...draft, id })
      const again = await post({ ...draft, ...fixes[path], id })
      expect(again).toMatchObject({ status: 201, json: { id, ...fixes[path] } })
      expect((await post({ ...draft, id })).status).toBe(409)
      const { updatedAt: seen, sequence } = again.json
      const newest = path === 'announcements' ? { seen, draft } : { ...draft, sequence }
      expect((await put(id, newest)).status).toBe(200)
      expect((await post({ ...draft, ...fixes[path], id })).status).toBe(409)
      expect(await count()).toBe(1)
    })

    test('without an id of its own, each is another one', async () => {
      const { post, count } = await newTestSite(path)
      await post(draft)
      await post(draft)
      expect(await count()).toBe(2)
      expect((await post({ ...draft, id: '7' })).status).toBe(422)
    })
  })

  test('what lies on the shelves of a product is not counted twice', async () => {
    const { post } = await newTestSite('products')
    const id = newId()
    await post({ ...desks.products, id })
    const again = await post({ ...desks.products, name: 'Shirt', id })
    expect(again.json).toMatchObject({ left: 4, variants: [{ left: 4 }, { left: 0 }] })
  })
})
