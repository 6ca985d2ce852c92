import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { LRUCache } from 'lru-cache'
import { access } from '#api/accounts/access.ts'
import { auth } from '#api/accounts/auth.ts'
import { createAuthContext } from '#api/accounts/auth-context.ts'
import { activity } from '#api/admin/activity.ts'
import { adminAlbums } from '#api/admin/albums.ts'
import { analytics } from '#api/admin/analytics.ts'
import { adminAnnouncements } from '#api/admin/announcements.ts'
import { adminCategories } from '#api/admin/categories.ts'
import { adminAwards, adminPress, adminReleases } from '#api/admin/collections.ts'
import { customerSupport } from '#api/admin/customer-support.ts'
import { dashboard } from '#api/admin/dashboard.ts'
import { decryptOrdersRoutes } from '#api/admin/decrypt-orders.ts'
import { adminDownloads } from '#api/admin/downloads.ts'
import { adminGallery } from '#api/admin/gallery.ts'
import { goingLive } from '#api/admin/going-live.ts'
import { adminInventory } from '#api/admin/inventory.ts'
import { adminMedia } from '#api/admin/media.ts'
import { messages } from '#api/admin/messages.ts'
import { adminOrders } from '#api/admin/orders.ts'
import { adminPictures } from '#api/admin/pictures.ts'
import { adminPreviewLinks } from '#api/admin/preview-links.ts'
import { adminPreviews } from '#api/admin/previews.ts'
import { adminPrivacy } from '#api/admin/privacy.ts'
import { adminProductFiles } from '#api/admin/product-files.ts'
import { adminProducts } from '#api/admin/products.ts'
import { setUp } from '#api/admin/set-up.ts'
import { settings } from '#api/admin/settings.ts'
import { siteVersions } from '#api/admin/site-editor.ts'
import { sitePages } from '#api/admin/site-pages.ts'
import { siteTexts } from '#api/admin/site-texts.ts'
import { system } from '#api/admin/system.ts'
import { adminTour } from '#api/admin/tour.ts'
import { adminUndo } from '#api/admin/undo.ts'
import { uploads } from '#api/admin/uploads.ts'
import { limitBody } from '#api/body-limits.ts'
import type { ApiEnv, Log, RequestContext, SiteEnvironment, SiteServices } from '#api/env.ts'
import { errorBody, onError } from '#api/errors.ts'
import { openApi } from '#api/openapi.ts'
import { previewedSite } from '#api/preview.ts'
import { sameOrigin } from '#api/same-origin.ts'
import { analyticsVisits } from '#api/site/analytics-visits.ts'
import { announcements } from '#api/site/announcements.ts'
import { checkout } from '#api/site/checkout.ts'
import { contact, contactFormFunction } from '#api/site/contact.ts'
import { cspReports } from '#api/site/csp-reports.ts'
import { documents } from '#api/site/documents.ts'
import { downloadEvents, downloadPages, fileDownload } from '#api/site/downloads.ts'
import { gallery } from '#api/site/gallery.ts'
import { media } from '#api/site/media.ts'
import { confirm } from '#api/site/order-confirmation.ts'
import { orderLookup } from '#api/site/order-lookup.ts'
import { pages } from '#api/site/pages.ts'
import { previews } from '#api/site/previews.ts'
import { privacy } from '#api/site/privacy.ts'
import { quote } from '#api/site/quote.ts'
import { ownPages, sections } from '#api/site/sections.ts'
import { shop } from '#api/site/shop.ts'
import { siteFrame } from '#api/site/site.ts'
import { tour } from '#api/site/tour.ts'
import { webhooks } from '#api/site/webhooks.ts'
import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import { applySettings, settingsOf } from '#domain/sites/settings.ts'
import type { Site } from '#domain/sites/site.ts'
import type { AuthDeps } from '#server/accounts/auth-context.ts'
import type { SiteCache } from '#server/cache/site-cache.ts'
import type { CacheTag } from '#server/cache/tags.ts'
import { type OwnCollections, publishedCollections, shownCollections } from '#server/collections/collections.ts'
import type { CommerceDeps } from '#server/commerce/deps.ts'
import type { ContactService } from '#server/contact/contact-service.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import type { PictureUploadDeps } from '#server/images/receive-picture.ts'
import type { LocalMails } from '#server/privacy/erase.ts'
import { type CurrentSite, readCurrentSite, starterSite } from '#server/site-editor/current-site.ts'
import type { OnFileStored } from '#server/uploads/complete.ts'

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
}

