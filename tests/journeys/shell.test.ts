import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { consentKey, consentRecord } from '#domain/privacy/consent.ts'
import {
  checkAccessibility,
  inEveryLook,
  screenshot,
  startApp,
  themes,
  viewports,
  visit,
} from '#tests/browser/harness.ts'

const app = await startApp()

const focusIsOn = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim() ?? '')
const themeOf = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)
const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
const scrollTo = (page: Page, y: number) => page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), y)
const menuButton = (page: Page) => page.getByRole('button', { name: /(open|close) menu/i })
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' })

/** The cookie question has tests of its own; here it would only lie over what is looked at. */
const answered = (host?: string): BrowserContextOptions => {
  const value = JSON.stringify(consentRecord('essential-only', new Date()))
  const origins = [{ origin: app.address(host), localStorage: [{ name: consentKey, value }] }]
  return { storageState: { cookies: [], origins } }
}

const pages = [
  '/',
  '/tour',
  '/gallery',
  '/discography',
  '/awards',
  '/history',
  '/contact',
  '/privacy',
  '/shop',
  '/media',
]

describe('can be used by everyone, on a phone and on a desk, by day and at night:', () => {
  test.each(pages)('%s', async (path) => {
    const page = await visit(app, { path, reducedMotion: true, browser: answered() })
    await inEveryLook(page, async () => {
      await checkAccessibility(page)
      expect(await sideways(page), 'nothing scrolls sideways').toBeLessThanOrEqual(0)
      if (path !== '/') await screenshot(page, path.slice(1))
    })
  })

  test.each(['software.localhost', 'service.localhost'])('the home page of %s', async (host) => {
    const page = await visit(app, { host, reducedMotion: true, browser: answered(host) })
    await inEveryLook(page, async () => {
      await checkAccessibility(page)
      expect(await sideways(page)).toBeLessThanOrEqual(0)
      await screenshot(page, host.split('.')[0]!)
    })
  })
})

test('pictures of the home page for those who look', async () => {
  const page = await visit(app, { reducedMotion: true, browser: answered() })
  await inEveryLook(page, async () => {
    expect(await sideways(page)).toBeLessThanOrEqual(0)
    await screenshot(page, 'home')
  }, ['phone', 'tablet', 'desktop'])
})

test('the first Tab offers to skip to the content', async () => {
  const page = await visit(app, { path: '/tour' })
  await page.keyboard.press('Tab')
  expect(await focusIsOn(page)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
})

describe('the menu of small screens', () => {
  test('is at most 368 px wide, and lies within the window', async () => {
    for (const viewport of ['phone', 'tablet'] as const) {
      const page = await visit(app, { viewport })
      await menuButton(page).click()
      const box = (await menu(page).boundingBox())!
      expect(box.width).toBeLessThanOrEqual(368)
      expect(box.x).toBeGreaterThanOrEqual(0)
      expect(box.x + box.width).toBeLessThanOrEqual(viewports[viewport].width)
    }
  })

  test('keeps Tab inside, and Escape closes it and gives the focus back', async () => {
    const page = await visit(app, { viewport: 'phone' })
    await menuButton(page).click()
    const links = await menu(page).getByRole('link').allTextContents()
    expect(links).toEqual(['Tour', 'Shop', 'Gallery', 'Discography', 'Awards', 'Media', 'History', 'Contact'])
    expect(await focusIsOn(page)).toBe('Tour')
    await page.keyboard.press('Shift+Tab')
    expect(await focusIsOn(page)).toBe('Contact')
    await page.keyboard.press('Tab')
    expect(await focusIsOn(page)).toBe('Tour')
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'detached' })
    expect(await menuButton(page).evaluate((button) => button === document.activeElement)).toBe(true)
  })

  test('can be dragged aside, but not out of the window', async () => {
    const page = await visit(app, { viewport: 'tablet' })
    await menuButton(page).click()
    const before = (await menu(page).boundingBox())!
    await page.mouse.move(before.x + before.width / 2, before.y + 12)
    await page.mouse.down()
    await page.mouse.move(before.x + before.width / 2 - 200, before.y + 132, { steps: 5 })
    const during = (await menu(page).boundingBox())!
    expect([during.x - before.x, during.y - before.y].map(Math.round)).toEqual([-200, 120])
    await page.mouse.move(-2000, 100, { steps: 5 })
    await page.mouse.up()
    expect((await menu(page).boundingBox())!.x).toBeGreaterThanOrEqual(0)
  })

  test('leads to a page and is gone', async () => {
    const page = await visit(app, { viewport: 'phone' })
    await menuButton(page).click()
    await menu(page).getByRole('link', { name: 'Tour' }).click()
    await page.waitForURL('**/tour')
    await page.getByRole('heading', { level: 1, name: 'Tour' }).waitFor()
    expect(await menu(page).count()).toBe(0)
  })
})

