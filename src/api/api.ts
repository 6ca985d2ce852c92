import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { access } from '#api/accounts/access.ts'
import { auth } from '#api/accounts/auth.ts'
import { deskOf } from '#api/accounts/desk.ts'
import { activity } from '#api/activity.ts'
import { analytics } from '#api/analytics.ts'
import { analyticsVisits } from '#api/analytics-visits.ts'
import { announcements } from '#api/announcements.ts'
import { announcementsDesk } from '#api/announcements-desk.ts'
import { limitBody } from '#api/body-limits.ts'
import { categoriesDesk } from '#api/categories-desk.ts'
import { checkout } from '#api/checkout.ts'
import { confirm } from '#api/confirm.ts'
import { contact, contactFunction } from '#api/contact.ts'
import { cspReports } from '#api/csp-reports.ts'
import { customerSupport } from '#api/customer-support.ts'
import { dashboard } from '#api/dashboard.ts'
import { decryptOrdersRoutes } from '#api/decrypt-orders.ts'
import { documents } from '#api/documents.ts'
import { download, downloadEvents, downloads } from '#api/downloads.ts'
import { downloadsDesk } from '#api/downloads-desk.ts'
import type { ApiEnv, Log, SiteParts, Visit } from '#api/env.ts'
import { errorBody, onError } from '#api/errors.ts'
import { gallery } from '#api/gallery.ts'
import { galleryDesk } from '#api/gallery-desk.ts'
import { inventoryDesk } from '#api/inventory-desk.ts'
import { media } from '#api/media.ts'
import { mediaDesk } from '#api/media-desk.ts'
import { messages } from '#api/messages.ts'
import { openApi } from '#api/openapi.ts'
import { orderLookup } from '#api/order-lookup.ts'
import { ordersDesk } from '#api/orders-desk.ts'
import { pages } from '#api/pages.ts'
import { picturesDesk } from '#api/pictures-desk.ts'
import { previews } from '#api/previews.ts'
import { previewsDesk } from '#api/previews-desk.ts'
import { privacy } from '#api/privacy.ts'
import { privacyDesk } from '#api/privacy-desk.ts'
import { productsDesk } from '#api/products-desk.ts'
import { quote } from '#api/quote.ts'
import { sameOrigin } from '#api/same-origin.ts'
import { settings } from '#api/settings.ts'
import { shop } from '#api/shop.ts'
import { sites } from '#api/sites.ts'
import { system } from '#api/system.ts'
import { tour } from '#api/tour.ts'
import { tourDesk } from '#api/tour-desk.ts'
import { uploads } from '#api/uploads.ts'
import { uploadsAlbum } from '#api/uploads-album.ts'
import { uploadsDesk } from '#api/uploads-desk.ts'
import { webhooks } from '#api/webhooks.ts'
import type { Actor } from '#domain/actor.ts'
import { Refusal } from '#domain/refusal.ts'
import { withSettings } from '#domain/sites/overrides.ts'
import type { Site } from '#domain/sites/site.ts'
import type { AccountParts } from '#server/accounts/desk.ts'
import type { SiteCache } from '#server/cache/site-cache.ts'
import type { ContactDesk } from '#server/contact/desk.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import type { FileParts } from '#server/images/take-picture.ts'
import type { PaymentDesk } from '#server/payments/desk.ts'
import type { KeptMails } from '#server/privacy/erase.ts'
import { readSettings } from '#server/sites/settings.ts'
import type { Arrived } from '#server/uploads/complete.ts'

export type Needs = {
  database: Database
  clock: () => Date
  log: Log
  whoAsks: (request: Request, visit: Visit) => Promise<Actor>
  partsOf: (site: Site) => SiteParts
  cache: SiteCache
  accounts: AccountParts
  contactDesk: (websiteId: string) => ContactDesk
  files: FileParts
  /** Nothing when left out. */
  fileArrived?: Arrived
  payments: (site: Site) => PaymentDesk
  /** None when left out. */
  keptMails?: KeptMails
}

