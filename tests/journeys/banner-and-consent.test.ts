import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { BannerAnnouncement } from '#domain/announcements/announcement.ts'
import { emptyCart, toStoredCart } from '#domain/cart/cart.ts'
import {
  checkAccessibility,
  expectProblem,
  getSharedApp,
  inEveryLook,
  screenshot,
  visit,
} from '#tests/browser/harness.ts'

const app = await getSharedApp()

const [first, second] = ['Night Ferry is out', 'Utrecht has sold out']
const otherThan = (title: string | null) => (title === first ? second : first)
const banner = (page: Page) => page.getByRole('complementary', { name: 'Announcements' })
const control = (page: Page, name: string) => banner(page).getByRole('button', { name })
const question = (page: Page) => page.getByRole('region', { name: 'Cookies' })
const shown = (page: Page) => page.locator('[data-shown] bdi').first().textContent()
const isShown = (page: Page, title: string) => expect.poll(() => shown(page)).toBe(title)
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
const stored = (page: Page) => page.evaluate(() => ({ ...localStorage }) as Record<string, string>)

/** The layout shift of the page so far. */
const moved = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const add = (list: PerformanceObserverEntryList) => {
          for (const entry of list.getEntries()) if ('value' in entry) sum += Number(entry.value)
        }
        new PerformanceObserver(add).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 100)
      }),
  )

/** Reloads the page, inspects it before hydration, and returns the layout shift of hydration. */
async function reloadWatching(page: Page, look: () => Promise<void>): Promise<number> {
  const scripts = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.getByRole('contentinfo').waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  await look()
  const before = await moved(page)
  scripts.resolve()
  await page.getByRole('button', { name: 'Switch to dark theme' }).waitFor()
  await page.unroute('**/*.js')
  return (await moved(page)) - before
}

/** A visitor with a clock that only the test moves, and the answers of the API from now on. */
async function atStandstill(answers: () => { status?: number; json: unknown } = () => ({ json: [] })) {
  const page = await visit(app, { now: new Date() })
  let [requestCount, answered] = [0, 0]
  await page.route('**/api/announcements/active', (route) => {
    requestCount++
    return route.fulfill(answers())
  })
  page.on('requestfinished', (request) => void (request.url().endsWith('/api/announcements/active') && answered++))
  // On a busy machine that moment is over before it is named; the clock stands by then, and the next is not.
  const standStill = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 3000))
  await standStill().catch(standStill)
  await question(page).getByRole('button', { name: 'Accept All' }).click()
  return { page, requestCount: () => requestCount, answered: () => answered }
}

/** Resolves when every request that the page has sent so far was counted: this one cannot overtake them. */
const requestsSent = (page: Page) => page.evaluate(() => fetch('/healthz').then(() => {}))

/** An answer takes real time to arrive and a tick of the stopped clock to be shown. */
const arrives = (page: Page, title: string) =>
  expect
    .poll(async () => {
      await page.clock.runFor(10)
      return shown(page)
    })
    .toBe(title)

/** The pointer comes and goes, so that the one that is up has its whole time from this moment on. */
async function attend(page: Page) {
  await banner(page).hover()
  await expect.poll(() => liveness(page)).toBe('polite')
  await page.mouse.move(600, 600)
  await expect.poll(() => liveness(page)).toBe('off')
}
const liveness = (page: Page) => banner(page).locator('[aria-live]').getAttribute('aria-live')

const announcement = (title: string): BannerAnnouncement => ({
  id: crypto.randomUUID(),
  title,
  message: 'Some words.',
  linkUrl: null,
  linkText: 'Learn More',
  style: 'urgent',
  isDismissible: true,
})

