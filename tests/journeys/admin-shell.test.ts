import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { authenticationErrorTexts, sessionTexts } from '#domain/texts/accounts.ts'
import { adminTexts } from '#domain/texts/admin.ts'
import { uiTexts } from '#domain/texts/ui.ts'
import {
  checkAccessibility,
  checkLooks,
  expectProblem,
  horizontalOverflowPx,
  screenshot,
  visit,
  waitForPendingRequests,
} from '#tests/browser/harness.ts'
import { viewports } from '#tests/browser/visit.ts'
import {
  fillSignIn,
  openHydratedPage,
  owner,
  ownersBrowser,
  signIn,
  startOwnersApp,
} from '#tests/journeys/owner-app.ts'
import { checkPhoneRows } from '#tests/journeys/phone-rows.ts'
import { firstCases, longTest } from '#tests/long-test.ts'
import { siteEditorScreens } from '#web/admin/site-editor/screens.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
/** The owner at their dashboard. */
const openAdmin = (how: Parameters<typeof visit>[1] = {}) => visit(app, { path: '/admin/dashboard', browser, ...how })

const screens = [
  'dashboard',
  'messages',
  'gallery',
  'shop',
  'tour',
  'media',
  'announcements',
  'orders',
  'digital-analytics',
  'downloads',
  'customer-support',
  'change-password',
  'settings',
  'settings?tab=security',
  'settings?tab=people',
  'settings?tab=system',
]
/** Screens with journeys of their own, which look at them in every look. */
const lookedAtElsewhere = new Set([
  'dashboard',
  'gallery',
  'tour',
  'media',
  'announcements',
  'settings',
  'settings?tab=site',
])
/** A machine with other things to do needs more than the second that a poll has. */
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id ?? '')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Admin' })

describe('a visitor who is not signed in', () => {
  test.each(screens)('is redirected from /admin/%s to the login page, without its content', async (screen) => {
    const path = `/admin/${screen}`
    const answer = await fetch(app.address() + path, { redirect: 'manual' })
    expect(answer.status).toBe(307)
    expect(answer.headers.get('location')).toBe(`/admin/login?${new URLSearchParams({ from: path })}`)
    expect(await answer.text()).not.toContain(adminTexts.administrator)
  })

  test('admin pages are neither indexed nor cached', async () => {
    const answer = await fetch(`${app.address()}/admin/login`)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.text()).toMatch(/<meta name="robots" content="noindex"/)
  })

  test('the home page loads no code of the admin area', async () => {
    const page = await visit(app)
    await page.waitForLoadState('networkidle')
    const scripts = await page.evaluate(() =>
      performance.getEntriesByType('resource').flatMap(({ name }) => (name.endsWith('.js') ? [name] : [])),
    )
    expect(scripts.length).toBeGreaterThan(1)
    for (const script of scripts) {
      const text = await (await page.request.get(script)).text()
      for (const words of ['Remember me', 'Sign out everywhere else', 'Two-factor authentication', 'recovery code'])
        expect(text, script).not.toContain(words)
    }
  })
})

