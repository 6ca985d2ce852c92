import { describe, expect, test } from 'vitest'
import { operationsOf } from '#api/openapi.ts'
import { newId } from '#server/db/id.ts'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, defaultEngine, openTestDatabase } from '#tests/database.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { pathOf, routeEntries } from '#tests/isolation/routes.ts'
import { missingRows } from '#tests/isolation/row-source.ts'

/** Asks for the password, and the code of the second factor, in the request itself. */
const inItsBody = 'in its own body'
/** A public route: it has no session to confirm. Its guards and limits protect it. */
const anyone = 'no: anyone'
/** What is shown on the pages of the site. It can be put back as it was, and the activity log says who changed it. */
const content = 'no: content of the site'
/** Daily work with orders and messages. Buyers are written to, at the address of their order and no other. */
const work = 'no: daily work'
/** A page after the other is an export; `decrypt-orders.test.ts` opens as many. Each look is in the activity log. */
const manyCustomers = 'when a session opens the customers of more than 200 orders in an hour'
/** Numbers and words without customers. */
const figures = 'no: no customers in it'

/**
 * Every route that changes something, and every file that leaves the site: whether a session alone is enough. Who adds a
 * route decides it here. It is not enough for what changes who may enter, where money or mail goes, or what leaves the
 * site about customers. Payment and mail are set up by the operator and not through any route.
 */
