import { request } from 'node:http'
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { consentKey, createConsentRecord } from '#domain/privacy/consent.ts'
import { uiTexts } from '#domain/texts/ui.ts'
import {
  checkAccessibility,
  checkLooks,
  getSharedApp,
  horizontalOverflowPx,
  viewports,
  visit,
} from '#tests/browser/harness.ts'
import { waitForVisualStability } from '#tests/browser/visual-stability.ts'
import { fastForwardUntilVisible, openHydratedPage } from '#tests/journeys/owner-app.ts'
import { firstCases, longTest } from '#tests/long-test.ts'

const app = await getSharedApp()

const focusIsOn = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: focused } = document
    return focused?.getAttribute('aria-label') ?? focused?.textContent?.trim() ?? ''
  })
const themeOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
const menuButton = (page: Page) => page.getByRole('button', { name: /(open|close) menu/i })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })
const boxOf = async (what: Locator) => (await what.boundingBox())!
/** A page as it is served, before any script. */
const served = async (path: string) => {
  const answer = await fetch(app.address() + path)
  return { status: answer.status, html: await answer.text() }
}
/** The same of another site; not every system knows that its names mean this machine. */
const servedBy = (host: string, path: string) =>
  new Promise<{ status: number; html: string; bytes: Buffer; type?: string }>((resolve, reject) => {
    const { port } = new URL(app.address())
    const asking = request({ host: '127.0.0.1', port, path, headers: { host: `${host}:${port}` } }, async (answer) => {
      const bytes = Buffer.concat(await answer.toArray())
      resolve({ status: answer.statusCode ?? 0, html: String(bytes), bytes, type: answer.headers['content-type'] })
    })
    asking.on('error', reject).end()
  })
const looks: { viewport: 'desktop' | 'phone'; theme: 'light' | 'dark' }[] = [
  { viewport: 'desktop', theme: 'light' },
  { viewport: 'phone', theme: 'dark' },
]

/** The cookie notice has its own tests; here it would only cover the page. */
const answered = (host?: string): BrowserContextOptions => {
  const value = JSON.stringify(createConsentRecord('essential-only', new Date()))
  const origins = [{ origin: app.address(host), localStorage: [{ name: consentKey, value }] }]
  return { storageState: { cookies: [], origins } }
}

const pages = [
  '/',
  '/shop',
  '/contact',
  '/tour',
  '/gallery',
  '/discography',
  '/awards',
  '/history',
  '/privacy',
  '/media',
]

describe('accessible on phone and desktop, in light and dark:', () => {
  test.each(firstCases(1, pages))('%s', async (path) => {
    const page = await visit(app, { path, reducedMotion: true, browser: answered() })
    await checkLooks(page, path.slice(1) || 'home', path === '/' ? ['phone', 'tablet', 'desktop'] : undefined)
  })

  longTest('a missing page is accessible', async () => {
    const page = await visit(app, { path: '/nowhere', reducedMotion: true, browser: answered(), expected: [/404/] })
    await checkLooks(page, 'not-found')
  })

  longTest('the page of a show is accessible', async () => {
    const page = await visit(app, { path: '/tour', reducedMotion: true, browser: answered() })
    await page.locator('main li a').first().click()
    await page.waitForURL('**/tour/*')
    await page.getByText('Doors').first().waitFor()
    await checkLooks(page, 'show')
  })

  longTest('terms, password reset, confirmation, contact and export pages', async () => {
    const page = await visit(app, {
      reducedMotion: true,
      browser: answered(),
      expected: [/410: GET .*verify-export/, /404: GET .*payment\/confirm/],
    })
    const smaller = [
      '/terms',
      '/reset-password?token=x',
      '/reset-password',
      '/auth/callback?token=x',
      '/payment/confirm',
    ]
    for (const path of [...smaller, '/shop/contact', '/privacy/verify-export/x']) {
      await openHydratedPage(page, path)
      await checkLooks(page, path.slice(1).replace(/\W+/g, '-'))
    }
  })

  longTest.each([
    ['software.localhost', '/press'],
    ['service.localhost', '/shop'],
  ])('%s%s', async (host, path) => {
    const page = await visit(app, { host, path, reducedMotion: true, browser: answered(host) })
    await checkLooks(page, `${host.split('.')[0]}${path.replace('/', '-')}`)
  })

  longTest.each(['software.localhost', 'service.localhost'])('the home page of %s', async (host) => {
    const page = await visit(app, { host, reducedMotion: true, browser: answered(host) })
    await checkLooks(page, host.split('.')[0]!)
  })
})