/** What is in the colours of the main action, buttons left out. */
const redElements = (page: Page) =>
  page.locator('body *:visible').evaluateAll((elements) => {
    const probe = document.body.appendChild(document.createElement('i'))
    const red = ['--color-action', '--color-action-strong', '--color-link'].flatMap((name) => {
      probe.style.color = `var(${name})`
      // A colour that no rule uses is left out of the style sheet.
      return getComputedStyle(probe).getPropertyValue(name) ? [getComputedStyle(probe).color] : []
    })
    probe.remove()
    return elements
      .filter((element) => !element.closest('button, a.bg-action'))
      .filter((element) => {
        const { color, backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(element)
        const shown = [color, backgroundColor, ...(borderTopWidth === '0px' ? [] : [borderTopColor])]
        return shown.some((each) => red.includes(each))
      })
      .map((element) => element.outerHTML.slice(0, 200))
  })

describe('accessible on phone and desktop, in light and dark, red only for the main action:', () => {
  const looksGood = async (page: Page, name: string) => {
    await checkLooks(page, `admin-${name.replace(/\W+/g, '-')}`)
    expect(await redElements(page)).toEqual([])
  }

  test('the login page is accessible', async () => {
    await looksGood(await visit(app, { path: '/admin/login', reducedMotion: true }), 'login')
  })

  longTest('a progress bar is not drawn in red', async () => {
    const page = await visit(app, { path: '/admin/login', theme: 'light' })
    await page.evaluate(() => {
      const bar = Object.assign(document.createElement('progress'), { value: 1, max: 1 })
      bar.style.cssText = 'position: fixed; inset: 0; width: 100px; height: 20px; z-index: 99'
      document.body.append(bar)
    })
    const { dominant } = await sharp(await page.locator('progress').screenshot()).stats()
    expect(dominant.r - Math.min(dominant.g, dominant.b)).toBeLessThan(30)
  })

  longTest('every admin screen is accessible', async () => {
    const page = await openAdmin({ reducedMotion: true })
    for (const screen of screens.filter((each) => !lookedAtElsewhere.has(each))) {
      await openHydratedPage(page, `/admin/${screen}`)
      await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0)
      await looksGood(page, screen)
    }
  })
})

describe('the sidebar', () => {
  const labels = async (page: Page) =>
    (await sidebar(page).getByRole('link').allTextContents()).map((label) => label.replace(/\s+\d.*$/, '').trim())

  test('the sidebar lists every feature of the site, with badges', async () => {
    const page = await openAdmin()
    expect(await labels(page)).toEqual([
      'Dashboard',
      'Messages',
      'Gallery',
      'Products Digital',
      'Tour Dates',
      'Media',
      'Announcements',
      'Orders',
      'Analytics Insights',
      'Downloads',
      'Customer Support Help',
      'Settings',
      ...siteEditorScreens.map(({ label }) => label),
      'Going live',
    ])
    expect(await sidebar(page).getByRole('heading').allTextContents()).toEqual([
      'Content',
      'Sales',
      'Digital Music',
      'Site',
    ])
    // The demo has orders to pack and products that run out; both counts stand behind the specified badge.
    await sidebar(page)
      .getByRole('link', { name: /^Orders \d+ to pack$/ })
      .waitFor()
    await sidebar(page)
      .getByRole('link', { name: /^Products Digital \d+ with low stock$/ })
      .waitFor()
    for (const label of ['Tour Dates', 'Orders', 'Messages', 'Settings']) {
      await sidebar(page).getByRole('link', { name: label }).click()
      await heading(page, label).waitFor()
      expect(await sidebar(page).locator('[aria-current=page]').textContent()).toContain(label)
    }
  })

  longTest('the sidebar omits disabled features, and their screens answer 404', async () => {
    const page = await visit(app, {
      host: 'service.localhost',
      path: '/admin/login',
      expected: [/404: GET .*downloads/],
    })
    await fillSignIn(page, owner)
    await heading(page, 'Dashboard').waitFor()
    const shown = await labels(page)
    expect(shown).not.toContain('Tour Dates')
    expect(shown).not.toContain('Downloads')
    expect(shown).toContain('Settings')
    const answer = await page.goto('/admin/downloads')
    expect(answer?.status()).toBe(404)
    await page.getByRole('navigation', { name: 'Main' }).first().waitFor()
  })

  longTest('the sidebar is a drawer on a phone that traps Tab and closes on Escape', async () => {
    const page = await openAdmin({ viewport: 'phone' })
    const opener = page.getByRole('button', { name: 'Open navigation' })
    await opener.click()
    const drawer = page.getByRole('dialog', { name: 'Navigation' })
    await drawer.waitFor()
    await checkAccessibility(page)
    await screenshot(page, 'admin-drawer')
    for (let stops = 0; stops < 16; stops++) {
      await page.keyboard.press('Tab')
      expect(await drawer.evaluate((element) => element.contains(document.activeElement))).toBe(true)
    }
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Open navigation')
    await opener.click()
    await drawer.getByRole('link', { name: 'Announcements' }).click()
    await heading(page, 'Announcements').waitFor()
    await drawer.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('content')
  })
})