const table: Record<string, string> = {
  'POST /api/access': 'always',
  'POST /api/access/:userId/keep': 'always',
  'DELETE /api/access/:userId': 'always',
  'POST /api/access/keep': 'no: the link in the mail to the one whose access is to end is the proof',
  'POST /api/admin/privacy/erasure': 'always',
  'GET /api/admin/orders/export.csv': 'always',
  'PUT /api/admin/settings':
    'when the contact address, the mailing list, the currency, the kind of shop or the rules for passwords changes',
  'POST /api/admin/settings/history/:number/:group/restore': 'always',
  'POST /api/admin/set-up/demo/remove': 'always',
  'POST /api/admin/set-up/own': 'always',
  'POST /api/auth/change-password': inItsBody,
  'POST /api/auth/email-change': 'always',
  'DELETE /api/auth/email-change': 'no: it only takes away, and must be quick',
  'POST /api/auth/email-change/confirm': anyone,
  'POST /api/auth/factors': inItsBody,
  'POST /api/auth/factors/disable': inItsBody,
  'POST /api/auth/confirmation': inItsBody,
  'POST /api/auth/factors/:id/verify': 'no: finishes what POST /api/auth/factors has asked the password for',
  'POST /api/auth/token': 'no: the token may do less than the session that asks for it, and ends with it',
  'POST /api/auth/sessions/end-others': 'no: it only takes away, and must be quick',
  'DELETE /api/auth/sessions/:id': 'no: it only takes away, and must be quick',
  'POST /api/auth/disown': anyone,

  'POST /api/privacy/decrypt-order': manyCustomers,
  'POST /api/privacy/decrypt-orders-batch': manyCustomers,
  'POST /api/admin/privacy/held': 'no: numbers of orders, for an address that the administrator knows',
  'POST /api/admin/messages/open': 'no: messages to the owner are there to be read',
  'POST /api/admin/orders/:id/refund': 'no: money goes back to the card that paid, and nowhere else',
  'POST /api/admin/orders/:id/status': 'no: money goes back to the card that paid, and nowhere else',

  'POST /api/admin/orders/status': work,
  'PUT /api/admin/orders/:id/tracking': work,
  'POST /api/admin/orders/:id/notes': work,
  'POST /api/admin/orders/:id/mails': work,
  'POST /api/admin/orders/:id/resolve': work,
  'POST /api/admin/downloads/:id': work,
  'POST /api/admin/customer-support/link': work,
  'POST /api/admin/customer-support/notes': work,
  'POST /api/admin/customer-support/answers': work,
  'POST /api/admin/customer-support/links': work,
  'POST /api/admin/messages/marks': work,
  'POST /api/admin/messages/bulk-delete': work,
  'POST /api/admin/messages/:id/mail': work,
  'POST /api/admin/undo/:id': 'no: it restores what a session alone may delete',
  'POST /api/admin/system/mails/retry': work,
  'POST /api/admin/system/mails/bulk-delete': work,
  'POST /api/admin/system/jobs/retry': work,
  'POST /api/admin/going-live/checks/:check': 'no: it only looks',
  'POST /api/admin/going-live/test-payment': 'no: it opens a payment page, and the user pays there themselves',
  'POST /api/admin/going-live/test-mail': 'no: only the signed-in user gets it, at the address of their account',

  'PUT /api/admin/set-up': 'no: it only shows or hides the guide',
  'POST /api/admin/sites': 'always',
  'POST /api/admin/sites/:websiteId/invite': 'always',
  'POST /api/admin/sites/:websiteId/suspend': 'always',
  'POST /api/admin/sites/:websiteId/resume': 'always',
  'POST /api/admin/sites/:websiteId/delete': 'always',
  'POST /api/admin/sites/:websiteId/restore': 'always',
  'POST /api/admin/sites/:websiteId/hosts': 'always',
  'POST /api/admin/sites/:websiteId/hosts/:host/check': 'no: DNS decides, and nobody else',
  'POST /api/admin/sites/:websiteId/hosts/:host/confirm': 'always',
  'POST /api/admin/sites/:websiteId/hosts/:host/main': 'always',
  'DELETE /api/admin/sites/:websiteId/hosts/:host': 'always',
  'POST /api/admin/shows': content,
  'POST /api/admin/shows/status': content,
  'POST /api/admin/shows/bulk-delete': content,
  'PUT /api/admin/shows/:id': content,
  'POST /api/admin/shows/:id/duplicate': content,
  'PUT /api/admin/site/draft/parts/:part': content,
  'POST /api/admin/site/texts/preview': 'no: it stores nothing',
  'POST /api/admin/site/texts/templates/:page': 'no: it stores nothing',
  'POST /api/admin/site/draft/publish': content,
  'POST /api/admin/site/draft/schedule': content,
  'POST /api/admin/site/draft/discard': content,
  'POST /api/admin/site/scheduled/cancel': content,
  'POST /api/admin/site/pages/sections': 'no: it stores nothing',
  'POST /api/admin/site/preview-links':
    'no: it shows what the administrator has written for visitors, and nothing else',
  'DELETE /api/admin/site/preview-links/:id': content,
  'POST /api/admin/site/versions/:number/restore': content,
  'DELETE /api/admin/site/versions/:number': content,
  'POST /api/admin/announcements': content,
  'POST /api/admin/announcements/clear-old': content,
  'PUT /api/admin/announcements/:id': content,
  'PUT /api/admin/announcements/:id/switch': content,
  'DELETE /api/admin/announcements/:id': content,
  'POST /api/admin/pictures': content,
  'PUT /api/admin/pictures/:id': content,
  'POST /api/admin/pictures/:id/replace': content,
  'POST /api/admin/pictures/bulk-delete': content,
  'POST /api/admin/pictures/restore': content,
  'GET /api/admin/pictures/:id/original': 'no: an administrator has uploaded it',
  'POST /api/admin/gallery': content,
  'PUT /api/admin/gallery/order': content,
  'POST /api/admin/gallery/bulk-delete': content,
  'POST /api/admin/gallery/restore': content,
  'PUT /api/admin/gallery/:id': content,
  'POST /api/admin/media': content,
  'POST /api/admin/media/files': content,
  'PUT /api/admin/media/order': content,
  'POST /api/admin/media/publication': content,
  'POST /api/admin/media/bulk-delete': content,
  'PUT /api/admin/media/:id': content,
  'POST /api/admin/releases': content,
  'PUT /api/admin/releases/order': content,
  'POST /api/admin/releases/publication': content,
  'POST /api/admin/releases/bulk-delete': content,
  'POST /api/admin/releases/reset': content,
  'PUT /api/admin/releases/:id': content,
  'POST /api/admin/awards': content,
  'PUT /api/admin/awards/order': content,
  'POST /api/admin/awards/publication': content,
  'POST /api/admin/awards/bulk-delete': content,
  'POST /api/admin/awards/reset': content,
  'PUT /api/admin/awards/:id': content,
  'POST /api/admin/press': content,
  'PUT /api/admin/press/order': content,
  'POST /api/admin/press/publication': content,
  'POST /api/admin/press/bulk-delete': content,
  'POST /api/admin/press/reset': content,
  'PUT /api/admin/press/:id': content,
  'POST /api/admin/products': content,
  'POST /api/admin/products/status': content,
  'PUT /api/admin/products/:id': content,
  'POST /api/admin/products/:id/archive': content,
  'POST /api/admin/products/:id/restore': content,
  'POST /api/admin/products/:id/duplicate': content,
  'DELETE /api/admin/products/:id': content,
  'POST /api/admin/categories': content,
  'PUT /api/admin/categories/:id': content,
  'DELETE /api/admin/categories/:id': content,
  'PUT /api/admin/inventory/:id': content,
  'POST /api/upload/chunked': content,
  'DELETE /api/upload/sessions/:sessionId': content,
  'POST /api/upload/ping': content,
  'PUT /api/admin/product-files/order': content,
  'PATCH /api/admin/product-files/album': content,
  'PATCH /api/admin/product-files/:id': content,
  'DELETE /api/admin/product-files/:id': content,
  'PUT /api/admin/previews/:fileId': content,
  'PUT /api/admin/previews/:fileId/peaks': content,
  'GET /api/admin/albums/files/:id': content,

  'GET /api/admin/shows/export.csv': figures,
  'GET /api/admin/activity/export.csv': figures,
  'GET /api/admin/analytics/export.csv': figures,

  'POST /api/shop/quote': anyone,
  'POST /api/shop/checkout': anyone,
  'POST /api/shop/checkout/cancel': anyone,
  'POST /api/shop/checkout/opened': anyone,
  'POST /api/orders/find': anyone,
  'POST /api/orders/links': anyone,
  'POST /api/webhooks/stripe': anyone,
  'GET /api/download': anyone,
  'POST /api/download-events': anyone,
  'POST /api/previews/plays': anyone,
  'POST /api/previews/conversions': anyone,
  'POST /api/analytics/cart': anyone,
  'POST /api/csp-reports': anyone,
  'POST /api/privacy/exports': anyone,
  'POST /api/privacy/exports/:token/confirm': anyone,
  'GET /api/privacy/exports/files/:token': anyone,
  'POST /functions/v1/contact-form': anyone,
  'POST /api/auth/sign-in': anyone,
  'POST /api/auth/challenge': anyone,
  'POST /api/auth/recovery': anyone,
  'POST /api/auth/sign-out': anyone,
  'POST /api/auth/forgot-password': anyone,
  'POST /api/auth/reset-password': anyone,
  'POST /api/auth/sign-up': anyone,
  'POST /api/auth/invitation': anyone,
  'POST /api/auth/verify-email': anyone,
  'POST /api/auth/resend-verification': anyone,
  'GET /tour.ics': anyone,
  'GET /tour/:file{[^/]+\\.ics}': anyone,
  'GET /feed.xml': anyone,
  'GET /sitemap.xml': anyone,
  'GET /robots.txt': anyone,
  'GET /site.webmanifest': anyone,
  'GET /api/openapi.json': anyone,
  'GET /api/docs': anyone,
}

