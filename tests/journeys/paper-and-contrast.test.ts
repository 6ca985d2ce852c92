import { expect, test } from 'vitest'
import { type PagePath, sitePages } from '#domain/sites/pages.ts'
import { getSharedApp, visit } from '#tests/browser/harness.ts'
import { checkForcedColours, checkPrintedPage } from '#tests/browser/paper-and-contrast.ts'
import { firstCases } from '#tests/long-test.ts'

const app = await getSharedApp()
const [show] = await (await fetch(`${app.address()}/api/tour/shows`)).json()

type Shown = { path: string; host?: string; status?: number }

const token = 'a'.repeat(43)
/** What stands for a page: itself on the site of the musician unless it is named here. Every page is looked at once. */
const standsFor: Partial<Record<PagePath, readonly Shown[]>> = {
  '/tour': [{ path: '/tour' }, { path: '/tour?past=include' }],
  '/tour/$slug': [{ path: `/tour/${show.slug}` }],
  '/shop/$slug': [{ path: '/shop/the-long-fetch' }, { path: '/shop/marlow-quay-tee' }],
  '/shop/contact': [{ path: '/shop/contact', host: 'service.localhost' }],
  '/press': [{ path: '/press', host: 'software.localhost' }],
  '/reset-password': [{ path: '/reset-password' }, { path: `/reset-password?token=${token}` }],
  '/auth/callback': [{ path: '/auth/callback' }, { path: `/auth/callback?token=${token}` }],
  '/privacy/verify-export/$token': [{ path: `/privacy/verify-export/${token}`, status: 410 }],
  // `payment.test.ts` looks at what a buyer sees.
  '/checkout': [],
  '/payment/confirm': [],
  '/downloads/$token': [],
}
const pages = (Object.keys(sitePages) as PagePath[]).flatMap((path) => standsFor[path] ?? [{ path }])
const others: Shown[] = [
  { path: '/nowhere', status: 404 },
  { path: '/', host: 'software.localhost' },
  { path: '/', host: 'service.localhost' },
]

test.each(firstCases<Shown>(2, [...pages, ...others]))(
  '$path can be read on paper, in colours of the system and with more contrast',
  async ({ path, host = 'localhost', status }) => {
    const expected = status ? [new RegExp(`${status}: GET `)] : []
    const page = await visit(app, { host, path, theme: 'dark', expected })
    expect(await page.locator('h1').count()).toBe(1)
    await checkPrintedPage(page)
    await checkForcedColours(page)
  },
)
