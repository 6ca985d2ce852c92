import { Hono } from 'hono'
import { accessRoutes } from '#api/accounts/access.ts'
import { authRoutes } from '#api/accounts/auth.ts'
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
import type { ApiEnv } from '#api/env.ts'
import { createErrorHandler, errorBody } from '#api/errors.ts'
import { openApiRoutes } from '#api/openapi.ts'
import { type ApiDeps, requestVariables } from '#api/request-variables.ts'
import { refuseCrossOrigin } from '#api/same-origin.ts'
import { analyticsVisitsRoutes } from '#api/site/analytics-visits.ts'
import { announcementsRoutes } from '#api/site/announcements.ts'
import { checkoutRoutes } from '#api/site/checkout.ts'
import { contactFormFunctionRoutes, contactRoutes } from '#api/site/contact.ts'
import { cspReportsRoutes } from '#api/site/csp-reports.ts'
import { downloadEventsRoutes, downloadPagesRoutes, fileDownloadRoutes } from '#api/site/downloads.ts'
import { feedAndSitemapRoutes } from '#api/site/feeds-and-sitemap.ts'
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

export function createApi(deps: ApiDeps) {
  const api = new Hono<ApiEnv>()
    .onError(createErrorHandler(deps.log))
    .use(limitBody)
    .use(refuseCrossOrigin)
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
  return api.route('/api', openApiRoutes(api)).route('/', feedAndSitemapRoutes)
}

export type Api = ReturnType<typeof createApi>

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** The methods that a path has a route for: empty where nothing is. */
function methodsAt(router: Hono['router'], path: string): string[] {
  // Handlers for all methods are guards, not routes.
  const hasMethod = (method: string) => router.match(method, path)[0].some(([[, route]]) => route.method === method)
  return methods.filter(hasMethod).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}