export function createApi(deps: ApiDeps) {
  const api = new Hono<ApiEnv>()
    .onError(onError(deps.log))
    .use(limitBody)
    .use(sameOrigin)
    .use(requestVariables(deps))
    .route('/api/site', siteFrame)
    .route('/api/pages', pages)
    .route('/api/pages/sections', sections)
    .route('/api/pages/own', ownPages)
    .route('/api/tour', tour)
    .route('/api/admin/shows', adminTour)
    .route('/api/announcements', announcements)
    .route('/api/admin/announcements', adminAnnouncements)
    .route('/api/admin/activity', activity)
    .route('/api/admin/undo', adminUndo)
    .route('/api/admin/dashboard', dashboard)
    .route('/api/admin/settings', settings)
    .route('/api/admin/set-up', setUp)
    .route('/api/admin/site', siteVersions)
    .route('/api/admin/site/texts', siteTexts)
    .route('/api/admin/site/preview-links', adminPreviewLinks)
    .route('/api/admin/site/pages', sitePages)
    .route('/api/admin/messages', messages)
    .route('/api/admin/system', system)
    .route('/api/admin/going-live', goingLive)
    .route('/api/gallery', gallery)
    .route('/api/admin/pictures', adminPictures)
    .route('/api/admin/gallery', adminGallery)
    .route('/api/media', media)
    .route('/api/admin/media', adminMedia)
    .route('/api/admin/releases', adminReleases)
    .route('/api/admin/awards', adminAwards)
    .route('/api/admin/press', adminPress)
    .route('/api/shop/quote', quote)
    .route('/api/shop/checkout', checkout)
    .route('/api/shop/order', confirm)
    .route('/api/orders', orderLookup)
    .route('/api/webhooks', webhooks)
    .route('/api/shop', shop)
    .route('/api/admin/products', adminProducts)
    .route('/api/admin/categories', adminCategories)
    .route('/api/admin/inventory', adminInventory)
    .route('/api/download', fileDownload)
    .route('/api/downloads', downloadPages)
    .route('/api/download-events', downloadEvents)
    .route('/api/upload', uploads)
    .route('/api/admin/product-files', adminProductFiles)
    .route('/api/previews', previews)
    .route('/api/admin/previews', adminPreviews)
    .route('/api/admin/albums', adminAlbums)
    .route('/api/admin/orders', adminOrders)
    .route('/api/analytics', analyticsVisits)
    .route('/api/admin/analytics', analytics)
    .route('/api/admin/downloads', adminDownloads)
    .route('/api/admin/customer-support', customerSupport)
    .route('/api/csp-reports', cspReports)
    .route('/api/contact', contact)
    .route('/api/privacy', privacy)
    .route('/api/privacy', decryptOrdersRoutes)
    .route('/api/admin/privacy', adminPrivacy)
    .route('/functions/v1', contactFormFunction)
    .route('/api/auth', auth)
    .route('/api/access', access)
  api.notFound((c) => {
    const allowed = methodsAt(api.router, c.req.path)
    if (!allowed.length) return c.json(errorBody('not-found'), 404)
    return c.json(errorBody('method-not-allowed'), 405, { allow: allowed.join(', ') })
  })
  return api.route('/api', openApi(api)).route('/', documents)
}

/** Sets `c.var` for each request. */
const requestVariables = ({ database, clock, log, authenticate, cache, accounts, ...deps }: ApiDeps) => {
  const currentSiteOf = currentSites({ database, cache, log })
  const collectionsOf = lastKnown<OwnCollections>({ database, cache }, 'collections')
  return createMiddleware<ApiEnv>(async (c, next) => {
    const { site: starter, ...request } = c.env.requestContext
    const websiteId = starter.siteId
    const published = await currentSiteOf(starter, c.req.method)
    const requestContext = { ...request, site: published.site }
    const actor = await (c.env.actor ?? authenticate(c.req.raw, requestContext))
    const now = clock()
    const previewed = await previewedSite(c.req.raw, { database, starter, actor, now })
    const isPreview = previewed !== null
    const current = previewed?.current ?? published
    const { site } = current
    const userId = actor.kind === 'visitor' ? undefined : actor.userId
    const role = actor.kind === 'administrator' ? 'administrator' : 'visitor'
    const services = servicesOf(deps, current)
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
    c.set('edit', async (tag, work) => {
      if (userId === undefined) throw new Refusal('not-signed-in')
      const scope = { websiteId, role, userId } as const
      const done = await inSite(database, scope, (tx) => work(tx, { userId, now }), { retry: true })
      cache.invalidate(websiteId, tag)
      return done
    })
    // An answer that was made from the draft must reach nobody else.
    c.set('cached', (tag, name, work) =>
      isPreview ? c.var.asVisitor(work) : cache.read(websiteId, tag, name, () => c.var.asVisitor(work)),
    )
    c.set('collections', async () => {
      const { last } = await collectionsOf(websiteId, publishedCollections)
      return shownCollections(last ?? { pictures: new Map() }, starter.content, services.fileNamed)
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
 * The site of a request as it is now, from the cache of its answers. While the database is down it is as it was last
 * read. One that was never read since the start is as its file has it, but only to be looked at: nothing is sold by the
 * rules of a file that the owner may have changed. While what is published cannot be read, it is as it was last read, or
 * as its file has it, with the settings as they are now.
 */
function currentSites(deps: Pick<ApiDeps, 'database' | 'cache' | 'log'>) {
  const read = lastKnown<CurrentSite>(deps, 'site')
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

/** From the cache; while the database is down, what was read last, if anything was since the start. */
function lastKnown<T extends object>({ database, cache }: Pick<ApiDeps, 'database' | 'cache'>, tag: CacheTag) {
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
  'siteEnvironmentOf' | 'contactService' | 'payments' | 'localMails' | 'files' | 'fileArrived' | 'backUp'
>

const servicesOf = (
  { siteEnvironmentOf, contactService, payments, localMails, files, fileArrived, backUp }: ServiceDeps,
  { site, pages, pictures }: CurrentSite,
): SiteServices => {
  const environment = siteEnvironmentOf(site)
  return {
    ...environment,
    starterPages: environment.pages,
    pages: pages.size ? new Map([...environment.pages, ...pages]) : environment.pages,
    picture: (name) => pictures.get(name) ?? environment.picture(name),
    contactService: contactService(site.siteId),
    payments: payments(site),
    localMails: localMails ?? { stay: false, remove: async () => {} },
    files,
    fileArrived: fileArrived ?? (async () => {}),
    backUp: backUp ?? (async () => {}),
  }
}

export type Api = ReturnType<typeof createApi>

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The methods that a path has a route for: empty where nothing is. */
function methodsAt(router: Hono['router'], path: string): string[] {
  // Handlers for all methods are guards, not routes.
  const has = (method: string) => router.match(method, path)[0].some(([[, route]]) => route.method === method)
  return methods.filter(has).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}
