import { createAuthenticator } from '#api/accounts/auth-context.ts'
import { createApi } from '#api/api.ts'
import type { RequestContext } from '#api/env.ts'
import { confirmationHeader } from '#domain/accounts/session.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import type { Site } from '#domain/sites/site.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { newId } from '#server/db/id.ts'
import { noon, type TestAccounts } from '#tests/fixtures/accounts.ts'
import { testContactService } from '#tests/fixtures/contact.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { testHosting } from '#tests/fixtures/hosting.ts'
import { silentLog } from '#tests/fixtures/log.ts'
import { testPayments } from '#tests/fixtures/payments.ts'
import { testSiteEnvironment } from '#tests/fixtures/site-environment.ts'

type Place = { websiteId: string }
type BrowserOptions = { origin?: string; address?: string }

/** The whole API, called by browsers that keep their cookies. */
export function createApiWithBrowsers(accounts: TestAccounts) {
  const { database, keys, sealer } = accounts
  let now = noon
  const clock = () => now
  const faults: unknown[] = []
  const api = createApi({
    database,
    clock,
    log: { ...silentLog, error: (facts) => faults.push(facts) },
    authenticate: createAuthenticator({ database, keys, clock }),
    cache: createSiteCache(),
    accounts: { keys, sealer },
    contactService: testContactService(),
    files: testFiles(),
    payments: testPayments(database),
    hosting: testHosting(database),
    siteEnvironmentOf: () => testSiteEnvironment({ origin: 'https://site.example' }),
  })

  function newBrowser({ websiteId }: Place, { origin = 'http://localhost', address = newId() }: BrowserOptions = {}) {
    const site: Site = { ...siteWithDefaults(minimalSite()), siteId: websiteId }
    const requestContext: RequestContext = { site, origin, requestId: 'test', address }
    const cookies = new Map<string, string>()
    const request = async (path: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers)
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      if (cookie && !headers.has('cookie')) headers.set('cookie', cookie)
      const response = await api.fetch(new Request(`${origin}${path}`, { ...init, headers }), { requestContext })
      for (const set of response.headers.getSetCookie()) {
        const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
        if (/max-age=0/i.test(set)) cookies.delete(name!)
        else cookies.set(name!, value!)
      }
      return response
    }
    const send =
      (method: string) =>
      (path: string, body?: unknown, headers: Record<string, string> = {}) =>
        request(path, {
          method,
          headers: { origin, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        })
    /** The confirmation header that a request carries after the password was entered. */
    const confirmed = async (currentPassword: string, code?: string) => {
      const answer = await send('POST')('/api/auth/confirmation', { currentPassword, ...(code && { code }) })
      if (!answer.ok) throw new Error(`The confirmation was refused: ${await answer.text()}`)
      return { [confirmationHeader]: (await answer.json()).token as string }
    }
    return {
      confirmed,
      cookies,
      request,
      get: (path: string) => request(path),
      post: send('POST'),
      delete: send('DELETE'),
    }
  }

  return {
    routes: api.routes,
    newBrowser,
    /** From now on it is this time. */
    setClock: (time: Date) => {
      now = time
    },
    /** Unexpected errors of the API; a test expects none. */
    faults,
  }
}

export type ApiBrowser = ReturnType<ReturnType<typeof createApiWithBrowsers>['newBrowser']>
