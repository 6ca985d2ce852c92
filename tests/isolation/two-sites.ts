import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll } from 'vitest'
import { createAuthenticator } from '#api/accounts/auth-context.ts'
import { createApi } from '#api/api.ts'
import type { RequestContext } from '#api/env.ts'
import { confirmationHeader } from '#domain/accounts/session.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import type { Site } from '#domain/sites/site.ts'
import { createConfirmationToken } from '#server/accounts/tokens.ts'
import { createSiteCache } from '#server/cache/site-cache.ts'
import { createContactService } from '#server/contact/contact-service.ts'
import type { Database, Engine } from '#server/db/database.ts'
import { newId } from '#server/db/id.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { deleteSiteFilesJob } from '#server/hosted-sites/delete-job.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { createPreviewJob } from '#server/previews/preview-job.ts'
import { copyTemplateDatabase, createTestSite, openTestDatabase, type TestSite } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { testFiles } from '#tests/fixtures/files.ts'
import { testHosting } from '#tests/fixtures/hosting.ts'
import { openTestShop } from '#tests/fixtures/payments.ts'
import { testSiteEnvironment } from '#tests/fixtures/site-environment.ts'

/** The actors of a website. */
export const siteActors = ['visitor', 'customer', 'administrator', 'token', 'stranger', 'neighbour'] as const
/**
 * A customer has an account and no access. A token is an administrator's, as uploads use it. A stranger shows the
 * session that they have as administrator of the other site; a neighbour administers that one and is signed in here.
 */
export type SiteActor = (typeof siteActors)[number]

export type RouteInput = {
  method?: string
  query?: Record<string, string> | string
  body?: unknown
  headers?: Record<string, string>
}

export type IsolatedSite = TestSite & {
  /** A word in every text of this site and in none of the other. */
  word: string
  site: Site
  ask: (who: SiteActor, path: string, input?: RouteInput) => Promise<Response>
  /** Any request at all. */
  send: (who: SiteActor, request: Request) => Promise<Response>
  /** Renews the sessions of this site: wrong passwords and similar requests have ended some. */
  renewSessions: () => Promise<void>
}

export type TwoSites = Awaited<ReturnType<typeof openTwoSites>>
export type LogLine = { level: string; words: string; facts: Record<string, unknown> }