const lists: [name: string, path: string][] = [
  ['shows', '/admin/tour?size=10&page=2'],
  ['pictures', '/admin/gallery'],
  ['products', '/admin/shop?size=10&page=1'],
  ['stock', '/admin/shop/inventory?size=10&page=1'],
  ['media', '/admin/media'],
  ['announcements', '/admin/announcements'],
  ['orders', '/admin/orders?page=2'],
  ['downloads', '/admin/downloads?size=10&page=1'],
]

test.each(firstCases(1, lists))(
  'the list of %s has its page and the focus on the opened row after Back',
  async (_, path) => {
    const page = await openAdmin({ path })
    const row = page.locator('[data-row], [data-reorder]').nth(1)
    const idOf = (element: Element | null) => element?.getAttribute('data-row') ?? element?.getAttribute('data-reorder')
    const id = await row.evaluate(idOf)
    await row.getByRole('link').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL((address) => address.pathname + address.search !== path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await waitForPendingRequests(page)
    await page.goBack()
    await expect
      .poll(() =>
        page.evaluate(() => {
          const row = document.activeElement?.closest<HTMLElement>('[data-row], [data-reorder]')
          return row?.dataset.row ?? row?.dataset.reorder
        }),
      )
      .toBe(id)
    expect(page.url()).toContain(path)
  },
)

/** The stock item with most movements. */
async function mostMoved(page: Page): Promise<string> {
  const read = async (path: string) => (await page.request.get(`/api/admin/inventory${path}`)).json()
  const { items } = await read('?size=100')
  const counts = await Promise.all(
    items.map(async ({ id }: { id: string }) => ({ id, total: (await read(`/${id}/movements`)).total })),
  )
  return counts.sort((a, b) => b.total - a.total)[0].id
}

longTest('the history of a stock item has its page and the focus on the opened row after Back', async () => {
  const page = await openAdmin()
  await openHydratedPage(page, `/admin/shop/inventory/${await mostMoved(page)}?size=1`)
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.waitForURL('**page=2')
  await waitForPendingRequests(page)
  const order = page.locator('[data-row]').getByRole('link', { name: /^Order/ })
  const name = await order.textContent()
  await order.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/orders/*')
  await page.goBack()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(name)
  expect(page.url()).toContain('page=2')
})

longTest('the list of messages keeps its page after Back and Forward', async () => {
  const page = await openAdmin()
  const about = (n: number) => ({
    id: `0198c5b2-7a1e-7000-8000-0000000000${n + 10}`,
    receivedAt: new Date(Date.UTC(2026, 0, 60 - n)).toISOString(),
    readAt: null,
    mail: 'sent',
    about: { name: 'Ann Lee', subject: `Question ${n}` },
  })
  const all = Array.from({ length: 25 }, (_, n) => about(n))
  await page.route('**/api/admin/messages?*', (route) => {
    const { searchParams } = new URL(route.request().url())
    const [at, size] = [Number(searchParams.get('page') ?? 1) - 1, Number(searchParams.get('size') ?? 25)]
    const messages = all.slice(at * size, (at + 1) * size)
    return route.fulfill({ json: { messages, total: all.length, unread: all.length, mailsAreFiles: false } })
  })
  await openHydratedPage(page, '/admin/messages?size=10')
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('Question 10', { exact: true }).waitFor()
  await sidebar(page).getByRole('link', { name: 'Tour Dates' }).click()
  await heading(page, 'Tour Dates').waitFor()
  await page.goBack()
  await page.getByText('Question 10', { exact: true }).waitFor()
  await page.goForward()
  await heading(page, 'Tour Dates').waitFor()
  await page.goBack()
  await page.getByText('Question 10', { exact: true }).waitFor()
  expect(page.url()).toContain('page=2')
})