describe('the menu of small screens', () => {
  const expectWithin = async (page: Page, viewport: 'phone' | 'tablet') => {
    const box = await boxOf(menu(page))
    expect(box.width).toBeLessThanOrEqual(368)
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(viewports[viewport].width)
  }

  longTest('the mobile menu is at most 368 px wide, traps Tab and closes on Escape', async () => {
    const page = await visit(app, { viewport: 'phone' })
    await menuButton(page).click()
    await expectWithin(page, 'phone')
    const links = await menu(page).getByRole('link').allTextContents()
    expect(links).toEqual(['Tour', 'Shop', 'Gallery', 'Discography', 'Awards', 'Media', 'History', 'Contact'])
    expect(await focusIsOn(page)).toBe('Tour')
    for (const stop of ['Move menu', 'Contact']) {
      await page.keyboard.press('Shift+Tab')
      expect(await focusIsOn(page)).toBe(stop)
    }
    for (const stop of ['Move menu', 'Tour']) {
      await page.keyboard.press('Tab')
      expect(await focusIsOn(page)).toBe(stop)
    }
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'detached' })
    expect(await menuButton(page).evaluate((button) => button === document.activeElement)).toBe(true)

    await menuButton(page).click()
    await menu(page).getByRole('link', { name: 'Tour' }).click()
    await page.waitForURL('**/tour')
    await page.getByRole('heading', { level: 1, name: 'Tour' }).waitFor()
    expect(await menu(page).count()).toBe(0)
  })

  longTest('the mobile menu can be dragged aside within the window and still reacts to keys', async () => {
    const page = await visit(app, { viewport: 'tablet' })
    await menuButton(page).click()
    await expectWithin(page, 'tablet')
    const before = (await menu(page).boundingBox())!
    await page.mouse.move(before.x + before.width / 2, before.y + 12)
    await page.mouse.down()
    await page.mouse.move(before.x + before.width / 2 - 200, before.y + 132, { steps: 5 })
    const moved = async () => {
      const during = (await menu(page).boundingBox())!
      return [during.x - before.x, during.y - before.y].map(Math.round)
    }
    await expect.poll(moved).toEqual([-200, 120])
    await page.mouse.move(-2000, 100, { steps: 5 })
    await page.mouse.up()
    expect((await boxOf(menu(page))).x).toBeGreaterThanOrEqual(0)
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'detached' })

    // Also after it was pressed beside its links.
    for (const y of [12, 60]) {
      await menuButton(page).click()
      const box = await boxOf(menu(page))
      await page.mouse.move(box.x + 8, box.y + y)
      await page.mouse.down()
      await page.mouse.move(box.x - 92, box.y + y + 40, { steps: 3 })
      await page.mouse.up()
      expect(await menu(page).evaluate((panel) => panel.contains(document.activeElement))).toBe(true)
      await page.keyboard.press('Escape')
      await menu(page).waitFor({ state: 'detached' })
    }
  })

  longTest('the mobile menu can be moved with the arrow keys within the window', async () => {
    const page = await visit(app, { viewport: 'tablet' })
    const { width, height } = viewports.tablet
    await menuButton(page).click()
    await page.keyboard.press('Shift+Tab')
    const before = await boxOf(menu(page))
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowDown')
    const after = await boxOf(menu(page))
    expect(after.x).toBeLessThan(before.x)
    expect(after.y).toBeGreaterThan(before.y)
    for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown']) {
      // As when it is held down.
      for (let presses = 0; presses < 50; presses++) await page.keyboard.down(key)
      await page.keyboard.up(key)
      const box = await boxOf(menu(page))
      expect(Math.min(box.x, box.y, width - box.x - box.width, height - box.y - box.height)).toBeGreaterThanOrEqual(
        -0.5,
      )
    }
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    expect(await focusIsOn(page)).toBe('Move menu')
    await checkAccessibility(page)
  })
})

