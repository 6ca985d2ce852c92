import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { uiTexts } from '#domain/texts/ui.ts'
import { checkAccessibility, getSharedApp, horizontalOverflowPx, visit } from '#tests/browser/harness.ts'
import { firstCases, longTest } from '#tests/long-test.ts'

const app = await getSharedApp()

const banner = (page: Page) => page.getByRole('complementary', { name: 'Announcements' })
const question = (page: Page) => page.getByRole('region', { name: 'Cookies' })
const nowhere = { path: '/nowhere', expected: [/404: GET .*nowhere/] }
const phone = { width: 360, height: 740 }
const desktop = { width: 1440, height: 900 }

type Wanted = { path: string; expected?: RegExp[]; size?: { width: number; height: number } }

/** The first visit: the announcements and the question about cookies are up. */
async function firstScreen({ size = phone, ...wanted }: Wanted): Promise<Page> {
  const viewport = size.width < 640 ? 'phone' : 'desktop'
  const page = await visit(app, { ...wanted, viewport, reducedMotion: true, browser: { viewport: size } })
  await banner(page).waitFor()
  await question(page).waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  return page
}

/** What lies on top at the middle of an element, or of a part of it: `itself`, or what a visitor would press instead. */
const atItsMiddle = (element: Locator, part = ''): Promise<string> =>
  element.evaluate((wanted, of) => {
    const { left, top, width, height } = (of ? wanted.querySelector(of)! : wanted).getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const hit = document.elementFromPoint(x, y)
    if (!hit) return `outside of the window, at ${Math.round(x)}, ${Math.round(y)}`
    return wanted.contains(hit) ? 'itself' : hit.outerHTML.slice(0, 200)
  }, part)

/** A show whose tickets are on sale. */
async function showOnSale(): Promise<string> {
  const page = await visit(app)
  const row = page.locator('main li').filter({ has: page.getByRole('link', { name: /^Tickets for/ }) })
  return (await row.first().locator('a[href^="/tour/"]').getAttribute('href'))!
}

describe('with the announcements and the question about cookies up, the first screen of a phone has', () => {
  test('the first phone screen of the home page has the tickets of the next show', async () => {
    const page = await firstScreen({ path: '/' })
    const nextShow = page.locator('main section').first()
    expect(await atItsMiddle(nextShow.getByRole('link').first())).toBe('itself')
    expect(await atItsMiddle(nextShow.getByRole('link').last())).toBe('itself')
  })

  longTest('the first phone screen of the tour page has a date', async () => {
    const page = await firstScreen({ path: '/tour' })
    expect(await atItsMiddle(page.locator('main li:has(time) h3 a').first())).toBe('itself')
  })

  longTest('the first phone screen of a show has “Get tickets”', async () => {
    const page = await firstScreen({ path: await showOnSale() })
    expect(await atItsMiddle(page.getByRole('link', { name: 'Get tickets' }))).toBe('itself')
    expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
    await checkAccessibility(page)
  })

  test('the first phone screen of a product has “Add to cart”', async () => {
    const page = await firstScreen({ path: '/shop/the-long-fetch' })
    const add = page.getByRole('button', { name: /^Add to cart/ })
    expect(await atItsMiddle(add)).toBe('itself')
    expect(await atItsMiddle(question(page).getByRole('button', { name: 'Accept All' }))).toBe('itself')
    await checkAccessibility(page)
  })

  longTest('the first phone screen of the shop has products, with filters behind one button', async () => {
    const page = await firstScreen({ path: '/shop' })
    const filters = page.getByRole('button', { name: 'Search and filter' })
    const search = page.getByLabel('Search the shop')
    const product = page.locator('main li:has(h3)').first()
    for (const each of [product, product.locator('xpath=../li[2]')])
      expect(await atItsMiddle(each, '.picture')).toBe('itself')
    expect(await search.isVisible()).toBe(false)
    await filters.click()
    expect(await atItsMiddle(search)).toBe('itself')
    await checkAccessibility(page)
    await page.getByRole('button', { name: 'Show the products' }).click()
    expect(await search.isVisible()).toBe(false)
  })

  longTest('the first phone screen of a missing page has a link to go on', async () => {
    const page = await firstScreen(nowhere)
    expect(await atItsMiddle(page.locator('main').getByRole('link'))).toBe('itself')
  })
})

longTest('the filters of the shop open on a phone without scripts', async () => {
  const page = await visit(app, { path: '/shop', viewport: 'phone', javaScript: false })
  await page.getByRole('button', { name: 'Search and filter' }).click()
  await page.getByLabel('Search the shop').fill('hoodie')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.waitForURL('**/shop?*q=hoodie*')
  expect(await page.locator('main h3').allTextContents()).toEqual(['Porthole hoodie'])
})

