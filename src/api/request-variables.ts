import { createMiddleware } from 'hono/factory'
import { LRUCache } from 'lru-cache'
import { createAuthContext } from '#api/accounts/auth-context.ts'
import type { ApiEnv, Log, RequestContext, SiteEnvironment, SiteServices } from '#api/env.ts'
import { loadPreviewedSite } from '#api/preview.ts'
import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import { displayDomain } from '#domain/sites/host-name.ts'
import { applySettings, settingsOf } from '#domain/sites/settings.ts'
import type { Site } from '#domain/sites/site.ts'
import type { AuthDeps } from '#server/accounts/auth-context.ts'
import type { SiteCache } from '#server/cache/site-cache.ts'
import type { CacheTag } from '#server/cache/tags.ts'
import { mergeCollections, type OwnCollections, publishedCollections } from '#server/collections/collections.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { ContactService } from '#server/contact/contact-service.ts'
import type { Database } from '#server/db/database.ts'
import { errorCode } from '#server/db/errors.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import type { HostingDeps } from '#server/hosted-sites/deps.ts'
import type { PictureUploadDeps } from '#server/images/receive-picture.ts'
import { renderWrittenPage } from '#server/pages/written-pages.ts'
import type { LocalMails } from '#server/privacy/erase.ts'
import { type CurrentSite, readCurrentSite, starterSite } from '#server/site-editor/current-site.ts'
import type { OnFileStored } from '#server/uploads/complete-upload.ts'

export type ApiDeps = {
  database: Database
  clock: () => Date
  log: Log
  authenticate: (request: Request, requestContext: RequestContext) => Promise<Actor>
  siteEnvironmentOf: (site: Site) => SiteEnvironment
  cache: SiteCache
  accounts: AuthDeps
  contactService: (websiteId: string) => ContactService
  files: PictureUploadDeps
  fileArrived?: OnFileStored
  payments: (site: Site) => CommerceDeps
  localMails?: LocalMails
  backUp?: () => Promise<void>
  hosting: HostingDeps
}

/** A policy of the database has refused the statement. */
const insufficientPrivilege = '42501'

/** Sets `c.var` for each request. */
export const requestVariables = ({ database, clock, log, authenticate, cache, accounts, ...deps }: ApiDeps) => {
  const currentSiteOf = currentSites({ database, cache, log })
  const collectionsOf = createLastKnownReader<OwnCollections>({ database, cache }, 'collections')
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { site: starter, ...request } = c.env.requestContext
    const websiteId = starter.siteId
    const published = await currentSiteOf(starter, c.req.method)
    const requestContext = { ...request, site: published.site }
    const actor = await (c.env.actor ?? authenticate(c.req.raw, requestContext))
    const now = clock()
    const previewed = await loadPreviewedSite(c.req.raw, { database, starter, actor, now })
    const isPreview = previewed !== null
    const current = previewed?.current ?? published
    const userId = actor.kind === 'visitor' ? undefined : actor.userId
    const role = actor.kind === 'administrator' ? 'administrator' : 'visitor'
    const services = servicesOf(deps, current)
    const site = { ...current.site, domain: displayDomain(current.site, starter, services.origin) }
    c.set('services', services)
    c.set('site', site)
    c.set('starter', starter)
    c.set('sections', current.sections)
    c.set('ownPages', current.ownPages)
    c.set('isPreview', isPreview)
    c.set(
      'asPreview',
      previewed && ((work) => inSite(database, { websiteId, role: 'preview', userId: previewed.userId }, work)),
    )
    c.set('actor', actor)
    c.set('now', now)
    c.set('log', log)
    c.set('auth', createAuthContext(c.req.raw, { database, accounts, requestContext, origin: services.origin, now }))
    c.set('inSite', (work) => inSite(database, { websiteId, role, userId }, work))
    c.set('asVisitor', (work) => inSite(database, { websiteId, role: 'visitor' }, work))
    c.set('asWorker', (work) => inSite(database, { websiteId, role: 'worker' }, work))
    c.set('asPlatform', (other, work) => {
      if (userId === undefined) throw new Refusal('not-signed-in')
      const scope = { websiteId: other, role: 'platform', userId } as const
      return inSite(database, scope, (tx) => work(tx, { userId, now })).catch((error) => {
        // The database asks for platform access again: it was revoked since the request began.
        throw errorCode(error) === insufficientPrivilege ? new Refusal('not-allowed') : error
      })
    })
    c.set('edit', async (tag, work) => {
      if (userId === undefined) throw new Refusal('not-signed-in')
      const scope = { websiteId, role, userId } as const
      const done = await inSite(database, scope, (tx) => work(tx, { userId, now }), { retry: true })
      cache.invalidate(websiteId, tag)
      return done
    })
    // A response that was made from the draft must not enter the shared cache.
    c.set('cached', (tag, name, work) =>
      isPreview ? c.var.asVisitor(work) : cache.read(websiteId, tag, name, () => c.var.asVisitor(work)),
    )
    c.set('collections', async () => {
      const { last } = await collectionsOf(websiteId, publishedCollections)
      return mergeCollections(last ?? { pictures: new Map() }, starter.content, services.fileNamed)
    })
    c.set('invalidate', (tag) => cache.invalidate(websiteId, tag))
    await next()
    // An answer to a signed-in user, or from a draft, is personal; no proxy or browser may store it.
    const isPersonal =
      (isPreview || actor.kind !== 'visitor') && !c.res.headers.get('cache-control')?.includes('no-store')
    if (isPersonal) c.header('cache-control', 'no-store')
  })
}

