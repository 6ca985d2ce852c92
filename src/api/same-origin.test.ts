import { describe, expect, test } from 'vitest'
import { operationsOf } from '#api/openapi.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, defaultEngine, openTestDatabase } from '#tests/database.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { openTestShop } from '#tests/fixtures/payments.ts'

const database = await openTestDatabase(defaultEngine)
const site = { domain: 'site.example', hosts: ['www.site.example', 'localhost'] }
const { payments } = await openTestShop(database)
const api = createTestApi(database, await createTestSite(database), { kind: 'visitor' }, {}, { site, payments })

const writes = operationsOf(api)
  .filter(({ method, meta }) => meta.access === 'anyone' && method !== 'GET')
  // Accounts and access ask for the exact origin of the visit, also without a cookie.
  .filter(({ path }) => !/^\/api\/(auth|access)\//.test(path))
  .map(({ method, path }) => [method, path.replace(/:\w+/g, '01a1dd00-0000-7000-8000-000000000009')] as const)
const reasonOf = async (method: string, path: string, headers: Record<string, string>) =>
  (await (await api.request(path, jsonRequest({}, { method, headers }))).json()).reason

describe('public routes', () => {
  const fromPages = writes.filter(([, path]) => path !== '/api/webhooks/stripe')

  test.each(fromPages)('%s %s refuses requests from pages of other sites', async (method, path) => {
    for (const origin of ['https://evil.example', 'https://site.example.evil.example', 'http://localhostt', 'null'])
      expect(await reasonOf(method, path, { origin }), origin).toBe('foreign-origin')
  })

  test.each(fromPages)(
    '%s %s accepts requests from every host of the site, and without Origin',
    async (method, path) => {
      for (const origin of ['http://localhost', 'https://site.example', 'https://WWW.site.example:8443'])
        expect(await reasonOf(method, path, { origin }), origin).not.toBe('foreign-origin')
      expect(await reasonOf(method, path, {})).not.toBe('foreign-origin')
    },
  )
})

test('accepts a webhook with any origin', async () => {
  expect(writes.map(([, path]) => path)).toContain('/api/webhooks/stripe')
  const origin = 'https://evil.example'
  expect(await reasonOf('POST', '/api/webhooks/stripe', { origin })).toBe('webhook-forged')
})

test('accepts a bearer token from any origin, but not together with a cookie', async () => {
  const [path, origin] = ['/functions/v1/contact-form', 'https://elsewhere.example']
  const key = { origin, authorization: 'Bearer some-key' }
  expect(await reasonOf('POST', path, key)).toBe('invalid')
  expect(await reasonOf('POST', path, { ...key, cookie: 'theme=dark' })).toBe('foreign-origin')
})
