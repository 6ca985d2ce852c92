import { describe, expect, test } from 'vitest'
import { createApiWithBrowsers } from '#tests/api-with-browsers.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { openAccounts, password } from '#tests/fixtures/accounts.ts'

const megabytes = 'x'.repeat(10_000_000)
const uuid = '01a1dd45-5f4d-7c1d-9793-21a9544e5180'

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)
  const { newBrowser, faults } = createApiWithBrowsers(accounts)
  const site = await createTestSite(database)
  const { email } = await accounts.newUser(site, { administers: true })
  const visitor = newBrowser(site)
  const signedIn = newBrowser(site)
  await signedIn.post('/api/auth/sign-in', { email, password, rememberMe: false })

  describe('invalid input is refused with a message and a 4xx status', () => {
    test.each<[string, string, unknown]>([
      ['nothing at all', 'sign-in', undefined],
      ['null', 'sign-in', null],
      ['a list', 'sign-in', []],
      ['numbers', 'sign-in', { email: 1, password: 2 }],
      ['objects', 'sign-in', { email: { $ne: '' }, password: { $ne: '' } }],
      ['a null byte in an address', 'sign-in', { email: 'a\0@example.com', password }],
      ['letters that look like others', 'sign-in', { email: 'аnn@example.com', password }],
      ['ten megabytes', 'sign-in', { email, password: megabytes }],
      ['a password that is too long to hash', 'sign-in', { email, password: 'x'.repeat(1025) }],
      ['half an emoji', 'sign-up', { email: 'a@example.com', password: 'Passw0rd!\ud800' }],
      ['no address', 'forgot-password', { email: '' }],
      ['many addresses', 'forgot-password', { email: 'a@example.com,b@example.com' }],
      ['an unknown link', 'reset-password', { token: 'x', newPassword: 'Passw0rd!', confirmPassword: 'Passw0rd!' }],
      ['a link with a null byte', 'verify-email', { token: `${'x'.repeat(42)}\0` }],
      ['an unknown invitation', 'sign-up', { email: 'a@example.com', password: 'Passw0rd!', invitation: 'x' }],
      ['a code without a challenge', 'challenge', { factorId: uuid, code: '123456' }],
      ['a code of letters', 'challenge', { factorId: uuid, code: 'abcdef' }],
      ['a code with spaces', 'challenge', { factorId: uuid, code: '123 456' }],
      ['a factor that is no id', 'challenge', { factorId: "' or 1=1", code: '123456' }],
      ['a recovery code of signs', 'recovery', { factorId: uuid, code: '????????' }],
      ['a recovery code without a challenge', 'recovery', { factorId: uuid, code: 'ABCDEFGH' }],
    ])('%s (%s)', async (_, path, body) => {
      const refused = await visitor.post(`/api/auth/${path}`, body)
      expect(refused.status).toBeGreaterThanOrEqual(400)
      expect(refused.status).toBeLessThan(500)
      expect(await refused.json()).toMatchObject({ error: expect.stringMatching(/\w/), reason: expect.any(String) })
      expect(refused.headers.getSetCookie()).toEqual([])
      expect(faults).toEqual([])
    })

    test.each<[string, string, unknown, number]>([
      ['a factor that is not there', `factors/${uuid}/verify`, { code: '123456' }, 409],
      ['a factor that cannot be', 'factors/x/verify', { code: '123456' }, 404],
      ['no current password', 'factors', { currentPassword: '' }, 422],
      ['a wrong current password', 'factors/disable', { currentPassword: 'x' }, 422],
      [
        'a new password that will not do',
        'change-password',
        { currentPassword: password, newPassword: 'x', confirmPassword: 'y' },
        422,
      ],
    ])('signed in: %s', async (_, path, body, status) => {
      const refused = await signedIn.post(`/api/auth/${path}`, body)
      expect(refused.status).toBe(status)
      expect(await refused.json()).toMatchObject({ error: expect.any(String), reason: expect.any(String) })
      expect(faults).toEqual([])
    })

    test.each([
      ['plain text', 'text/plain', '{}', 415],
      ['a form', 'application/x-www-form-urlencoded', 'email=a&password=b', 415],
      ['broken JSON', 'application/json', '{"email":', 400],
      ['JSON with a prototype', 'application/json', '{"__proto__":{"email":"a@example.com"}}', 422],
    ])('a sign-in body: %s', async (_, type, body, status) => {
      const headers = { origin: 'http://localhost', 'content-type': type }
      const refused = await visitor.request('/api/auth/sign-in', { method: 'POST', headers, body })
      expect(refused.status).toBe(status)
      expect(faults).toEqual([])
    })

    test.each([
      '/api/auth/sign-in/',
      '//api/auth/sign-in',
      '/api/auth/Sign-In',
      '/api/auth%2fsign-in',
      '/api/auth/sign-in;x=1',
    ])('a variant of the path does not bypass the route: %s', async (path) => {
      const refused = await visitor.post(path, { email, password, rememberMe: false })
      expect(refused.status).toBe(404)
    })

    test.each(['GET', 'PUT', 'PATCH', 'DELETE'])('%s /sign-in is answered with 405', async (method) => {
      const refused = await visitor.request('/api/auth/sign-in', { method, headers: { origin: 'http://localhost' } })
      expect(refused.status).toBe(405)
    })
  })

  test.each([
    ['a hundred', Array.from({ length: 100 }, (_, i) => `c${i}=${i}`).join('; ')],
    ['one of eight kilobytes', `session=${'x'.repeat(8192)}`],
    ['the same twice', 'session=a; session=b'],
    ['badly escaped', 'session=%E0%A4%A; challenge=%; sign-up=%00'],
    ['of the prototype', '__proto__=x; constructor=y; session=__proto__'],
  ])('cookies that are %s are accepted without an error', async (_, cookie) => {
    for (const path of ['/api/auth/session', '/api/auth/account-status']) {
      const answer = await newBrowser(site).request(path, { headers: { cookie } })
      expect(answer.status).toBe(200)
    }
    expect(faults).toEqual([])
  })

  test('refused requests change no rows', async () => {
    const entered = await newBrowser(site).post('/api/auth/sign-in', { email, password, rememberMe: false })
    expect(entered.status).toBe(200)
    const mails = (await accounts.mailsOf(site)).map(({ subject }) => subject)
    // One session for each browser that has signed in here.
    expect(mails).toEqual(['New sign-in to Example', 'New sign-in to Example'])
  })
})
