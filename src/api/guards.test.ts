import { describe, expect, test } from 'vitest'
import { operationsOf } from '#api/openapi.ts'
import { grantPlatformAccess } from '#server/accounts/platform-access.ts'
import { type ApiBrowser, createApiWithBrowsers } from '#tests/api-with-browsers.ts'
import { createTestSite, defaultEngine, openTestDatabase } from '#tests/database.ts'
import { noon, openAccounts, password } from '#tests/fixtures/accounts.ts'

const database = await openTestDatabase(defaultEngine)
const accounts = await openAccounts(database)
const { newBrowser, routes, faults } = createApiWithBrowsers(accounts)
const [site, elsewhere] = [await createTestSite(database), await createTestSite(database)]
const operations = operationsOf({ routes })

const people = {
  visitor: null,
  'signed in without access': await accounts.newUser(site),
  'administrator of another site': await accounts.newUser(elsewhere, { administers: true }),
  administrator: await accounts.newUser(site, { administers: true }),
  'administrator with platform access': await accounts.newUser(site, { administers: true }),
}
const { email: platformEmail } = people['administrator with platform access']
await site.as('auth_service', (tx) => grantPlatformAccess(tx, platformEmail, noon))

type Person = keyof typeof people
const signedIn = new Map<Person, ApiBrowser>()

/** A signed-in browser; a new one after a request to an account route, which may have ended the session. */
async function browserOf(person: Person, path: string): Promise<ApiBrowser> {
  const browser = signedIn.get(person) ?? newBrowser(site)
  const email = people[person]?.email
  if (email && !signedIn.has(person)) await browser.post('/api/auth/sign-in', { email, password, rememberMe: false })
  if (path.startsWith('/api/auth')) signedIn.delete(person)
  else signedIn.set(person, browser)
  return browser
}

async function answerTo(person: Person, method: string, path: string, isConfirmed: boolean): Promise<number> {
  const browser = await browserOf(person, path)
  const at = path.replaceAll(/:\w+(\{[^}]*\})?/g, '01a1dd45-5f4d-7c1d-9793-21a9544e5180')
  const hasBody = method !== 'GET' && method !== 'DELETE'
  const headers = {
    origin: 'http://localhost',
    ...(hasBody && { 'content-type': 'application/json' }),
    ...(isConfirmed && people[person] && (await browser.confirmed(password))),
  }
  return (await browser.request(at, { method, headers, ...(hasBody && { body: '{}' }) })).status
}

const expected = {
  'signed-in': {
    visitor: 401,
    'signed in without access': 'allowed',
    'administrator of another site': 'allowed',
    administrator: 'allowed',
    'administrator with platform access': 'allowed',
  },
  permission: {
    visitor: 401,
    'signed in without access': 403,
    'administrator of another site': 403,
    administrator: 'allowed',
    'administrator with platform access': 'allowed',
  },
  'sites:manage': {
    visitor: 401,
    'signed in without access': 403,
    'administrator of another site': 403,
    administrator: 403,
    'administrator with platform access': 'allowed',
  },
} as const

test('every route has an access guard', () => {
  expect(operations.length).toBeGreaterThan(20)
  expect(operations.filter(({ meta }) => !meta.access)).toEqual([])
})

test('refuses text that PostgreSQL cannot store and names the field', async () => {
  const browser = newBrowser(site)
  await browser.post('/api/auth/sign-in', { email: people.administrator.email, password, rememberMe: false })
  const answerTo = async (path: string, body?: string) => {
    const headers = { origin: 'http://localhost', 'content-type': 'application/json' }
    const answer = await browser.request(path, body ? { method: 'POST', headers, body } : {})
    return { status: answer.status, ...(await answer.json()) }
  }
  const half = JSON.stringify({ title: 'x', message: 'half a sign: ' }).replace('sign: ', 'sign: \\ud83d')
  expect(await answerTo('/api/admin/announcements', half)).toMatchObject({
    status: 422,
    fields: { message: 'Please use plain text.' },
  })
  for (const list of ['shows', 'gallery', 'media', 'announcements', 'activity'])
    expect(await answerTo(`/api/admin/${list}?q=%00`), list).toMatchObject({
      status: 422,
      fields: { q: expect.any(String) },
    })
  expect(await answerTo('/api/tour/shows/%00')).toMatchObject({ status: 404 })
  expect(faults).toEqual([])
})

describe('every route that requires a sign-in checks each kind of user:', () => {
  const guarded = operations.filter(({ meta }) => meta.access !== 'anyone')
  test.each(guarded.map(({ method, path, meta }) => [method, path, meta.access!, meta.confirmation] as const))(
    '%s %s (%s)',
    async (method, path, access, confirmation) => {
      const rule = expected[access === 'signed-in' || access === 'sites:manage' ? access : 'permission']
      for (const person of Object.keys(people) as Person[]) {
        const status = await answerTo(person, method, path, confirmation !== undefined)
        // A request that passes the guard may still be refused for its content.
        const seen = [401, 403].includes(status) || status >= 500 ? status : 'allowed'
        expect(seen, person).toBe(rule[person])
      }
      expect(faults).toEqual([])
    },
  )
})