test.each([{ path: '/' }, nowhere])('on a wide screen nothing covers the main action of $path', async (wanted) => {
  const page = await firstScreen({ ...wanted, size: desktop })
  const action = wanted.path === '/' ? page.locator('main section').first() : page.locator('main')
  expect(await atItsMiddle(action.getByRole('link').first())).toBe('itself')
  expect(await atItsMiddle(action.getByRole('link').last())).toBe('itself')
})

test.each(
  firstCases(1, [
    ['phone', phone],
    ['desktop', desktop],
  ] as const),
)('when its picture fails, the home page is readable and the picture can be retried (%s)', async (_, size) => {
  const blank = { path: '/robots.txt', expected: [/failed: GET .*\/images\//] }
  const page = await visit(app, { ...blank, theme: 'light', browser: { viewport: size } })
  const pictures = '**/images/*/hero*'
  await page.route(pictures, (route) => route.abort())
  await page.goto('/')
  const hero = page.locator('main section').first()
  const retry = hero.getByRole('button', { name: uiTexts.retry })
  await retry.waitFor()
  expect(await atItsMiddle(retry)).toBe('itself')
  const isCovered = await hero.locator('.picture-failure').evaluate((failure) => {
    const box = failure.getBoundingClientRect()
    const under = failure.closest('section')!.querySelector('h1')!.getBoundingClientRect()
    return getComputedStyle(failure).backgroundColor !== 'rgba(0, 0, 0, 0)' || box.bottom > under.top
  })
  expect(isCovered).toBe(false)
  expect(await atItsMiddle(hero.getByRole('heading', { level: 1 }))).toBe('itself')
  await page.unroute(pictures)
  await retry.click()
  await hero.locator('[data-shown]').waitFor()
})

test('the home page is at most nine screens of a phone long', async () => {
  const page = await firstScreen({ path: '/' })
  expect(await page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight)).toBeLessThan(9)
  expect(await horizontalOverflowPx(page)).toBeLessThanOrEqual(0)
})

test('the lines of large titles do not touch', async () => {
  const page = await firstScreen({ path: '/' })
  for (const path of firstCases(2, ['/', '/shop', '/tour', '/shop/the-whole-crossing', '/history', '/admin/login'])) {
    await page.goto(path)
    for (const size of [phone, desktop]) {
      await page.setViewportSize(size)
      const tight = await page.locator('h1, h2, h3, .poster-type').evaluateAll((titles) =>
        titles.flatMap((title) => {
          const { lineHeight, fontSize } = getComputedStyle(title)
          const height = Number.parseFloat(lineHeight)
          const isOneLine = !title.matches('h1, h2') && title.clientHeight < 1.5 * height
          return isOneLine || height / Number.parseFloat(fontSize) > 0.879 ? [] : [title.textContent]
        }),
      )
      expect(tight, `${path} at ${size.width} px`).toEqual([])
    }
  }
})

describe('announcements on a phone', () => {
  const opener = (page: Page) => banner(page).getByRole('button', { name: 'Show the whole announcement' })
  const height = async (page: Page) => (await banner(page).boundingBox())!.height

  test('an announcement on a phone is one line that opens until it is closed', async () => {
    const page = await visit(app, { viewport: 'phone', now: new Date() })
    expect(await height(page)).toBe(44)
    await opener(page).click()
    await expect.poll(() => opener(page).getAttribute('aria-expanded')).toBe('true')
    expect(await height(page)).toBeGreaterThan(80)
    const shown = () => page.locator('[data-shown] bdi').first().textContent()
    const title = await shown()
    await page.clock.runFor(6000)
    expect(await shown()).toBe(title)
    await opener(page).click()
    await expect.poll(() => height(page)).toBe(44)
    await page.mouse.move(100, 600)
    await page.clock.runFor(6000)
    await expect.poll(shown).not.toBe(title)
  })

  longTest('announcements on a phone never overlap while they change', async () => {
    const page = await visit(app, { now: new Date() })
    await page.locator('[data-announcements=alive]').waitFor()
    await page.evaluate(async () => {
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      // Long enough to look at every moment of the change.
      document.documentElement.style.setProperty('--motion-duration', '1000s')
    })
    const shown = () => page.locator('[data-shown] bdi').first().textContent()
    const title = await shown()
    const later = async () => {
      await page.clock.runFor(500)
      return shown()
    }
    await expect.poll(later).not.toBe(title)
    const readable = await page.evaluate(() => {
      const changes = document.getAnimations()
      const opacity = (element: Element) => Number(getComputedStyle(element).opacity)
      const words = [...document.querySelectorAll('[data-announcement] > :first-child')]
      return Array.from({ length: 20 }, (_, step) => {
        for (const change of changes) {
          change.pause()
          change.currentTime = step * 50_000
        }
        return words.filter((line) => opacity(line) * opacity(line.parentElement!) > 0.02).length
      })
    })
    expect(Math.max(...readable)).toBe(1)
    expect(readable.at(-1)).toBe(1)
  })
})
