import { ownAnswers } from '#tests/fixtures/own-site.ts'
import type { RouteInput } from '#tests/isolation/two-sites.ts'

/** What a request can name: a row of a table, a slug, or a secret. */
export type RowSource = {
  id: (table: string, which?: string) => string
  word: (column: string, table: string, which?: string) => string
  secret: (
    name:
      | 'downloadToken'
      | 'exportToken'
      | 'orderNumber'
      | 'reference'
      | 'emailHash'
      | 'uploadSession'
      | 'paymentSession',
  ) => string
  websiteId: string
}

export type RouteEntry = (rowSource: RowSource) => RouteInput & { params?: Record<string, string> }

/** The request names no row. */
const plain: RouteEntry = () => ({})
const sent =
  (body: object): RouteEntry =>
  () => ({ body })
const one =
  (table: string, body?: unknown): RouteEntry =>
  ({ id }) => ({ params: { id: id(table) }, ...(body !== undefined && { body }) })
const some =
  (table: string, more: object = {}): RouteEntry =>
  ({ id }) => ({ body: { ids: [id(table)], ...more } })

const show = { date: '2026-07-07', zone: 'Europe/Berlin', country: 'DE', venue: 'Lido', city: 'Berlin' }
const news = { title: 'News', message: 'Of us' }
const product = { name: 'A record', price: 900 }
const film = { kind: 'video', title: 'A film', source: 'https://vimeo.com/76979871' }
const record = {
  title: 'A record',
  kind: 'album',
  released: '2026',
  cover: null,
  text: '',
  credits: '',
  tracks: [{ title: 'One', duration: '3:05' }],
  product: null,
}
const award = { year: 2026, title: 'An award', by: 'A jury', result: 'won', work: null, text: null }
const quote = { quote: 'Good.', source: 'A paper', author: null, year: 2026, link: null }
const words = { caption: 'Words', alt: 'A picture', takenOn: null, isPublished: true }
const paths = { from: '2026-04-01', to: '2026-05-01' }
const address = { line1: '1 Quay Street', line2: '', city: 'Bristol', region: '', postcode: 'BS1 4DJ' }
const ofProduct: RouteEntry = ({ id }) => ({ query: { productId: id('products') } })
/** Versions are counted on each site by themselves, so a number names no row of another site. */
const version =
  (number: number): RouteEntry =>
  () => ({ params: { number: String(number) } })
const hostedSite =
  (body?: object): RouteEntry =>
  ({ websiteId }) => ({ params: { websiteId }, ...(body && { body }) })
const siteHost: RouteEntry = ({ websiteId, word }) => ({ params: { websiteId, host: word('host', 'site_hosts') } })
const dated = () => ({ query: paths })

/**
 * Every route of the API, with a request that would succeed if its rows existed. A missing route fails the test: a new
 * route states here what it can name.
 */