const database = await openTestDatabase(defaultEngine)
const site = await createTestSite(database)
const administrator = {
  kind: 'administrator',
  userId: newId(),
  sessionId: newId(),
  authenticatedBy: 'session',
  hasPlatformAccess: true,
} as const
const api = createTestApi(database, site, administrator)
const operations = operationsOf(api)
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('every route that changes data or sends a file is in the confirmation table', () => {
  const asking = operations.filter(({ method, meta }) => method !== 'GET' || meta.answer?.media)
  expect(asking.map(nameOf).sort()).toEqual(Object.keys(table).sort())
})

test('every route requires a confirmation exactly as the table says', () => {
  for (const operation of operations) {
    const declared = table[nameOf(operation)]
    const asks = declared === 'always' || declared?.startsWith('when ') ? declared : undefined
    expect(operation.meta.confirmation, nameOf(operation)).toBe(asks)
  }
})

test('the confirmation table marks exactly the public routes as public', () => {
  const open = operations.filter(({ meta }) => meta.access === 'anyone').map(nameOf)
  const declared = Object.keys(table).filter((name) => table[name] === anyone)
  expect(open.filter((name) => name in table && name !== 'POST /api/access/keep').sort()).toEqual(declared.sort())
})

describe('requires a confirmation besides the session:', () => {
  const asking = operations.filter(({ meta }) => meta.confirmation && meta.confirmation !== manyCustomers)
  const confirming = { ...api.confirmed() }
  test.each(asking.map((operation) => [nameOf(operation), operation] as const))(
    '%s',
    async (name, { method, path }) => {
      const { params, query, body } = routeEntries[name]!(missingRows)
      const sent =
        name === 'PUT /api/admin/settings' ? { contactEmail: 'thief@example.com', social: null, sequence: 0 } : body
      const ask = async (headers: Record<string, string>) => {
        const at = `${pathOf(path, params)}${query ? `?${new URLSearchParams({ ...(query as object), website_id: site.websiteId })}` : ''}`
        const own = { origin: 'http://localhost', ...headers }
        const answer = await api.request(
          at,
          method === 'GET' ? { headers: own } : jsonRequest(sent, { method, headers: own }),
        )
        return { status: answer.status, reason: answer.ok ? null : (await answer.json()).reason }
      }
      expect(await ask({})).toEqual({ status: 403, reason: 'confirmation-required' })
      expect((await ask(confirming)).reason).not.toBe('confirmation-required')
    },
  )
})