longTest(
  'the System page says that mails are only files, that none has failed, and when the last backup was made',
  async () => {
    const page = await openAdmin({ path: '/admin/settings?tab=system' })
    await page.getByText('Until a mail server is connected, mails are only files.').waitFor()
    await page.getByText('No failed mails.').waitFor()
    const fact = page.locator('dl > div', { has: page.getByText('Last backup', { exact: true }) })
    expect(await fact.locator('dd').textContent()).toBe(
      'None yet. The first one is made a few minutes after the start.',
    )
  },
)

longTest('the way back from an editor leads to the page of the list it was opened on', async () => {
  const page = await openAdmin({ path: '/admin/tour?size=10&page=2' })
  await page.locator('[data-row]').first().getByRole('link').click()
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await page.getByText(/^11–20 of/).waitFor()
  expect(page.url()).toContain('page=2')
})

test.each(
  firstCases(1, [
    ['/admin/orders?kind=physical&page=2', 'All orders'],
    ['/admin/shop/inventory?size=10&page=2', 'Back to inventory'],
  ]),
)('the way back to %s keeps its page and its filters', async (path, back) => {
  const page = await openAdmin({ path })
  const link = page.locator(`[data-row] a[href^="${path.split('?')[0]}/"]`).first()
  await link.click()
  await page.getByRole('link', { name: back }).click()
  await link.waitFor()
  expect(new URL(page.url()).search).toBe(new URL(path, page.url()).search)
})

const tables: [name: string, path: string][] = [
  ['shows', '/admin/tour'],
  ['products', '/admin/shop'],
  ['stock', '/admin/shop/inventory'],
  ['announcements', '/admin/announcements'],
  ['orders', '/admin/orders'],
  ['downloads', '/admin/downloads'],
  ['media', '/admin/media'],
  ['records', '/admin/site/records'],
  ['awards', '/admin/site/awards'],
  ['press quotes', '/admin/site/press'],
]

test.each(firstCases(1, tables))('the list of %s has two lines per row on a phone, titled in ink', async (_, path) => {
  const page = await openAdmin({ path, viewport: 'phone' })
  await checkPhoneRows(page)
  const [title, ink] = await page.evaluate(() => {
    const link = document.querySelector('[data-row] a, [data-reorder] a')!
    return [getComputedStyle(link).color, getComputedStyle(document.body).color]
  })
  expect(title).toBe(ink)
})

test.each(
  firstCases(1, [
    ['/admin/orders', 'Kind', 'physical'],
    ['/admin/shop', 'Stock', 'low'],
    ['/admin/tour', 'When', 'past'],
    ['/admin/activity', 'Who', 'gone'],
  ]),
)('on a phone the filters of %s are behind one button, which counts those in use', async (path, label, value) => {
  const page = await openAdmin({ path, viewport: 'phone' })
  const filters = page.getByRole('button', { name: /^Filters/ })
  const filter = page.getByLabel(label, { exact: true })
  await filters.waitFor()
  expect(await filter.isVisible()).toBe(false)
  await filters.click()
  await filter.selectOption(value)
  await page.getByRole('button', { name: /^Filters ?1 in use$/ }).click()
  await filter.waitFor({ state: 'hidden' })
  expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
})

longTest('the list of orders shows their whole numbers on a phone', async () => {
  const page = await openAdmin({ path: '/admin/orders', viewport: 'phone' })
  await page.locator('[data-row]').first().waitFor()
  const cut = await page
    .locator('[data-row] td a')
    .evaluateAll((all) => all.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent))
  expect(cut).toEqual([])
})