export const routeEntries: Record<string, RouteEntry> = {
  'GET /api/site': plain,
  'GET /api/site/infrastructure': plain,
  'GET /api/pages/releases': plain,
  'GET /api/pages/release': plain,
  'GET /api/pages/sections/:page': () => ({ params: { page: 'home' } }),
  'GET /api/pages/own/:address': () => ({ params: { address: 'own-page' } }),
  'GET /api/pages/awards': plain,
  'GET /api/pages/press': plain,
  'GET /api/pages/lists/:page': () => ({ params: { page: 'tour' } }),
  'GET /api/pages/contact': plain,
  'GET /api/pages/written/:page': () => ({ params: { page: 'history' } }),
  'GET /api/tour/shows': ({ websiteId }) => ({ query: { past: 'include', websiteId } }),
  'GET /api/tour/past-shows': plain,
  'GET /api/tour/shows/:slug': ({ word }) => ({
    params: { slug: word('slug', 'performances', "status = 'upcoming'") },
  }),
  'GET /api/admin/shows': plain,
  'POST /api/admin/shows': sent(show),
  'GET /api/admin/shows/export.csv': plain,
  'POST /api/admin/shows/status': some('performances', { status: 'draft' }),
  'POST /api/admin/shows/bulk-delete': some('performances'),
  'GET /api/admin/shows/:id': one('performances'),
  'PUT /api/admin/shows/:id': one('performances', { ...show, sequence: 0 }),
  'POST /api/admin/shows/:id/duplicate': one('performances'),
  'GET /api/announcements/active': plain,
  'GET /api/admin/announcements': plain,
  'POST /api/admin/announcements': sent(news),
  'GET /api/admin/announcements/activities': plain,
  'GET /api/admin/announcements/activities/:id/draft': ({ id }) => ({
    params: { id: id('activity_logs', "resource_type = 'tour_date'") },
  }),
  'GET /api/admin/announcements/clear-old': plain,
  'POST /api/admin/announcements/clear-old': sent({ olderThanDays: 400 }),
  'GET /api/admin/announcements/:id': one('announcements'),
  'PUT /api/admin/announcements/:id': one('announcements', { ...news, sequence: 0 }),
  'PUT /api/admin/announcements/:id/switch': one('announcements', { isActive: false }),
  'DELETE /api/admin/announcements/:id': one('announcements'),
  'POST /api/admin/undo/:id': one('undoable_deletes'),
  'GET /api/admin/activity': plain,
  'GET /api/admin/activity/export.csv': plain,
  'GET /api/admin/dashboard': plain,
  'GET /api/admin/dashboard/counts': plain,
  'GET /api/admin/settings': plain,
  'PUT /api/admin/settings': sent({ contactEmail: null, social: null, sequence: 1 }),
  'GET /api/admin/settings/history': () => ({ query: '?groups=contactEmail,social,delivery' }),
  'POST /api/admin/settings/history/:number/:group/restore': () => ({
    params: { number: '1', group: 'social' },
    body: { sequence: 1 },
  }),
  'GET /api/admin/set-up': plain,
  'PUT /api/admin/set-up': sent({ state: 'exploring' }),
  'POST /api/admin/set-up/own': sent({ ...ownAnswers, keepEdited: true, withoutBackup: true }),
  'GET /api/admin/set-up/demo': plain,
  'GET /api/admin/set-up/demo/marks': plain,
  'POST /api/admin/set-up/demo/remove': sent({ keepEdited: true, withoutBackup: true }),
  'GET /api/admin/site/draft': plain,
  'PUT /api/admin/site/draft/parts/:part': () => ({
    params: { part: 'copyright' },
    body: { sequence: 100, value: { content: 'All rights reserved.', developer: null } },
  }),
  'POST /api/admin/site/draft/publish': sent({ sequence: 9, note: '' }),
  'POST /api/admin/site/draft/schedule': sent({ sequence: 9, note: '', publishAt: '2036-05-01T12:00:00Z' }),
  'POST /api/admin/site/draft/discard': sent({ sequence: 9 }),
  'POST /api/admin/site/scheduled/cancel': plain,
  'GET /api/admin/site/texts/pictures': plain,
  'POST /api/admin/site/texts/preview': sent({ title: 'History', description: 'How it began.', markdown: 'Slowly.' }),
  'POST /api/admin/site/texts/templates/:page': () => ({
    params: { page: 'privacy' },
    body: { country: 'GB', name: '', address: '' },
  }),
  'GET /api/admin/site/pages/things/:thing': () => ({ params: { thing: 'products' } }),
  'POST /api/admin/site/pages/sections': sent({ sections: [] }),
  'GET /api/admin/site/preview-links': plain,
  'POST /api/admin/site/preview-links': sent({ note: 'For a friend' }),
  'DELETE /api/admin/site/preview-links/:id': one('preview_links'),
  'GET /api/admin/site/versions': plain,
  'GET /api/admin/site/versions/:number/changes': version(1),
  'POST /api/admin/site/versions/:number/restore': version(1),
  'DELETE /api/admin/site/versions/:number': version(2),
  'GET /api/admin/messages': plain,
  'POST /api/admin/messages/open': some('contact_messages'),
  'POST /api/admin/messages/marks': some('contact_messages', { read: true }),
  'POST /api/admin/messages/bulk-delete': some('contact_messages'),
  'POST /api/admin/messages/:id/mail': one('contact_messages'),
  'GET /api/admin/system': plain,
  'POST /api/admin/system/mails/retry': some('mails'),
  'POST /api/admin/system/mails/bulk-delete': some('mails'),
  'POST /api/admin/system/jobs/retry': some('pgboss.job'),
  'GET /api/admin/sites': plain,
  'POST /api/admin/sites': ({ websiteId }) => ({
    body: { name: 'New', starter: '', designOf: websiteId, host: 'new.example', ownerEmail: 'new@example.com' },
  }),
  'GET /api/admin/sites/:websiteId': hostedSite(),
  'POST /api/admin/sites/:websiteId/invite': hostedSite({ ownerEmail: 'new@example.com' }),
  'POST /api/admin/sites/:websiteId/suspend': hostedSite(),
  'POST /api/admin/sites/:websiteId/resume': hostedSite(),
  'POST /api/admin/sites/:websiteId/delete': hostedSite(),
  'POST /api/admin/sites/:websiteId/restore': hostedSite(),
  'POST /api/admin/sites/:websiteId/hosts': hostedSite({ host: 'new.example' }),
  'POST /api/admin/sites/:websiteId/hosts/:host/check': siteHost,
  'POST /api/admin/sites/:websiteId/hosts/:host/confirm': siteHost,
  'POST /api/admin/sites/:websiteId/hosts/:host/main': siteHost,
  'DELETE /api/admin/sites/:websiteId/hosts/:host': siteHost,
  'GET /api/admin/going-live': plain,
  'GET /api/admin/going-live/checks/:check': () => ({ params: { check: 'payments' } }),
  'POST /api/admin/going-live/checks/:check': () => ({ params: { check: 'second-factor' } }),
  'POST /api/admin/going-live/test-mail': plain,
  'POST /api/admin/going-live/test-payment': plain,
  'GET /api/admin/going-live/test-mail/:id': one('mails'),
  'GET /api/gallery/pictures': plain,
  'GET /api/admin/pictures': plain,
  'GET /api/admin/pictures/:id': one('pictures'),
  'PUT /api/admin/pictures/:id': one('pictures', { alt: 'A', isDecorative: false, focusX: 1, focusY: 2, sequence: 0 }),
  'POST /api/admin/pictures/:id/replace': ({ id }) => ({
    params: { id: id('pictures') },
    query: { name: 'x' },
    body: 'no picture',
  }),
  'GET /api/admin/pictures/:id/original': ({ id }) => ({ params: { id: id('pictures', 'original_hash is not null') } }),
  'POST /api/admin/pictures/bulk-delete': some('pictures'),
  'POST /api/admin/pictures/restore': some('pictures'),
  'POST /api/admin/pictures': () => ({ query: { name: 'x' }, body: 'no picture' }),
  'GET /api/admin/gallery': plain,
  'POST /api/admin/gallery': ({ id }) => ({ body: { pictureIds: [id('pictures')] } }),
  'PUT /api/admin/gallery/order': ({ id }) => ({
    body: { ids: [id('gallery_images')], before: id('gallery_images') },
  }),
  'POST /api/admin/gallery/bulk-delete': some('gallery_images'),
  'POST /api/admin/gallery/restore': some('gallery_images'),
  'GET /api/admin/gallery/:id': one('gallery_images'),
  'PUT /api/admin/gallery/:id': one('gallery_images', { ...words, sequence: 1 }),
  'GET /api/media/items': plain,
  'GET /api/admin/media': plain,
  'POST /api/admin/media': sent(film),
  'POST /api/admin/media/files': () => ({ query: { name: 'x' }, body: 'no film' }),
  'PUT /api/admin/media/order': ({ id }) => ({ body: { ids: [id('media_items')], before: id('media_items') } }),
  'POST /api/admin/media/publication': some('media_items', { isPublished: true }),
  'POST /api/admin/media/bulk-delete': some('media_items'),
  'GET /api/admin/media/:id': one('media_items'),
  'PUT /api/admin/media/:id': one('media_items', { ...film, sequence: 0 }),
  'GET /api/admin/releases': plain,
  'POST /api/admin/releases': sent(record),
  'PUT /api/admin/releases/order': ({ id }) => ({ body: { ids: [id('releases')], before: id('releases') } }),
  'POST /api/admin/releases/publication': some('releases', { isPublished: true }),
  'POST /api/admin/releases/bulk-delete': some('releases'),
  'POST /api/admin/releases/reset': plain,
  'GET /api/admin/releases/:id': one('releases'),
  'PUT /api/admin/releases/:id': one('releases', { ...record, sequence: 0 }),
  'GET /api/admin/awards': plain,
  'POST /api/admin/awards': sent(award),
  'PUT /api/admin/awards/order': ({ id }) => ({ body: { ids: [id('awards')], before: id('awards') } }),
  'POST /api/admin/awards/publication': some('awards', { isPublished: true }),
  'POST /api/admin/awards/bulk-delete': some('awards'),
  'POST /api/admin/awards/reset': plain,
  'GET /api/admin/awards/:id': one('awards'),
  'PUT /api/admin/awards/:id': one('awards', { ...award, sequence: 0 }),
  'GET /api/admin/press': plain,
  'POST /api/admin/press': sent(quote),
  'PUT /api/admin/press/order': ({ id }) => ({ body: { ids: [id('press_quotes')], before: id('press_quotes') } }),
  'POST /api/admin/press/publication': some('press_quotes', { isPublished: true }),
  'POST /api/admin/press/bulk-delete': some('press_quotes'),
  'POST /api/admin/press/reset': plain,
  'GET /api/admin/press/:id': one('press_quotes'),
  'PUT /api/admin/press/:id': one('press_quotes', { ...quote, sequence: 0 }),
  'POST /api/shop/quote': ({ id }) => ({
    body: { items: [{ productId: id('products'), variantId: null, quantity: 1 }], country: 'GB' },
  }),
  'POST /api/shop/checkout': ({ id }) => ({
    body: {
      key: crypto.randomUUID(),
      email: 'ann@example.com',
      name: 'Ann Lee',
      country: 'GB',
      address,
      items: [{ productId: id('products'), variantId: null, quantity: 1 }],
      shippingOption: 'post',
    },
  }),
  'GET /api/shop/checkout/check': plain,
  'POST /api/shop/checkout/opened': ({ word }) => ({ body: { key: word('key', 'checkouts') } }),
  'POST /api/shop/checkout/cancel': ({ word }) => ({ body: { key: word('key', 'checkouts') } }),
  'GET /api/shop/order': ({ secret }) => ({ query: { session_id: secret('paymentSession') } }),
  'POST /api/orders/find': ({ secret }) => ({
    body: { orderNumber: secret('orderNumber'), emailHash: secret('emailHash') },
  }),
  'POST /api/orders/links': ({ secret }) => ({
    body: { orderNumber: secret('orderNumber'), emailHash: secret('emailHash') },
  }),
  'POST /api/webhooks/stripe': () => ({ body: '{}', headers: { 'stripe-signature': 't=1,v1=0' } }),
  'GET /api/shop/products': plain,
  'GET /api/shop/products/:slug': ({ word }) => ({
    params: { slug: word('slug', 'products', "status = 'published'") },
  }),
  'GET /api/shop/categories': plain,
  'GET /api/shop/chosen': () => ({ query: '?slugs=a-record' }),
  'GET /api/admin/products': ({ id }) => ({ query: { category: id('product_categories') } }),
  'POST /api/admin/products': ({ id }) => ({ body: { ...product, categoryId: id('product_categories') } }),
  'POST /api/admin/products/status': some('products', { status: 'draft' }),
  'GET /api/admin/products/:id': one('products'),
  'PUT /api/admin/products/:id': one('products', { ...product, sequence: 0 }),
  'POST /api/admin/products/:id/archive': one('products'),
  'POST /api/admin/products/:id/restore': one('products', { status: 'draft' }),
  'POST /api/admin/products/:id/duplicate': one('products'),
  'DELETE /api/admin/products/:id': one('products'),
  'GET /api/admin/categories': plain,
  'POST /api/admin/categories': sent({ name: 'Records' }),
  'PUT /api/admin/categories/:id': one('product_categories', { name: 'Other records', sequence: 0 }),
  'DELETE /api/admin/categories/:id': one('product_categories'),
  'GET /api/admin/inventory': plain,
  'PUT /api/admin/inventory/:id': one('stock_items', { quantity: 7, seen: 9, note: 'Counted' }),
  'GET /api/admin/inventory/:id/movements': one('stock_items'),
  'GET /api/download': ({ secret }) => ({ query: { token: secret('downloadToken') } }),
  'GET /api/downloads/:token': ({ secret }) => ({ params: { token: secret('downloadToken') } }),
  'POST /api/download-events': ({ secret, id }) => ({
    body: {
      token: secret('downloadToken'),
      events: [{ id: crypto.randomUUID(), fileId: id('product_files'), type: 'failed', reason: 'connection' }],
    },
  }),
  'POST /api/upload/chunked': ({ secret, id, websiteId }) => {
    const body = new FormData()
    body.append('chunk', new Blob([new Uint8Array(64).fill(7)]))
    const fields = {
      sessionId: secret('uploadSession'),
      chunkIndex: '1',
      totalChunks: '2',
      fileName: 'x.mp3',
      websiteId,
      productId: id('products', "product_type = 'digital'"),
      fileType: 'tracks',
    }
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return { body }
  },
  'GET /api/upload/sessions/:sessionId': ({ secret }) => ({ params: { sessionId: secret('uploadSession') } }),
  'DELETE /api/upload/sessions/:sessionId': ({ secret }) => ({ params: { sessionId: secret('uploadSession') } }),
  'POST /api/upload/ping': () => ({ body: 'bytes' }),
  'GET /api/admin/product-files': ofProduct,
  'PUT /api/admin/product-files/order': ({ id }) => ({
    body: { productId: id('products', "product_type = 'digital'"), ids: [id('product_files')], before: null },
  }),
  'PATCH /api/admin/product-files/album': ({ id }) => ({
    body: { productId: id('products', "product_type = 'digital'"), words: { artist: 'Somebody' } },
  }),
  'PATCH /api/admin/product-files/:id': one('product_files', { title: 'A title' }),
  'DELETE /api/admin/product-files/:id': one('product_files'),
  'GET /api/previews/:id': one('track_previews'),
  'POST /api/previews/plays': ({ id }) => ({
    body: { preview: id('track_previews'), session: 'a'.repeat(32), seconds: 3, isComplete: false },
  }),
  'POST /api/previews/conversions': ({ secret }) => ({
    body: { session: 'a'.repeat(32), paymentSession: secret('paymentSession') },
  }),
  'GET /api/admin/previews': ofProduct,
  'PUT /api/admin/previews/:fileId': ({ id }) => ({
    params: { fileId: id('product_files') },
    body: { startMs: 1_000 },
  }),
  'PUT /api/admin/previews/:fileId/peaks': ({ id }) => ({
    params: { fileId: id('product_files') },
    body: { peaks: Buffer.alloc(1_000, 9).toString('base64') },
  }),
  'GET /api/admin/albums/:id': one('products'),
  'GET /api/admin/albums/files/:id': one('product_files'),
  'GET /api/admin/orders': ({ secret, websiteId }) => ({
    query: { buyer: secret('emailHash'), website_id: websiteId },
  }),
  'GET /api/admin/orders/export.csv': ({ secret, websiteId }) => ({
    query: { numbers: secret('orderNumber'), customers: 'include', website_id: websiteId },
  }),
  'POST /api/admin/orders/status': some('orders', { status: 'processing' }),
  'GET /api/admin/orders/:name': ({ secret }) => ({ params: { name: secret('orderNumber') } }),
  'POST /api/admin/orders/:id/status': one('orders', { sequence: 0, to: 'processing' }),
  'POST /api/admin/orders/:id/refund': one('orders'),
  'PUT /api/admin/orders/:id/tracking': one('orders', { carrier: 'Post', number: '123', sequence: 0 }),
  'POST /api/admin/orders/:id/notes': one('orders', { text: 'A note' }),
  'POST /api/admin/orders/:id/mails': one('orders', { mail: 'confirmation' }),
  'POST /api/admin/orders/:id/resolve': one('orders', { sequence: 0 }),
  'POST /api/analytics/cart': ({ id }) => ({ body: { productId: id('products'), variantId: null } }),
  'GET /api/admin/analytics': dated,
  'GET /api/admin/analytics/performance': dated,
  'GET /api/admin/analytics/failures': dated,
  'GET /api/admin/analytics/export.csv': () => ({ query: { ...paths, table: 'products' } }),
  'GET /api/admin/downloads': ({ secret }) => ({ query: { buyer: secret('emailHash') } }),
  'POST /api/admin/downloads/:id': one('digital_downloads', { action: 'extend' }),
  'GET /api/admin/customer-support': ({ secret }) => ({ query: { order: secret('orderNumber') } }),
  'POST /api/admin/customer-support/link': ({ secret }) => ({
    body: { link: `https://site.example/downloads/${secret('downloadToken')}` },
  }),
  'POST /api/admin/customer-support/notes': ({ secret }) => ({
    body: { order: secret('orderNumber'), text: 'A note' },
  }),
  'POST /api/admin/customer-support/answers': ({ secret }) => ({
    body: { order: secret('orderNumber'), subject: 'An answer', text: 'Words' },
  }),
  'POST /api/admin/customer-support/links': ({ secret }) => ({ body: { order: secret('orderNumber') } }),
  'POST /api/csp-reports': () => ({ body: [], headers: { 'content-type': 'application/reports+json' } }),
  'GET /api/contact': plain,
  'GET /api/contact/challenge': plain,
  'POST /api/privacy/exports': sent({ email: 'nobody@example.com' }),
  'GET /api/privacy/exports/:token': ({ secret }) => ({ params: { token: secret('exportToken') } }),
  'POST /api/privacy/exports/:token/confirm': ({ secret }) => ({ params: { token: secret('exportToken') } }),
  'GET /api/privacy/exports/files/:token': ({ secret }) => ({ params: { token: secret('exportToken') } }),
  'POST /api/privacy/decrypt-order': ({ id, websiteId }) => ({
    body: { order_id: id('orders'), website_id: websiteId },
  }),
  'POST /api/privacy/decrypt-orders-batch': ({ id, websiteId }) => ({
    body: { order_ids: [id('orders')], website_id: websiteId },
  }),
  'POST /api/admin/privacy/held': sent({ email: 'nobody@example.com' }),
  'POST /api/admin/privacy/erasure': sent({ email: 'nobody@example.com' }),
  'POST /functions/v1/contact-form': ({ websiteId }) => ({
    body: {
      name: 'Ann',
      email: 'ann@example.com',
      subject: 'Hello',
      message: 'Hello',
      turnstileToken: 'x',
      websiteId,
    },
  }),
  'POST /api/auth/sign-in': sent({ email: 'nobody@example.com', password: 'x' }),
  'POST /api/auth/challenge': ({ id }) => ({ body: { factorId: id('factors'), code: '123456' } }),
  'POST /api/auth/recovery': ({ id }) => ({ body: { factorId: id('factors'), code: 'ABCDEFGH' } }),
  'POST /api/auth/sign-out': plain,
  'GET /api/auth/session': plain,
  'POST /api/auth/forgot-password': sent({ email: 'nobody@example.com' }),
  'POST /api/auth/reset-password': ({ secret }) => ({
    body: { token: secret('exportToken'), newPassword: 'Passw0rd!', confirmPassword: 'Passw0rd!' },
  }),
  'POST /api/auth/disown': ({ secret }) => ({ body: { token: secret('exportToken') } }),
  'POST /api/auth/sign-up': ({ secret }) => ({
    body: { email: 'new@example.com', password: 'Passw0rd!', invitation: secret('exportToken') },
  }),
  'POST /api/auth/invitation': ({ secret }) => ({ body: { token: secret('exportToken') } }),
  'POST /api/auth/verify-email': ({ secret }) => ({ body: { token: secret('exportToken') } }),
  'POST /api/auth/resend-verification': plain,
  'GET /api/auth/account-status': plain,
  'POST /api/auth/token': plain,
  'POST /api/auth/confirmation': sent({ currentPassword: 'x' }),
  'POST /api/auth/change-password': sent({ currentPassword: 'x', newPassword: 'y', confirmPassword: 'z' }),
  'GET /api/auth/email-change': plain,
  'POST /api/auth/email-change': sent({ email: 'nobody@' }),
  'DELETE /api/auth/email-change': plain,
  'POST /api/auth/email-change/confirm': ({ secret }) => ({ body: { token: secret('exportToken') } }),
  'GET /api/auth/factors': plain,
  'POST /api/auth/factors': sent({ currentPassword: 'x' }),
  'POST /api/auth/factors/disable': sent({ currentPassword: 'x' }),
  'POST /api/auth/factors/:id/verify': one('factors', { code: '123456' }),
  'GET /api/auth/sessions': plain,
  'POST /api/auth/sessions/end-others': plain,
  'DELETE /api/auth/sessions/:id': one('sessions'),
  'GET /api/access': plain,
  'POST /api/access': sent({ email: 'nobody@' }),
  'POST /api/access/keep': ({ secret }) => ({ body: { token: secret('exportToken') } }),
  'POST /api/access/:userId/keep': ({ id }) => ({ params: { userId: id('users') } }),
  'DELETE /api/access/:userId': ({ id }) => ({ params: { userId: id('users') } }),
  'GET /api/openapi.json': plain,
  'GET /api/docs': plain,
  'GET /tour.ics': plain,
  'GET /tour/:file{[^/]+\\.ics}': ({ word }) => ({
    params: { file: `${word('slug', 'performances', "status = 'upcoming'")}.ics` },
  }),
  'GET /feed.xml': plain,
  'GET /sitemap.xml': plain,
  'GET /robots.txt': plain,
  'GET /site.webmanifest': plain,
}

export const pathOf = (path: string, params: Record<string, string> = {}): string =>
  path.replaceAll(/:(\w+)(\{[^}]*\})?/g, (_, name: string) => encodeURIComponent(params[name] ?? name))

/** These routes end the session, or delete the rows of a whole collection, that later requests would use. */
export const sessionEndingRoutes = /sign-out|end-others|reset$/
