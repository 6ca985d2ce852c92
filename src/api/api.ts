import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { LRUCache } from 'lru-cache'
import { accessRoutes } from '#api/accounts/access.ts'
import { authRoutes } from '#api/accounts/auth.ts'
import { createAuthContext } from '#api/accounts/auth-context.ts'
import { activityRoutes } from '#api/admin/activity.ts'
import { adminAlbumsRoutes } from '#api/admin/albums.ts'
import { analyticsRoutes } from '#api/admin/analytics.ts'
import { adminAnnouncementsRoutes } from '#api/admin/announcements.ts'
import { adminCategoriesRoutes } from '#api/admin/categories.ts'
import { adminAwardsRoutes, adminPressRoutes, adminReleasesRoutes } from '#api/admin/collections.ts'
import { customerSupportRoutes } from '#api/admin/customer-support.ts'
import { dashboardRoutes } from '#api/admin/dashboard.ts'
import { decryptOrdersRoutes } from '#api/admin/decrypt-orders.ts'
import { adminDownloadsRoutes } from '#api/admin/downloads.ts'
import { adminGalleryRoutes } from '#api/admin/gallery.ts'
import { goingLiveRoutes } from '#api/admin/going-live.ts'
import { hostedSitesRoutes } from '#api/admin/hosted-sites.ts'
import { adminInventoryRoutes } from '#api/admin/inventory.ts'
import { adminMediaRoutes } from '#api/admin/media.ts'
import { messagesRoutes } from '#api/admin/messages.ts'
import { adminOrdersRoutes } from '#api/admin/orders.ts'
import { adminPicturesRoutes } from '#api/admin/pictures.ts'
import { adminPreviewLinksRoutes } from '#api/admin/preview-links.ts'
import { adminPreviewsRoutes } from '#api/admin/previews.ts'
import { adminPrivacyRoutes } from '#api/admin/privacy.ts'
import { adminProductFilesRoutes } from '#api/admin/product-files.ts'
import { adminProductsRoutes } from '#api/admin/products.ts'
import { setUpRoutes } from '#api/admin/set-up.ts'
import { settingsRoutes } from '#api/admin/settings.ts'
import { siteVersionsRoutes } from '#api/admin/site-editor.ts'
import { sitePagesRoutes } from '#api/admin/site-pages.ts'
import { siteTextsRoutes } from '#api/admin/site-texts.ts'
import { systemRoutes } from '#api/admin/system.ts'
import { adminTourRoutes } from '#api/admin/tour.ts'
import { adminUndoRoutes } from '#api/admin/undo.ts'
import { uploadsRoutes } from '#api/admin/uploads.ts'
import { limitBody } from '#api/body-limits.ts'
import type { ApiEnv, Log, RequestContext, SiteEnvironment, SiteServices } from '#api/env.ts'
import { createErrorHandler, errorBody } from '#api/errors.ts'
import { openApiRoutes } from '#api/openapi.ts'
import { loadPreviewedSite } from '#api/preview.ts'
import { refuseForeignOrigin } from '#api/same-origin.ts'
import { analyticsVisitsRoutes } from '#api/site/analytics-visits.ts'
import { announcementsRoutes } from '#api/site/announcements.ts'
import { checkoutRoutes } from '#api/site/checkout.ts'
import { contactFormFunctionRoutes, contactRoutes } from '#api/site/contact.ts'
import { cspReportsRoutes } from '#api/site/csp-reports.ts'
import { downloadEventsRoutes, downloadPagesRoutes, fileDownloadRoutes } from '#api/site/downloads.ts'
import { documentsRoutes } from '#api/site/feeds-and-sitemap.ts'
import { galleryRoutes } from '#api/site/gallery.ts'
import { mediaRoutes } from '#api/site/media.ts'
import { orderConfirmationRoutes } from '#api/site/order-confirmation.ts'
import { orderLookupRoutes } from '#api/site/order-lookup.ts'
import { pagesRoutes } from '#api/site/pages.ts'
import { previewsRoutes } from '#api/site/previews.ts'
import { privacyRoutes } from '#api/site/privacy.ts'
import { quoteRoutes } from '#api/site/quote.ts'
import { ownPagesRoutes, sectionsRoutes } from '#api/site/sections.ts'
import { shopRoutes } from '#api/site/shop.ts'
import { siteFrameRoutes } from '#api/site/site.ts'
import { tourRoutes } from '#api/site/tour.ts'
import { webhooksRoutes } from '#api/site/webhooks.ts'
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