test.each(firstCases(1, looks))(
  'the first Tab offers to skip to the content; “back to top” appears from 301 px on ($viewport)',
  async (look) => {
    const page = await visit(app, { path: '/tour', ...look })
    await page.keyboard.press('Tab')
    expect(await focusIsOn(page)).toBe('Skip to content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')

    await page.getByRole('button', { name: 'Essential Only' }).click()
    const button = page.getByRole('button', { name: 'Back to top' })
    await scrollTo(page, 300)
    expect(await page.evaluate(() => window.scrollY)).toBe(300)
    expect(await button.count()).toBe(0)
    await scrollTo(page, 301)
    await button.click()
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
    await button.waitFor({ state: 'detached' })
  },
)

longTest.each(looks)('the button “Go back” returns to the previous page ($viewport)', async (look) => {
  const page = await visit(app, { ...look, browser: answered() })
  const button = page.getByRole('button', { name: 'Go back' })
  expect(await button.count()).toBe(0)
  if (look.viewport === 'phone') await menuButton(page).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor()
  await button.click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

longTest('the button “Go back” also returns to another document', async () => {
  const page = await visit(app, { path: '/robots.txt' })
  await openHydratedPage(page, '/terms')
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.waitForURL('**/robots.txt')
})

describe('the theme', () => {
  longTest('the theme follows the system, also while the page is open', async () => {
    const page = await visit(app, { theme: 'dark' })
    expect(await themeOf(page)).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await themeOf(page)).toBe('light')
  })

  test('a chosen theme is stored, applied before the first paint, and synced to other tabs', async () => {
    const page = await visit(app, { theme: 'light' })
    const other = await page.context().newPage()
    await other.goto('/history')
    await page.bringToFront()
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await expect.poll(() => themeOf(page)).toBe('dark')
    await expect.poll(() => themeOf(other)).toBe('dark')
    await page.addInitScript(() => {
      const seen: string[] = []
      const times: number[] = []
      Object.assign(window, { seen, times })
      new MutationObserver((changes) => {
        for (const { type, addedNodes } of changes) {
          if (type === 'attributes') seen.push(`theme ${document.documentElement.dataset.theme}`)
          if ([...addedNodes].includes(document.body)) seen.push('body')
        }
        times.push(performance.now())
      }).observe(document, { childList: true, subtree: true, attributeFilter: ['data-theme'] })
    })
    await page.reload()
    await page.waitForFunction(() => performance.getEntriesByName('first-paint').length)
    const { seen, themeTime, firstPaint } = await page.evaluate(() => {
      const { seen, times } = window as unknown as { seen: string[]; times: number[] }
      const [paint] = performance.getEntriesByName('first-paint')
      return { seen, themeTime: times[0]!, firstPaint: paint!.startTime }
    })
    expect(seen).toEqual(['theme dark', 'body'])
    expect(themeTime).toBeLessThan(firstPaint)
    expect(await themeOf(page)).toBe('dark')
  })
})

describe('page changes', () => {
  /** Counts the browser's own view transitions from now on. */
  const countTransitions = (page: Page) =>
    page.evaluate(() => {
      const start = document.startViewTransition.bind(document)
      Object.assign(window, { transitions: [] })
      document.startViewTransition = (how) => {
        const types = typeof how === 'object' && how ? [...(how.types ?? [])] : []
        ;(window as unknown as { transitions: string[][] }).transitions.push(types)
        return start(how as ViewTransitionUpdateCallback)
      }
    })
  const transitions = (page: Page) =>
    page.evaluate(() => (window as unknown as { transitions: string[][] }).transitions)
  const toTour = async (page: Page) => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tour' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tour' }).waitFor()
  }

  longTest('page changes use the transition of the site, and none under reduced motion', async () => {
    const page = await visit(app)
    await countTransitions(page)
    await toTour(page)
    expect(await transitions(page)).toEqual([['page-fade', 'page-on']])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openHydratedPage(page, '/')
    await countTransitions(page)
    await toTour(page)
    expect(await transitions(page)).toEqual([])
  })
})

