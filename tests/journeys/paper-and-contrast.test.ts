import { expect, test } from 'vitest'
import { sitePages } from '#domain/sites/pages.ts'
import { getSharedApp, visit } from '#tests/browser/harness.ts'
import { checkForcedColours, checkPrintedPage } from '#tests/browser/paper-and-contrast.ts'
import { firstCases } from '#tests/long-test.ts'

const app = await getSharedApp()
const [show] = await (await fetch(`${app.address()}/api/tour/shows`)).json()

/** The musician has no press page; `payment.test.ts` looks at what a buyer sees. */
const elsewhere = ['/press', '/checkout', '/payment/confirm', '/auth/callback']
const paths = [
  ...[`/tour/${show.slug}`, '/shop', '/nowhere', '/shop/the-long-fetch', '/shop/marlow-quay-tee'],
  ...Object.keys(sitePages).filter((path) => !path.includes('$') && ![...elsewhere, '/shop'].includes(path)),
]

test.each(firstCases(2, paths))(
  '%s can be read on paper, in colours of the system and with more contrast',
  async (path) => {
    const expected = path === '/nowhere' ? [/404: GET .*nowhere/] : []
    const page = await visit(app, { path, theme: 'dark', expected })
    expect(await page.locator('h1').count()).toBe(1)
    await checkPrintedPage(page)
    await checkForcedColours(page)
  },
)