export function createApi(deps: ApiDeps) {
  const api = new Hono<ApiEnv>()
    .onError(createErrorHandler(deps.log))
    .use(limitBody)
    .use(refuseForeignOrigin)
    .use(requestVariables(deps))
    .route('/api/site', siteFrameRoutes)
    .route('/api/pages', pagesRoutes)
    .route('/api/pages/sections', sectionsRoutes)
    .route('/api/pages/own', ownPagesRoutes)
    .route('/api/tour', tourRoutes)
    .route('/api/admin/shows', adminTourRoutes)
    .route('/api/announcements', announcementsRoutes)
    .route('/api/admin/announcements', adminAnnouncementsRoutes)
    .route('/api/admin/activity', activityRoutes)
    .route('/api/admin/undo', adminUndoRoutes)
    .route('/api/admin/dashboard', dashboardRoutes)
    .route('/api/admin/settings', settingsRoutes)
    .route('/api/admin/set-up', setUpRoutes)
    .route('/api/admin/site', siteVersionsRoutes)
    .route('/api/admin/site/texts', siteTextsRoutes)
    .route('/api/admin/site/preview-links', adminPreviewLinksRoutes)
    .route('/api/admin/site/pages', sitePagesRoutes)
    .route('/api/admin/messages', messagesRoutes)
    .route('/api/admin/system', systemRoutes)
    .route('/api/admin/going-live', goingLiveRoutes)
    .route('/api/admin/sites', hostedSitesRoutes)
    .route('/api/gallery', galleryRoutes)
    .route('/api/admin/pictures', adminPicturesRoutes)
    .route('/api/admin/gallery', adminGalleryRoutes)
    .route('/api/media', mediaRoutes)
    .route('/api/admin/media', adminMediaRoutes)
    .route('/api/admin/releases', adminReleasesRoutes)
    .route('/api/admin/awards', adminAwardsRoutes)
    .route('/api/admin/press', adminPressRoutes)
    .route('/api/shop/quote', quoteRoutes)
    .route('/api/shop/checkout', checkoutRoutes)
    .route('/api/shop/order', orderConfirmationRoutes)
    .route('/api/orders', orderLookupRoutes)
    .route('/api/webhooks', webhooksRoutes)
    .route('/api/shop', shopRoutes)
    .route('/api/admin/products', adminProductsRoutes)
    .route('/api/admin/categories', adminCategoriesRoutes)
    .route('/api/admin/inventory', adminInventoryRoutes)
    .route('/api/download', fileDownloadRoutes)
    .route('/api/downloads', downloadPagesRoutes)
    .route('/api/download-events', downloadEventsRoutes)
    .route('/api/upload', uploadsRoutes)
    .route('/api/admin/product-files', adminProductFilesRoutes)
    .route('/api/previews', previewsRoutes)
    .route('/api/admin/previews', adminPreviewsRoutes)
    .route('/api/admin/albums', adminAlbumsRoutes)
    .route('/api/admin/orders', adminOrdersRoutes)
    .route('/api/analytics', analyticsVisitsRoutes)
    .route('/api/admin/analytics', analyticsRoutes)
    .route('/api/admin/downloads', adminDownloadsRoutes)
    .route('/api/admin/customer-support', customerSupportRoutes)
    .route('/api/csp-reports', cspReportsRoutes)
    .route('/api/contact', contactRoutes)
    .route('/api/privacy', privacyRoutes)
    .route('/api/privacy', decryptOrdersRoutes)
    .route('/api/admin/privacy', adminPrivacyRoutes)
    .route('/functions/v1', contactFormFunctionRoutes)
    .route('/api/auth', authRoutes)
    .route('/api/access', accessRoutes)
  api.notFound((c) => {
    const allowed = methodsAt(api.router, c.req.path)
    if (!allowed.length) return c.json(errorBody('not-found'), 404)
    return c.json(errorBody('method-not-allowed'), 405, { allow: allowed.join(', ') })
  })
  return api.route('/api', openApiRoutes(api)).route('/', documentsRoutes)
}

const insufficientPrivilege = '42501'

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
    // An answer that was made from the draft must reach nobody else.
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
  'siteEnvironmentOf' | 'contactService' | 'payments' | 'localMails' | 'files' | 'fileArrived' | 'backUp' | 'hosting'
>

const servicesOf = (
  { siteEnvironmentOf, contactService, payments, localMails, files, fileArrived, backUp, hosting }: ServiceDeps,
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
    hosting,
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