describe('the announcement banner', () => {
  test('the banner is complete in the first HTML, without JavaScript', async () => {
    const page = await visit(app, { javaScript: false })
    for (const title of [first, second]) expect(await banner(page).getByText(title).isVisible()).toBe(true)
    expect(await banner(page).getByRole('button').count()).toBe(0)
    expect(await question(page).count()).toBe(0)
  })

  test('the banner rotates every 5 s', async () => {
    const { page } = await atStandstill()
    await attend(page)
    const one = (await shown(page))!
    await page.clock.runFor(4999)
    expect(await shown(page)).toBe(one)
    await page.clock.runFor(1)
    await isShown(page, otherThan(one))
    await page.clock.runFor(4999)
    expect(await shown(page)).toBe(otherThan(one))
    await page.clock.runFor(1)
    await isShown(page, one)
    await banner(page).getByText(otherThan(one)).waitFor({ state: 'hidden' })
  })

  test('the banner is refreshed every 30 s, and keeps its content when that fails', async () => {
    let status = 500
    const { page, requestCount, answered } = await atStandstill(() =>
      status === 500 ? { status, json: {} } : { json: [announcement('Tonight')] },
    )
    expectProblem(page, /500: GET .*active/)
    await control(page, 'Pause announcements').click()
    const one = (await shown(page))!
    while (requestCount() === 0) {
      await page.clock.runFor(1000)
      await requestsSent(page)
    }
    // The half minute begins with the answer.
    await expect.poll(answered).toBe(1)
    await requestsSent(page)
    await page.clock.runFor(28_500)
    await requestsSent(page)
    expect(requestCount()).toBe(1)
    expect(await shown(page)).toBe(one)
    status = 200
    await page.clock.runFor(2500)
    await expect.poll(requestCount).toBe(2)
    await arrives(page, 'Tonight')
  })

  test('the banner is refreshed when the window gets the focus after more than 5 s', async () => {
    const { page, requestCount } = await atStandstill(() => ({ json: [announcement('Tonight')] }))
    const focus = () => page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.clock.runFor(6000)
    await focus()
    await expect.poll(requestCount).toBe(1)
    await arrives(page, 'Tonight')
    // The answer came some ticks ago, so the rule's very edge is left to its own test.
    await page.clock.runFor(4800)
    await focus()
    await requestsSent(page)
    expect(requestCount()).toBe(1)
    await page.clock.runFor(201)
    await focus()
    await expect.poll(requestCount).toBe(2)
  })

  test('the banner can be paused by keyboard, and pauses while it has the focus', async () => {
    const { page } = await atStandstill()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Pause announcements')
    await expect.poll(() => liveness(page)).toBe('polite')
    const one = (await shown(page))!
    await page.clock.runFor(6000)
    expect(await shown(page)).toBe(one)
    await page.keyboard.press('Enter')
    await control(page, 'Play announcements').waitFor()
    await page.clock.runFor(6000)
    expect(await shown(page)).toBe(one)
    await page.keyboard.press('Enter')
    await control(page, 'Pause announcements').waitFor()
    await page.clock.runFor(5000)
    await isShown(page, otherThan(one))
  })

  test('the banner rotates only by its buttons under reduced motion', async () => {
    const page = await visit(app, { reducedMotion: true, now: new Date() })
    await page.evaluate(() => document.fonts.ready.then(() => {}))
    const before = await moved(page)
    await page.clock.runFor(6000)
    expect(await shown(page)).toBe(first)
    expect(await control(page, 'Pause announcements').count()).toBe(0)
    await control(page, 'Next announcement').click()
    await isShown(page, second)
    await control(page, 'Next announcement').click()
    await isShown(page, first)
    await control(page, 'Previous announcement').click()
    await isShown(page, second)
    expect(await moved(page)).toBe(before)
  })

  test('remembers dismissed announcements, and hydration without them causes no layout shift', async () => {
    const page = await visit(app)
    await question(page).getByRole('button', { name: 'Accept All' }).click()
    await control(page, 'Pause announcements').click()
    const one = (await shown(page))!
    const other = otherThan(one)
    await control(page, 'Dismiss announcement').press('Enter')
    await isShown(page, other)
    expect(await focused(page)).toBe('Dismiss announcement')

    const jump = await reloadWatching(page, async () => {
      expect(await banner(page).getByText(other).isVisible()).toBe(true)
      expect(await banner(page).getByText(one).isVisible()).toBe(false)
      expect(await control(page, 'Pause announcements').isVisible()).toBe(false)
    })
    expect(jump).toBe(0)
    expect(await shown(page)).toBe(other)

    await control(page, 'Dismiss announcement').press('Enter')
    await banner(page).waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Announcement dismissed')
    expect(await reloadWatching(page, async () => expect(await banner(page).isVisible()).toBe(false))).toBe(0)
    expect(await banner(page).count()).toBe(0)
  })

  test('the banner link navigates without a page load', async () => {
    const page = await visit(app)
    await page.evaluate(() => Object.assign(window, { before: true }))
    await banner(page).getByRole('link', { name: first }).click()
    await page.waitForURL('**/discography')
    expect(await page.evaluate(() => 'before' in window)).toBe(true)
  })

  test('a banner link to a calendar file downloads the file', async () => {
    const { page } = await atStandstill(() => ({ json: [{ ...announcement('Tonight'), linkUrl: '/tour.ics' }] }))
    await page.clock.runFor(6000)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await arrives(page, 'Tonight')
    const download = page.waitForEvent('download')
    await banner(page).getByRole('link', { name: 'Tonight' }).click()
    expect((await download).suggestedFilename()).toBe('tour.ics')
  })
})