test('a mistyped address stays in the admin area for the owner, and is not found on the site for a visitor', async () => {
  const page = await openAdmin({ path: '/admin/tuor', expected: [/404: GET .*tuor/] })
  await heading(page, 'Page not found').waitFor()
  await sidebar(page).getByRole('link', { name: 'Tour Dates' }).click()
  await heading(page, 'Tour Dates').waitFor()
  const answer = await fetch(`${app.address()}/admin/tuor`)
  expect(answer.status).toBe(404)
  const text = await answer.text()
  expect([text.includes('Page not found'), text.includes('<footer')]).toEqual([false, true])
})

longTest('the public site links back to the admin area for the owner, not for visitors', async () => {
  const page = await openAdmin()
  await openHydratedPage(page, '/tour')
  await page.getByRole('link', { name: 'Admin', exact: true }).click()
  await heading(page, 'Dashboard').waitFor()
  expect(await (await fetch(`${app.address()}/tour`)).text()).not.toContain('href="/admin"')
  const visitor = await visit(app, { path: '/tour' })
  await visitor.waitForLoadState('networkidle')
  expect(await visitor.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0)
})

longTest('on a phone the link to the admin area is in the menu and the footer, where it covers nothing', async () => {
  const page = await openAdmin({ viewport: 'phone' })
  await openHydratedPage(page, '/tour')
  const link = page.getByRole('link', { name: 'Admin', exact: true })
  await link.waitFor()
  expect(await link.evaluate((element) => getComputedStyle(element).position)).toBe('static')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Admin', exact: true }).click()
  await heading(page, 'Dashboard').waitFor()
})

test('the sidebar scrolls to the entry of the open screen', async () => {
  const page = await openAdmin({ path: '/admin/site/versions' })
  const entry = sidebar(page).getByRole('link', { name: 'Versions', exact: true })
  await expect.poll(async () => (await entry.boundingBox())!.y).toBeLessThan(viewports.desktop.height - 40)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

longTest('Ctrl+K leads to screens, shows, products and orders by keyboard', async () => {
  const page = await openAdmin()
  // It is loaded by the layout: the layout hears keys from then on.
  await page.getByText('Your shop takes test payments only').waitFor()
  const go = async (typed: string, option: string | RegExp) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Screen, show, product or order number' }).waitFor()
    await page.keyboard.type(typed)
    const found = page.getByRole('option', { name: option })
    await found.waitFor()
    while ((await found.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    // By role it is gone as soon as it begins to close.
    await page.locator('[role=dialog]').waitFor({ state: 'detached' })
  }
  await go('announ', 'Announcements Screen')
  await heading(page, 'Announcements').waitFor()
  await go('poster', 'Tour poster 2026 Product')
  await page.waitForURL(/\/admin\/shop\/[0-9a-f-]{36}$/)
  const [order] = (await (await page.request.get('/api/admin/orders?page=1&size=10')).json()).orders
  await go(order.number, new RegExp(`^${order.number} Order$`))
  await page.waitForURL(`**/admin/orders/${order.number}`)
  const [show] = (await (await page.request.get('/api/admin/shows?q=berlin')).json()).shows
  await go(`${show.city}`, new RegExp(`${show.date} Show$`))
  await page.waitForURL(`**/admin/tour/${show.id}`)
  // Enter right after the last letter waits for what that letter finds.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Screen, show, product or order number' }).waitFor()
  await page.keyboard.type('poster 2026')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/admin\/shop\/[0-9a-f-]{36}$/)
})

longTest('the user menu works by keyboard', async () => {
  const page = await openAdmin()
  await page.getByText(owner.email).waitFor()
  await page.getByText(adminTexts.administrator, { exact: true }).waitFor()
  const menu = page.getByRole('button', { name: adminTexts.menu, exact: true })
  await menu.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Change Password' }).waitFor()
  await checkAccessibility(page)
  await screenshot(page, 'admin-menu')
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: 'Change Password' })
  await expect.poll(() => item.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/change-password')
  await page.getByRole('button', { name: uiTexts.cancel }).click()
  await page.waitForURL('**/admin/dashboard')
})

test('the first Tab offers to skip to the content', async () => {
  const page = await openAdmin({ path: '/admin/tour' })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await focused(page)).toBe('content')
})

