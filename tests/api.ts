import { createApi } from '#api/api.ts'
import type { ApiEnv, RequestContext, SiteEnvironment } from '#api/env.ts'
import type { ApiDeps } from '#api/request-variables.ts'
import { confirmationHeader } from '#domain/accounts/session.ts'
import type { Actor } from '#domain/actor.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import type { Site } from '#domain/sites/site.ts'
import { createConfirmationToken } from '#server/accounts/tokens.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import type { Database } from '#server/db/database.ts'
import type { TestSite } from '#tests/database.ts'
import { testKeys } from '#tests/fixtures/accounts.ts'
import { testContactService } from '#tests/fixtures/contact.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { testHosting } from '#tests/fixtures/hosting.ts'
import { silentLog } from '#tests/fixtures/log.ts'
import { testPayments } from '#tests/fixtures/payments.ts'
import { testSiteEnvironment } from '#tests/fixtures/site-environment.ts'

export const now = new Date('2026-05-01T12:00:00Z')

const errorsOnly = { ...silentLog, error: (facts: object) => console.error(facts) }

/** The whole API for one test site, called by one person. */
export function createTestApi(
  database: Database,
  { websiteId }: Pick<TestSite, 'websiteId'>,
  actor: Actor = { kind: 'visitor' },
  environment: Partial<SiteEnvironment> = {},
  deps: Partial<ApiDeps> & { site?: Partial<Site> } = {},
) {
  const minimal = siteWithDefaults(minimalSite())
  const features = { ...minimal.features, tour: true, announcements: true, gallery: true, media: { enabled: true } }
  const site: Site = { ...minimal, features, ...deps.site, siteId: websiteId }
  const requestContext: RequestContext = { site, origin: 'http://localhost', requestId: 'test', address: '127.0.0.1' }
  const accounts = testKeys()
  const api = createApi({
    database,
    clock: () => now,
    log: errorsOnly,
    authenticate: async () => actor,
    cache: createSiteCache(),
    accounts,
    contactService: testContactService(),
    files: testFiles(),
    payments: testPayments(database),
    hosting: testHosting(database, site),
    ...deps,
    siteEnvironmentOf: () =>
      testSiteEnvironment({
        pages: new Map([
          [
            'history',
            {
              title: 'History',
              description: 'How it began.',
              markdown: 'Slowly.',
              html: '<p>Slowly.</p>',
              chapters: [],
            },
          ],
        ]),
        ...environment,
      }),
  })
  return {
    routes: api.routes,
    /** The confirmation header that a request carries after the password was entered. */
    confirmed: (): Record<string, string> => {
      if (actor.kind === 'visitor') return {}
      const { keys } = deps.accounts ?? accounts
      const { token } = createConfirmationToken(
        keys,
        { siteId: websiteId, sessionId: actor.sessionId },
        deps.clock?.() ?? now,
      )
      return { [confirmationHeader]: token }
    },
    request: (
      input: string | Request,
      init?: RequestInit,
      address = requestContext.address,
      known: Pick<ApiEnv['Bindings'], 'actor'> = {},
    ) =>
      api.fetch(typeof input === 'string' ? new Request(`http://localhost${input}`, init) : input, {
        requestContext: { ...requestContext, address },
        ...known,
      }),
  }
}