describe('the cookie notice', () => {
  test.each([
    ['Essential Only', false, ['essential'], ['cookie-consent', 'cookie-preferences', 'theme']],
    ['Accept All', true, ['essential', 'functional'], ['cart', 'cookie-consent', 'cookie-preferences', 'theme']],
  ])('a cookie notice answered with %s is stored and does not appear again', async (choice, accepted, types, kept) => {
    const page = await visit(app)
    await page.evaluate(
      (cart) => {
        Object.assign(localStorage, { theme: 'dark', cart })
        Object.assign(sessionStorage, { 'checkout-attempt': crypto.randomUUID(), 'export x': '{}' })
      },
      JSON.stringify(toStoredCart(emptyCart)),
    )
    await question(page).getByRole('button', { name: choice }).press('Enter')
    await question(page).waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Your choice is saved')
    const records = await stored(page)
    expect(Object.keys(records).toSorted()).toEqual(kept)
    // What a tab remembers until it is closed stays, as the privacy pages say.
    const ofTab = await page.evaluate(() => Object.keys(sessionStorage))
    expect(ofTab).toEqual(expect.arrayContaining(['checkout-attempt', 'export x']))
    expect(JSON.parse(records['cookie-consent']!)).toEqual({
      accepted,
      version: '1.0',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      types,
    })
    expect(JSON.parse(records['cookie-preferences']!)).toMatchObject({ version: '2024.1', functional: accepted })
    await page.reload()
    await page.locator('[data-announcements=alive]').waitFor()
    expect(await question(page).count()).toBe(0)
  })

  test.each([
    [
      'localhost',
      'With your consent it also joins your plays of a day under a random number, and loads the players of other services.',
      'You have allowed what this site needs to work, and a daily number for your plays, and the players of other services.',
      'for the site; your theme and parts of downloads stay, and your cart until you close the tab.',
    ],
    [
      'service.localhost',
      'It does nothing else today; your choice holds should that change.',
      'You have allowed everything; today this site keeps only what it needs to work.',
      'what this browser keeps for the site; your theme stays.',
    ],
  ])('on %s names what that site stores and loads', async (host, questionText, allowed, forgotten) => {
    const page = await visit(app, { host, path: '/privacy' })
    await question(page).getByText(`We keep what this site needs to work. ${questionText}`).waitFor()
    await question(page).getByRole('button', { name: 'Accept All' }).click()
    await page.getByText(allowed).waitFor()
    await page.getByText(forgotten).waitFor()
  })

  test('the cookie notice appears again when its version changes', async () => {
    const page = await visit(app)
    await question(page).getByRole('button', { name: 'Accept All' }).click()
    await page.evaluate(() => {
      localStorage['cookie-consent'] = localStorage['cookie-consent'].replace('"1.0"', '"0.9"')
    })
    await page.reload()
    await question(page).waitFor()
  })

  test('a cookie notice answered in one tab disappears in every tab', async () => {
    const page = await visit(app)
    const other = await page.context().newPage()
    await other.goto('/')
    await question(other).getByRole('button', { name: 'Essential Only' }).click()
    await question(page).waitFor({ state: 'detached' })
  })

  test('the cookie notice follows the skip link and neither traps nor covers the focus', async () => {
    const page = await visit(app, { viewport: 'phone', path: '/privacy' })
    await question(page).waitFor()
    const seen: (string | null | undefined)[] = []
    for (let i = 0; i < 40; i++) {
      await page.keyboard.press('Tab')
      seen.push(await focused(page))
      const hidden = await page.evaluate(() => {
        const [at, over] = [document.activeElement, document.querySelector('[aria-label=Cookies]')]
        if (!at || at === document.body || over?.contains(at)) return false
        const [box, cover] = [at.getBoundingClientRect(), over!.getBoundingClientRect()]
        return box.top >= cover.top
      })
      expect(hidden, `${seen.at(-1)} lies under the banner`).toBe(false)
    }
    expect(seen.slice(0, 4)).toEqual(['Skip to content', 'Privacy', 'Essential Only', 'Accept All'])
    expect(new Set(seen).size).toBeGreaterThan(10)
  })

  test('cookie notice and banner are accessible on phone and desktop, in light and dark', async () => {
    const page = await visit(app)
    await question(page).waitFor()
    await inEveryLook(page, async () => {
      await checkAccessibility(page)
      await screenshot(page, 'banner-and-consent')
      const [screen, box] = [page.viewportSize()!, (await question(page).boundingBox())!]
      expect(box.height).toBeLessThan(screen.height / 3)
      for (const name of ['Essential Only', 'Accept All'])
        expect((await question(page).getByRole('button', { name }).boundingBox())!.height).toBeGreaterThanOrEqual(44)
    })
  })
})