longTest('the admin area shows a loading state until the session is known', async () => {
  const page = await openAdmin({ path: '/admin/unauthorized' })
  await page.waitForLoadState('networkidle')
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/auth/session', async (route) => {
    await held
    await route.continue()
  })
  await page.clock.install()
  await page.clock.fastForward(120_000)
  await page.evaluate(() => history.pushState({}, '', '/admin/tour'))
  await page.getByText(uiTexts.loading, { exact: true }).waitFor()
  go()
  await heading(page, 'Tour Dates').waitFor()
})

describe('errors', () => {
  longTest('a failed screen says that the data is safe, and other screens still work', async () => {
    const page = await openAdmin({ expected: [/page error|console error/] })
    await page.route('**/api/admin/shows?*', (route) => route.fulfill({ json: { shows: [null], total: 1 } }))
    await sidebar(page).getByRole('link', { name: 'Tour Dates' }).click()
    await heading(page, adminTexts.crashed).waitFor()
    await checkAccessibility(page)
    await screenshot(page, 'admin-crash')
    await sidebar(page).getByRole('link', { name: 'Announcements' }).click()
    await heading(page, 'Announcements').waitFor()
    await page.goBack()
    await heading(page, adminTexts.crashed).waitFor()
    await page.unroute('**/api/admin/shows?*')
    await page.getByRole('link', { name: adminTexts.backToDashboard }).click()
    await page.waitForURL('**/admin/dashboard')
    await heading(page, 'Dashboard').waitFor()
  })

  longTest('a list that fails to load can be retried', async () => {
    const page = await openAdmin({ expected: [/500: GET .*gallery/] })
    await page.route('**/api/admin/gallery?*', (route) =>
      route.fulfill({ status: 500, json: { error: 'An unexpected error occurred', reason: 'unexpected' } }),
    )
    await openHydratedPage(page, '/admin/gallery')
    const retry = page.getByRole('button', { name: uiTexts.retry })
    await retry.waitFor()
    await checkAccessibility(page)
    await page.unroute('**/api/admin/gallery?*')
    await retry.click()
    await page
      .getByRole('link', { name: /^Edit / })
      .first()
      .waitFor()
  })

  longTest('a failed session check shows an authentication error with further steps', async () => {
    const page = await openAdmin({ path: '/admin/unauthorized' })
    await page.waitForLoadState('networkidle')
    await page.route('**/api/auth/session', (route) =>
      route.fulfill({ status: 500, json: { error: 'An unexpected error occurred', reason: 'unexpected' } }),
    )
    expectProblem(page, /500: GET .*session/, /console error: Error: Session check failed/)
    await page.clock.install()
    await page.clock.fastForward(120_000)
    await page.evaluate(() => history.pushState({}, '', '/admin/tour'))
    await heading(page, authenticationErrorTexts.title).waitFor()
    await page.getByText(sessionTexts.checkFailed).waitFor()
    await checkAccessibility(page)
    await screenshot(page, 'authentication-error')
    await page.getByRole('button', { name: authenticationErrorTexts.tryAgain }).click()
    await page.getByText(sessionTexts.retryFailed).waitFor()
    await page.unroute('**/api/auth/session')
    await page.getByRole('button', { name: authenticationErrorTexts.tryAgain }).click()
    await heading(page, 'Tour Dates').waitFor()
  })
})

longTest('notices a session that ended elsewhere when the window gets the focus', async () => {
  const page = await visit(app)
  await signIn(page)
  await waitForPendingRequests(page)
  await page.request.post('/api/auth/sign-out', { headers: { origin: app.address() } })
  await page.clock.install()
  await page.clock.fastForward(120_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await page.waitForURL('**/admin/login?from=*')
})