test('back to top appears at 301 px, and not at 300', async () => {
  const page = await visit(app, { path: '/tour' })
  const button = page.getByRole('button', { name: 'Back to top' })
  await scrollTo(page, 300)
  expect(await page.evaluate(() => window.scrollY)).toBe(300)
  expect(await button.count()).toBe(0)
  await scrollTo(page, 301)
  await button.click()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  await button.waitFor({ state: 'detached' })
})

test('go back leads back', async () => {
  const page = await visit(app)
  const button = page.getByRole('button', { name: 'Go back' })
  expect(await button.count()).toBe(0)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Gallery' }).click()
  await page.getByRole('heading', { level: 1, name: 'Gallery' }).waitFor()
  await button.click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

describe('the theme', () => {
  test.each(themes)('follows a system that is %s', async (theme) => {
    expect(await themeOf(await visit(app, { theme }))).toBe(theme)
  })

  test('is kept once chosen, is there before the first paint, and other tabs follow', async () => {
    const page = await visit(app, { theme: 'light' })
    const other = await page.context().newPage()
    await other.goto('/history')
    await page.getByRole('button', { name: 'Switch to dark theme' }).click()
    await expect.poll(() => themeOf(page)).toBe('dark')
    await expect.poll(() => themeOf(other)).toBe('dark')
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        Object.assign(window, { first: getComputedStyle(document.documentElement).colorScheme })
      })
    })
    await page.reload()
    expect(await page.evaluate(() => (window as unknown as { first: string }).first)).toBe('dark')
  })
})

describe('pages change', () => {
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

  test('with the site’s own transition', async () => {
    const page = await visit(app)
    await countTransitions(page)
    await toTour(page)
    expect(await transitions(page)).toEqual([['page-fade', 'page-on']])
  })

  test('at once for those who ask for stillness', async () => {
    const page = await visit(app, { reducedMotion: true })
    await countTransitions(page)
    await toTour(page)
    expect(await transitions(page)).toEqual([])
  })
})

test('without scripts every word and link is there', async () => {
  const page = await visit(app, { javaScript: false, path: '/' })
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Marlow Quay')
  expect(await page.locator('main li time').count()).toBeGreaterThanOrEqual(6)
  expect(await page.locator('main picture img').count()).toBeGreaterThan(4)
  await page.getByRole('link', { name: 'All dates', exact: true }).click()
  await page.waitForURL('**/tour')
  const upcoming = await page.locator('main li time').count()
  await page.getByRole('link', { name: 'Show past shows' }).click()
  await page.waitForURL('**/tour?past=include')
  expect(await page.locator('main li time').count()).toBeGreaterThan(upcoming)
})

test.each([
  ['localhost', '/press', 404],
  ['localhost', '/awards', 200],
  ['software.localhost', '/press', 200],
  ['software.localhost', '/discography', 404],
  ['service.localhost', '/payment/confirm', 404],
  ['localhost', '/payment/confirm', 200],
  ['service.localhost', '/shop', 200],
  ['localhost', '/dev/ui', 404],
])('%s%s answers %i', async (host, path, status) => {
  const page = await visit(app, { host, path, expected: status === 404 ? [/404/] : [] })
  const answer = await page.goto(path)
  expect(answer?.status()).toBe(status)
  if (status === 404) expect(await page.getByRole('navigation', { name: 'Main' }).first().isVisible()).toBe(true)
})

test('the home page brings at most 140 KB of scripts, and nothing of the admin area', async () => {
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
  expect(total).toBeLessThanOrEqual(140 * 1024)
  for (const { name } of scripts) expect(await (await page.request.get(name)).text()).not.toContain('Admin Panel Error')
})