describe('the mailing list', () => {
  const mail = 'mailto:tuning@feltandhammer.example?subject=subscribe'

  test('the mailing list asks on the home page before it opens the mail program', async () => {
    const page = await visit(app, { host: 'service.localhost' })
    await question(page).getByRole('button', { name: 'Essential Only' }).click()
    const main = page.getByRole('main')
    const offer = main.getByRole('button', { name: 'Subscribe to Updates' })
    await offer.press('Enter')
    const subscribe = main.getByRole('link', { name: 'Continue to Subscribe' })
    expect(await subscribe.getAttribute('href')).toBe(mail)
    expect(await focused(page)).toBe('Continue to Subscribe')
    await checkAccessibility(page)
    await main.getByRole('button', { name: 'Cancel' }).press('Enter')
    await offer.waitFor()
    expect(await focused(page)).toBe('Subscribe to Updates')
    const footer = page.getByRole('contentinfo')
    expect(await footer.getByRole('link', { name: 'Subscribe', exact: true }).getAttribute('href')).toBe(mail)
    expect(await footer.getByRole('button', { name: 'Subscribe to Updates' }).count()).toBe(0)
  })

  test('the mailing list is a plain link in the footer, also without JavaScript', async () => {
    const page = await visit(app, { host: 'service.localhost', javaScript: false })
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Subscribe', exact: true })
    expect(await link.getAttribute('href')).toBe(mail)
  })

  test('the mailing list is not offered on a site without one', async () => {
    const page = await visit(app)
    expect(await page.getByText(/^Subscribe/).count()).toBe(0)
  })
})