export function createApi({
  database,
  clock,
  log,
  whoAsks,
  partsOf,
  cache,
  accounts,
  contactDesk,
  files,
  fileArrived = async () => {},
  payments,
  keptMails = { stay: false, forget: async () => {} },
}: Needs) {
  const setting = createMiddleware<ApiEnv>(async (c, next) => {
    const { visit } = c.env
    const actor = await (c.env.actor ?? whoAsks(c.req.raw, visit))
    const userId = actor.kind === 'visitor' ? undefined : actor.userId
    const role = actor.kind === 'administrator' ? 'administrator' : 'visitor'
    const parts = partsOf(visit.site)
    for (const name of Object.keys(parts) as (keyof SiteParts)[]) c.set(name, parts[name])
    c.set('site', visit.site)
    c.set('actor', actor)
    const now = clock()
    c.set('now', now)
    c.set('desk', deskOf(c.req.raw, { database, accounts, visit, origin: parts.origin, now }))
    const websiteId = visit.site.siteId
    c.set('inSite', (work) => inSite(database, { websiteId, role, userId }, work))
    c.set('edit', async (subject, work) => {
      if (userId === undefined) throw new Refusal('not-signed-in')
      const scope = { websiteId, role, userId } as const
      const done = await inSite(database, scope, (tx) => work(tx, { userId, now }), { retry: true })
      cache.forget(websiteId, subject)
      return done
    })
    c.set('asVisitor', (work) => inSite(database, { websiteId, role: 'visitor' }, work))
    c.set('asWorker', (work) => inSite(database, { websiteId, role: 'worker' }, work))
    c.set('cached', (name, work) => cache.read(websiteId, name, () => c.var.asVisitor(work)))
    c.set('siteNow', async () => withSettings(visit.site, await c.var.cached('site settings', readSettings)))
    c.set('log', log)
    c.set('contactDesk', contactDesk(websiteId))
    c.set('files', files)
    c.set('fileArrived', fileArrived)
    c.set('payments', payments(visit.site))
    c.set('keptMails', keptMails)
    c.set('forget', (subject) => cache.forget(websiteId, subject))
    await next()
    // Whatever somebody is shown who is signed in is theirs, and kept nowhere on the way.
    const isTheirs = actor.kind !== 'visitor' && !c.res.headers.get('cache-control')?.includes('no-store')
    if (isTheirs) c.header('cache-control', 'no-store')
  })
  const api = new Hono<ApiEnv>()
    .onError(onError(log))
    .use(limitBody)
    .use(sameOrigin)
    .use(setting)
    .route('/api/site', sites)
    .route('/api/pages', pages)
    .route('/api/tour', tour)
    .route('/api/admin/shows', tourDesk)
    .route('/api/announcements', announcements)
    .route('/api/admin/announcements', announcementsDesk)
    .route('/api/admin/activity', activity)
    .route('/api/admin/dashboard', dashboard)
    .route('/api/admin/settings', settings)
    .route('/api/admin/messages', messages)
    .route('/api/admin/system', system)
    .route('/api/gallery', gallery)
    .route('/api/admin/pictures', picturesDesk)
    .route('/api/admin/gallery', galleryDesk)
    .route('/api/media', media)
    .route('/api/admin/media', mediaDesk)
    .route('/api/shop/quote', quote)
    .route('/api/shop/checkout', checkout)
    .route('/api/shop/order', confirm)
    .route('/api/orders', orderLookup)
    .route('/api/webhooks', webhooks)
    .route('/api/shop', shop)
    .route('/api/admin/products', productsDesk)
    .route('/api/admin/categories', categoriesDesk)
    .route('/api/admin/inventory', inventoryDesk)
    .route('/api/download', download)
    .route('/api/downloads', downloads)
    .route('/api/download-events', downloadEvents)
    .route('/api/upload', uploads)
    .route('/api/admin/product-files', uploadsDesk)
    .route('/api/previews', previews)
    .route('/api/admin/previews', previewsDesk)
    .route('/api/admin/albums', uploadsAlbum)
    .route('/api/admin/orders', ordersDesk)
    .route('/api/analytics', analyticsVisits)
    .route('/api/admin/analytics', analytics)
    .route('/api/admin/downloads', downloadsDesk)
    .route('/api/admin/customer-support', customerSupport)
    .route('/api/csp-reports', cspReports)
    .route('/api/contact', contact)
    .route('/api/privacy', privacy)
    .route('/api/privacy', decryptOrdersRoutes)
    .route('/api/admin/privacy', privacyDesk)
    .route('/functions/v1', contactFunction)
    .route('/api/auth', auth)
    .route('/api/access', access)
  api.notFound((c) => {
    const allowed = methodsAt(api.router, c.req.path)
    if (!allowed.length) return c.json(errorBody('not-found'), 404)
    return c.json(errorBody('method-not-allowed'), 405, { allow: allowed.join(', ') })
  })
  return api.route('/api', openApi(api)).route('/', documents)
}

export type Api = ReturnType<typeof createApi>

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The methods that a path has a route for: empty where nothing is. */
function methodsAt(router: Hono['router'], path: string): string[] {
  // What is there for every method is a guard and no route.
  const has = (method: string) => router.match(method, path)[0].some(([[, route]]) => route.method === method)
  return methods.filter(has).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}
