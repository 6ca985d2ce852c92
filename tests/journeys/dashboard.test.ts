import { expect, test } from 'vitest'
import { checkAccessibility, checkLooks, visit } from '#tests/browser/harness.ts'
import { fillSignIn, owner, signIn, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()

test('shows, sales and stock link to their screens, with one request for the dashboard and one for the sidebar', async () => {
  const page = await visit(app, { reducedMotion: true })
  const requestedPaths: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/admin/')) requestedPaths.push(pathname)
  })
  await signIn(page)
  const part = page.locator('section', { has: page.getByRole('heading', { name: 'Next shows' }) })
  const shows = part.getByRole('listitem').getByRole('link')
  await shows.first().waitFor()
  expect(await shows.count()).toBe(5)
  await page.getByText('No messages yet.').waitFor()
  const sales = page.locator('section', { has: page.getByRole('heading', { name: 'Last 30 days' }) })
  await sales.getByText(/ than in the 30 days before \(£[\d,]+\.\d\d\)$/).waitFor()
  expect(await sales.getByRole('table', { name: 'Revenue by day' }).getByRole('row').count()).toBe(31)
  const low = page.locator('section', { has: page.getByRole('heading', { name: /^Low stock/ }) })
  expect(await low.getByRole('listitem').getByRole('link').first().getAttribute('href')).toMatch(
    /^\/admin\/shop\/inventory\/[0-9a-f-]{36}$/,
  )
  expect(requestedPaths.toSorted()).toEqual(['/api/admin/dashboard', '/api/admin/dashboard/counts'])
  const todo = page.locator('section', { has: page.getByRole('heading', { name: 'To do' }) })
  const toPack = todo.getByRole('link', { name: /^\d+ orders to pack/ })
  expect(await toPack.getAttribute('href')).toBe('/admin/orders?attention=to-pack')
  const notice = page.getByRole('complementary', { name: 'Not live yet' })
  await notice.getByText('no money moves').waitFor()
  await notice.getByText('reach nobody').waitFor()
  await checkLooks(page, 'dashboard')
  await shows.first().click()
  await page.waitForURL(/\/admin\/tour\/[0-9a-f-]{36}$/)
})

longTest('the dashboard of an empty shop claims nothing about its stock', async () => {
  const page = await visit(app, { path: '/robots.txt' })
  await page.route('**/api/admin/dashboard', async (route) => {
    const answer = await (await route.fetch()).json()
    await route.fulfill({ json: { ...answer, lowStock: { count: 0, counted: 0, first: [] } } })
  })
  await signIn(page)
  await page.getByText('No products with stock in the shop yet.').waitFor()
  expect(await page.getByText('Enough is left of everything').count()).toBe(0)
})

longTest('a site without a tour has no shows on the dashboard, on a phone', async () => {
  const page = await visit(app, { host: 'service.localhost', path: '/admin/login', viewport: 'phone' })
  await fillSignIn(page, owner)
  await page.getByRole('heading', { name: 'Newest messages' }).waitFor()
  for (const name of ['Next shows', 'Last 30 days', 'Low stock'])
    expect(await page.getByRole('heading', { name }).count(), name).toBe(0)
  await checkAccessibility(page)
  await page.getByRole('link', { name: 'Turn it on' }).click()
  await page.waitForURL('**/admin/settings?tab=security')
})
