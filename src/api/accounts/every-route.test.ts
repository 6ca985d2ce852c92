import { afterEach, describe, expect, test } from 'vitest'
import { operationsOf } from '#api/openapi.ts'
import { grantPlatformAccess } from '#server/accounts/platform-access.ts'
import { type ApiBrowser, createApiWithBrowsers } from '#tests/api-with-browsers.ts'
import { createTestSite, engines, openTestDatabase } from '#tests/database.ts'
import { addMilliseconds, minutes, noon, openAccounts, password } from '#tests/fixtures/accounts.ts'

const userId = '01a1dd45-5f4d-7c1d-9793-21a9544e5180'
const at = (path: string) => path.replaceAll(/:\w+(\{[^}]*\})?/g, userId)
const hasBody = (method: string) => !['GET', 'HEAD', 'DELETE'].includes(method)

/** Reads the route table, so that new routes are walked too. */
describe.each(engines)('on %s, every route', async (engine) => {
  const database = await openTestDatabase(engine)
  const accounts = await openAccounts(database)
  const { newBrowser, routes, faults } = createApiWithBrowsers(accounts)
  const [site, elsewhere] = [await createTestSite(database), await createTestSite(database)]
  const operations = operationsOf({ routes })
  const guarded = operations.filter(({ meta }) => meta.access !== 'anyone')
  const changing = operations.filter(({ method }) => method !== 'GET')
  afterEach(() => expect(faults.splice(0)).toEqual([]))

  const ask = async (browser: ApiBrowser, method: string, path: string, headers: Record<string, string> = {}) =>
    browser.request(at(path), {
      method,
      headers: { ...(hasBody(method) && { 'content-type': 'application/json' }), ...headers },
      ...(hasBody(method) && { body: '{}' }),
    })
  const own = { origin: 'http://localhost' }

  async function browserOf({ email }: { email: string }) {
    const browser = newBrowser(site)
    await browser.post('/api/auth/sign-in', { email, password, rememberMe: false })
    return browser
  }

  test('every account route declares its access', () => {
    expect(guarded.length).toBeGreaterThan(8)
    expect(changing.length).toBeGreaterThan(15)
    expect(operations.filter(({ meta }) => !meta.access)).toEqual([])
  })

  test('every account route answers each kind of actor by its declared access', async () => {
    const platformPerson = await accounts.newUser(site, { administers: true })
    await site.as('auth_service', (tx) => grantPlatformAccess(tx, platformPerson.email, noon))
    const people = {
      visitor: newBrowser(site),
      'signed in': await browserOf(await accounts.newUser(site)),
      'administrator of another site': await browserOf(await accounts.newUser(elsewhere, { administers: true })),
      administrator: await browserOf(await accounts.newUser(site, { administers: true })),
      'administrator with platform access': await browserOf(platformPerson),
    }
    for (const { method, path, meta } of guarded) {
      const outsider = meta.access === 'signed-in' ? 'let through' : 403
      const seen: Record<string, unknown> = {}
      for (const [who, browser] of Object.entries(people)) {
        const confirmed = meta.confirmation && who !== 'visitor' ? await browser.confirmed(password) : {}
        const { status } = await ask(browser, method, path, { ...own, ...confirmed })
        // A request that passes the guard may still be refused for its content.
        seen[who] = [401, 403].includes(status) || status >= 500 ? status : 'let through'
      }
      expect(seen, `${method} ${path}`).toEqual({
        visitor: 401,
        'signed in': outsider,
        'administrator of another site': outsider,
        administrator: meta.access === 'sites:manage' ? 403 : 'let through',
        'administrator with platform access': 'let through',
      })
    }
  })

  test('every changing account route refuses requests of other origins', async () => {
    const { email } = await accounts.newUser(site, { administers: true })
    const browser = await browserOf({ email })
    const session = browser.cookies.get('session')
    const origins = [
      'https://evil.example',
      'null',
      'http://localhost:81',
      'https://localhost',
      'http://localhost.evil',
    ]
    for (const { method, path } of changing)
      for (const headers of [{}, ...origins.map((origin) => ({ origin }))]) {
        const refused = await ask(browser, method, path, headers)
        expect([refused.status, await refused.json()], `${method} ${path} ${JSON.stringify(headers)}`).toMatchObject([
          403,
          { reason: 'foreign-origin' },
        ])
        expect(refused.headers.getSetCookie()).toEqual([])
      }
    expect(browser.cookies.get('session')).toBe(session)
    expect(await (await browser.get('/api/auth/session')).json()).toMatchObject({ user: { email } })
    // Account routes refuse them without a cookie too.
    for (const { method, path } of changing.filter(({ path }) => /^\/api\/(auth|access)/.test(path)))
      for (const headers of [{}, ...origins.map((origin) => ({ origin }))])
        expect((await ask(newBrowser(site), method, path, headers)).status, `${method} ${path}`).toBe(403)
  })

  test('every signed-in route refuses a browser whose second factor is missing', async () => {
    const { email } = await accounts.newUser(site, { administers: true })
    const { person } = await accounts.signedIn(site, email, { now: addMilliseconds(-20 * minutes) })
    await accounts.withFactor(site, person)
    const first = await newBrowser(site).post('/api/auth/sign-in', { email, password, rememberMe: false })
    expect(await first.json()).toMatchObject({ secondFactor: true })
    const given = first.headers.getSetCookie().map((cookie) => /^([^=]+)=([^;]*)/.exec(cookie)!)
    expect(given.length).toBeGreaterThan(0)
    const cookies = given.flatMap(([, name, value]) => [
      `${name}=${value}`,
      `session=${value}`,
      `__Host-session=${value}`,
    ])
    const all = [...cookies, cookies.join('; ')]
    for (const { method, path } of guarded) {
      for (const cookie of all)
        expect((await ask(newBrowser(site), method, path, { ...own, cookie })).status, `${path} ${cookie}`).toBe(401)
      for (const [, , value] of given) {
        const authorization = `Bearer ${value}`
        expect((await ask(newBrowser(site), method, path, { ...own, authorization })).status, path).toBe(401)
      }
    }
  })
})