/** Two sites with every kind of row, through a login bound by row-level security. */
export async function openTwoSites(engine: Engine = 'postgres') {
  const { database, ownerQuery } = engine === 'postgres' ? await onPostgres() : await onPglite()
  const accounts = await openAccounts(database)
  const shop = await openTestShop(database)
  const files = testFiles()
  const previewJob = createPreviewJob({ ...files, invalidate: () => {}, report: () => {} })
  const jobs = await startJobs(database, {
    jobs: [previewJob, deleteSiteFilesJob(files)],
    work: false,
    report: console.error,
  })
  afterAll(() => jobs.stop())
  const contactServices = createContactService({ sealer: shop.sealer, keys: shop.keys, turnstile: null })
  const logged: LogLine[] = []
  const note = (level: string) => (facts: object, words: string) => {
    logged.push({ level, words, facts: facts as Record<string, unknown> })
  }
  const api = createApi({
    database,
    clock: shop.clock,
    log: { debug: note('debug'), info: note('info'), warn: note('warn'), error: note('error') },
    authenticate: createAuthenticator({ database, keys: accounts.keys, clock: shop.clock }),
    cache: createSiteCache(),
    accounts: { keys: accounts.keys, sealer: accounts.sealer },
    contactService: contactServices,
    files,
    payments: shop.payments,
    hosting: testHosting(database),
    siteEnvironmentOf: (site) =>
      testSiteEnvironment({
        origin: `https://${site.domain}`,
        pages: new Map([
          [
            'history',
            {
              title: site.name,
              description: site.name,
              markdown: site.name,
              html: `<p>${site.name}</p>`,
              chapters: [],
            },
          ],
        ]),
      }),
  })

  const minimal = siteWithDefaults(minimalSite())
  function siteOf({ websiteId }: TestSite, word: string): Site {
    const lists = { tour: true, announcements: true, gallery: true, discography: true, awards: true, press: true }
    const features = { ...minimal.features, ...shop.look.features, ...lists }
    return {
      ...minimal,
      ...shop.look,
      siteId: websiteId,
      name: `The ${word} band`,
      tagline: `${word}-tagline`,
      description: `${word}-description`,
      domain: `${word}.example`,
      hosts: [`${word}.localhost`],
      features: { ...features, media: { enabled: true } },
      contact: { ...minimal.contact, email: `owner@${word}.example` },
    }
  }

  const made = {
    aquila: await createTestSite(database),
    borealis: await createTestSite(database),
  }
  const administrators = {
    aquila: await accounts.newUser(made.aquila, { administers: true }),
    borealis: await accounts.newUser(made.borealis, { administers: true }),
  }

  async function placeOf(word: 'aquila' | 'borealis'): Promise<IsolatedSite> {
    const own = { ...made[word], userId: administrators[word].userId }
    const other = word === 'aquila' ? 'borealis' : 'aquila'
    const site = siteOf(own, word)
    const origin = `http://${word}.localhost`
    /** The session of a user with a fresh confirmation, so that requests pass that guard too. */
    const session = async (at: TestSite, email: string) => {
      const { token, person } = await accounts.signedIn(at, email)
      const of = { siteId: at.websiteId, sessionId: person.sessionId }
      const confirmation = createConfirmationToken(accounts.keys, of, shop.clock()).token
      return { cookie: `session=${token}`, [confirmationHeader]: confirmation }
    }
    const customer = await accounts.newUser(own)
    const shown: Record<SiteActor, Record<string, string>> = {
      visitor: {},
      customer: {},
      administrator: {},
      token: {},
      neighbour: {},
      stranger: await session(made[other], administrators[other].email),
    }
    const send = async (who: SiteActor, request: Request): Promise<Response> => {
      for (const [name, value] of Object.entries(shown[who]))
        if (!request.headers.has(name)) request.headers.set(name, value)
      // Each from its own address, so that rate limits do not decide.
      const requestContext: RequestContext = { site, origin, requestId: 'test', address: newId() }
      return api.fetch(request, { requestContext })
    }
    const ask = (who: SiteActor, path: string, { method = 'GET', query, body, headers }: RouteInput = {}) => {
      const search = query ? `?${new URLSearchParams(query)}` : ''
      const isText = typeof body === 'string' || body instanceof Uint8Array || body instanceof FormData
      const init = {
        method,
        headers: { origin, ...(body !== undefined && !isText && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body: isText ? (body as BodyInit) : JSON.stringify(body) }),
      }
      return send(who, new Request(`${origin}${path}${search}`, init))
    }
    const renewSessions = async () => {
      shown.customer = await session(own, customer.email)
      shown.administrator = await session(own, administrators[word].email)
      shown.neighbour = await session(own, administrators[other].email)
      const { token } = await (await ask('administrator', '/api/auth/token', { method: 'POST' })).json()
      const { cookie: _, ...confirmed } = shown.administrator
      shown.token = { authorization: `Bearer ${token}`, ...confirmed }
    }
    await renewSessions()
    return { ...own, word, site, ask, send, renewSessions }
  }

  return {
    database,
    accounts,
    shop,
    files,
    contactServices,
    api,
    logged,
    rows: async <R extends object>(text: string, values: unknown[] = []) =>
      (await ownerQuery(text, values)).rows as R[],
    run: (text: string) => ownerQuery(text),
    places: [await placeOf('aquila'), await placeOf('borealis')] as const,
  }
}

type OwnerQuery = (text: string, values?: unknown[]) => Promise<{ rows: unknown[] }>

async function onPostgres(): Promise<{ database: Database; ownerQuery: OwnerQuery }> {
  const { urls, remove } = await copyTemplateDatabase()
  const database = await openPostgres({ ...urls, poolSize: 6 })
  const owner = new pg.Client({ connectionString: urls.ownerUrl })
  await owner.connect()
  afterAll(async () => {
    await database.close()
    await owner.end()
    await remove()
  })
  return { database, ownerQuery: (text, values) => owner.query(text, values) }
}

const asSuperuser = 'set local session authorization postgres; set local search_path = public'

/** PGlite has one connection, which its superuser opened: a transaction can act as that superuser. */
async function onPglite(): Promise<{ database: Database; ownerQuery: OwnerQuery }> {
  const database = await openTestDatabase('pglite')
  const ownerQuery: OwnerQuery = (text, values = []) => {
    const [first = '', ...rest] = text.split(/\$\d+/)
    const query = rest.reduce((made, part, at) => sql`${made}${values[at]}${sql.raw(part)}`, sql.raw(first))
    return database.transaction(asSuperuser, (tx) => tx.execute(query), 60_000)
  }
  return { database, ownerQuery }
}