/**
 * The current site of a request, from the site cache. While the database is down, it is the site that was read last. If
 * none was read since the start, GET and HEAD get the site of the file; other methods are refused, because nothing may be
 * sold by rules that the owner may have changed. While the published version cannot be read, it is the last readable one,
 * or the site of the file, with the current settings.
 */
function currentSites(deps: Pick<ApiDeps, 'database' | 'cache' | 'log'>) {
  const read = createLastKnownReader<CurrentSite>(deps, 'site')
  const lastReadable = new LRUCache<string, CurrentSite>({ max: 1_000 })
  const reported = new Set<string>()
  return async (starter: Site, method: string): Promise<CurrentSite> => {
    const { last, error } = await read(starter.siteId, (tx) => readCurrentSite(tx, starter))
    if (!last && method !== 'GET' && method !== 'HEAD') throw error
    if (!last) return starterSite(starter)
    if (last.problem === null) {
      lastReadable.set(starter.siteId, last)
      return last
    }
    if (!reported.has(last.problem)) deps.log.error({ website: starter.name }, last.problem)
    reported.add(last.problem)
    const before = lastReadable.get(starter.siteId)
    return before ? { ...before, site: applySettings(before.site, settingsOf(last.site)) } : last
  }
}

/** Reads through the cache. While the database is down, returns the value that was read last since the start, if any. */
function createLastKnownReader<T extends object>(
  { database, cache }: Pick<ApiDeps, 'database' | 'cache'>,
  tag: CacheTag,
) {
  const lastRead = new LRUCache<string, T>({ max: 1_000 })
  return async (websiteId: string, work: (tx: SiteTx) => Promise<T>): Promise<{ last: T | null; error?: unknown }> => {
    try {
      const last = await cache.read(websiteId, tag, 'current', () =>
        inSite(database, { websiteId, role: 'visitor' }, work),
      )
      lastRead.set(websiteId, last)
      return { last }
    } catch (error) {
      if (!(error instanceof Refusal && error.reason === 'unavailable')) throw error
      return { last: lastRead.get(websiteId) ?? null, error }
    }
  }
}

type ServiceDeps = Pick<
  ApiDeps,
  'siteEnvironmentOf' | 'contactService' | 'payments' | 'localMails' | 'files' | 'fileArrived' | 'backUp' | 'hosting'
>

const servicesOf = (
  { siteEnvironmentOf, contactService, payments, localMails, files, fileArrived, backUp, hosting }: ServiceDeps,
  { site, pages, pictures }: CurrentSite,
): SiteServices => {
  const { pages: starterPages, ...environment } = siteEnvironmentOf(site)
  return {
    ...environment,
    starterPages,
    writtenPage: (name) => {
      const written = pages.get(name)
      return written ? renderWrittenPage(written) : (starterPages.get(name) ?? null)
    },
    picture: (name) => pictures.get(name) ?? environment.picture(name),
    contactService: contactService(site.siteId),
    payments: payments(site),
    localMails: localMails ?? { stay: false, remove: async () => {} },
    files,
    fileArrived: fileArrived ?? (async () => {}),
    backUp: backUp ?? (async () => {}),
    hosting,
  }
}