longTest('without scripts every text and link is in the page', async () => {
  const page = await visit(app, { javaScript: false, path: '/' })
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Marlow Quay')
  expect(await page.locator('main li time').count()).toBeGreaterThanOrEqual(6)
  expect(await page.locator('main picture img').count()).toBeGreaterThan(4)
  await page.getByRole('link', { name: 'All dates', exact: true }).click()
  await page.waitForURL('**/tour')
  const upcoming = await page.locator('main li time').count()
  await page.getByRole('link', { name: 'Show past shows' }).click()
  await page.waitForURL('**/tour?past=include#past-shows')
  expect(await page.locator('main li time').count()).toBeGreaterThan(upcoming)
})

test.each([
  ['localhost', '/press', 404],
  ['localhost', '/awards', 200],
  ['software.localhost', '/press', 200],
  ['software.localhost', '/discography', 404],
  ['service.localhost', '/cart', 404],
  ['localhost', '/cart', 200],
  ['service.localhost', '/shop', 200],
  ['service.localhost', '/orders/find', 200],
  ['localhost', '/dev/ui', 404],
])('%s%s answers %i', async (host, path, status) => {
  const answer = await servedBy(host, path)
  expect(answer.status).toBe(status)
  expect(answer.html).toContain('<nav aria-label="Main"')
})

test.each(['/nowhere', '/admin/nowhere', '/press', '/tour/nowhere', '/dev/ui'])(
  '%s is answered with a 404 page in the public layout',
  async (path) => {
    const { status, html } = await served(path)
    expect(status).toBe(404)
    expect(html.match(/<title>.*?<\/title>/g)).toEqual(['<title>This boat has sailed · Marlow Quay</title>'])
    expect(html).toContain('<meta name="robots" content="noindex"')
    for (const part of ['>Night Ferry is out<', '<header', '<footer', 'Skip to content']) expect(html).toContain(part)
    expect(html).not.toContain('rel="canonical"')
  },
)

longTest('a page that fails to load shows an error in the layout, and the next page works', async () => {
  const expected = [/500: GET .*\/api\/tour/, /console error: .*No\./]
  const page = await visit(app, { browser: answered(), now: new Date(), expected })
  await page.route('**/api/tour**', (route) =>
    route.fulfill({ status: 500, json: { error: 'No.', reason: 'unexpected' } }),
  )
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Tour' }).click()
  // It is tried again and again first, later each time.
  await fastForwardUntilVisible(page, page.getByRole('heading', { level: 1, name: 'Something went wrong' }))
  expect(await page.title()).toBe('Something went wrong · Marlow Quay')
  expect(await page.locator('footer').isVisible()).toBe(true)
  expect(await page.locator('header[data-over-picture]').count()).toBe(0)
  await checkAccessibility(page)
  await main.getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor()
  expect(await page.title()).toBe('Gallery · Marlow Quay')
})

test.each(['localhost', 'software.localhost', 'service.localhost'])(
  '%s has its own SVG, ICO and touch icons',
  async (host) => {
    const { html } = await servedBy(host, '/')
    const icons = html.match(/<link\b[^>]*rel="(?:icon|apple-touch-icon)"[^>]*>/g) ?? []
    const iconOf = (shape: string) => /href="([^"]+)"/.exec(icons.find((icon) => icon.includes(shape)) ?? '')?.[1] ?? ''
    const [drawn, png, touch] = ['type="image/svg+xml"', 'type="image/png"', 'rel="apple-touch-icon"'].map(iconOf)
    expect(await servedBy(host, drawn!)).toMatchObject({ status: 200, type: 'image/svg+xml' })
    expect(await servedBy(host, touch!)).toMatchObject({ status: 200, type: 'image/png' })
    const icon = await servedBy(host, png!)
    expect(icon).toMatchObject({ status: 200, type: 'image/png' })
    expect(await servedBy(host, '/favicon.ico')).toEqual(icon)
    const others = ['localhost', 'software.localhost', 'service.localhost'].filter((each) => each !== host)
    for (const other of others) expect((await servedBy(other, '/favicon.ico')).bytes).not.toEqual(icon.bytes)
  },
)

