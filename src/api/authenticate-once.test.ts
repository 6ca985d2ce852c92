import { expect, test } from 'vitest'
import type { Actor } from '#domain/actor.ts'
import { newId } from '#server/db/id.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, defaultEngine, openTestDatabase } from '#tests/database.ts'

const database = await openTestDatabase(defaultEngine)

test('authenticates a page once, not for each of its API requests', async () => {
  const site = await createTestSite(database)
  let lookups = 0
  const authenticate = async (): Promise<Actor> => {
    lookups++
    return { kind: 'visitor' }
  }
  const api = createTestApi(database, site, undefined, {}, { authenticate })
  const owner: Actor = { kind: 'administrator', userId: newId(), sessionId: newId(), authenticatedBy: 'session' }
  const asOwner = () => api.request('/api/admin/shows', undefined, undefined, { actor: Promise.resolve(owner) })
  expect([(await asOwner()).status, (await asOwner()).status, lookups]).toEqual([200, 200, 0])
  expect([(await api.request('/api/admin/shows')).status, lookups]).toEqual([401, 1])
})