longTest('shows a notice to a visitor while the network is down', async () => {
  const page = await visit(app, { path: '/history', viewport: 'phone', browser: answered() })
  const notice = page.getByRole('status').filter({ hasText: uiTexts.offline })
  await page.context().setOffline(true)
  await notice.waitFor()
  expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
  await page.context().setOffline(false)
  await notice.waitFor({ state: 'detached' })
})

test('an unknown export link answers 410 and explains it', async () => {
  const { status, html } = await served('/privacy/verify-export/0123456789abcdef')
  expect(status).toBe(410)
  expect(html).toMatch(/<h1[^>]*>This link does not work any more<\/h1>/)
  expect(html).toContain('It has expired or was already used.')
  expect(html).toMatch(/<a [^>]*href="\/privacy"/)
  for (const meta of ['name="robots" content="noindex"', 'name="referrer" content="no-referrer"'])
    expect(html).toContain(meta)
})

test('the served page preloads fonts and the first picture, and has its metadata', async () => {
  const { html } = await served('/')
  const tags = (html.match(/<(link|meta) [^>]*>/g) ?? []).map((tag) => tag.toLowerCase())
  const having = (...parts: string[]) => tags.filter((tag) => parts.every((part) => tag.includes(part)))
  expect(having('rel="preload"', 'as="font"', '.woff2', 'crossorigin')).toHaveLength(2)
  expect(having('rel="preload"', 'as="image"', 'fetchpriority="high"', 'imagesrcset=')).toHaveLength(2)
  expect(having('rel="canonical"', `href="${app.address()}/"`)).toHaveLength(1)
  const metadata = {
    site_name: 'marlow quay',
    type: 'website',
    title: 'marlow quay',
    url: `${app.address()}/`,
    image: 'http',
  }
  for (const [name, content] of Object.entries(metadata))
    expect(having(`property="og:${name}"`, `content="${content}`), name).toHaveLength(1)
  expect(having('property="og:description"')).toHaveLength(1)
})

type Shift = { value: number; of: string[] }

/** All layout shifts of the page since it loaded. */
const shiftsOf = (page: Page): Promise<Shift[]> =>
  page.evaluate(
    () =>
      new Promise((done) => {
        type Entry = PerformanceEntry & { value: number; sources: { node: Node | null }[] }
        new PerformanceObserver((list) =>
          done(
            (list.getEntries() as Entry[]).map(({ value, sources }) => ({
              value,
              of: sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 200) : `${node}`)),
            })),
          ),
        ).observe({ type: 'layout-shift', buffered: true })
        // With no shift at all the observer says nothing.
        requestAnimationFrame(() => setTimeout(done, 500, []))
      }),
  )

const waits: [string, number][] = [
  ['comes', 0],
  ['comes before its faces', 1_000],
]

test.each(firstCases(1, waits))(
  'no layout shift while the home page %s and is scrolled on a phone',
  async (_, late) => {
    const page = await visit(app, { viewport: 'phone', path: '/robots.txt' })
    await page.route('**/*.woff2', async (route) => {
      await new Promise((done) => setTimeout(done, late))
      await route.continue()
    })
    await page.goto('/', { waitUntil: 'networkidle' })
    await waitForVisualStability(page)
    const shifts = await shiftsOf(page)
    const sum = shifts.reduce((all, { value }) => all + value, 0)
    expect(sum, JSON.stringify(shifts)).toBeLessThan(0.02)
  },
)

test('the home page loads at most 135 KB of scripts, and nothing of the admin area', async () => {
  const page = await visit(app)
  await page.waitForLoadState('networkidle')
  const scripts = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map((entry) => ({ name: entry.name, size: (entry as PerformanceResourceTiming).encodedBodySize })),
  )
  const total = scripts.reduce((sum, { size }) => sum + size, 0)
  expect(scripts.every(({ size }) => size > 0)).toBe(true)
  expect(total).toBeLessThanOrEqual(135 * 1024)
  for (const { name } of scripts) expect(await (await page.request.get(name)).text()).not.toContain('Admin Panel Error')
})
