import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  checkAccessibility,
  checkLooks,
  expectProblem,
  journeyViewports,
  screenshot,
  type Viewport,
  visit,
  waitForPendingRequests,
} from '#tests/browser/harness.ts'
import { chooseOptionByKeyboard, tabTo, typeInto, waitForDialogFocus } from '#tests/browser/keyboard.ts'
import { viewports } from '#tests/browser/visit.ts'
import { openHydratedPage, ownersApi, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const openAdmin = (path: string, viewport: Viewport = 'desktop') => visit(app, { path, viewport, browser })
const rows = (page: Page) => page.locator('tbody').getByRole('row')
const toast = (page: Page, words: string | RegExp) => page.locator('[data-toast]').getByText(words).waitFor()
const seenByVisitors = async (path: string) => (await fetch(app.address() + path)).text()

async function fill(page: Page, { city, venue, date }: Record<'city' | 'venue' | 'date', string>) {
  await page.getByLabel('Date').fill(date)
  await page.getByLabel('Country').selectOption('DE')
  await page.getByLabel('City').fill(city)
  await page.getByRole('textbox', { name: 'Venue', exact: true }).fill(venue)
}

longTest.each(journeyViewports('desktop'))(
  'searches, filters, sorts and pages the shows, with the state in the URL (%s)',
  async (viewport) => {
    const page = await openAdmin('/admin/tour', viewport)
    await expect.poll(() => rows(page).count()).toBe(25)
    await page.getByRole('searchbox', { name: 'City or venue' }).fill('berlin')
    await expect.poll(() => page.url()).toContain('q=berlin')
    await expect.poll(() => rows(page).filter({ hasNotText: 'Berlin' }).count()).toBe(0)
    await page.getByRole('searchbox', { name: 'City or venue' }).fill('')
    await page.getByLabel('Status', { exact: true }).selectOption('draft')
    await expect.poll(() => rows(page).filter({ hasNotText: 'Draft' }).count()).toBe(0)
    await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
    await page.getByLabel('Status', { exact: true }).selectOption('')
    await page.getByLabel('Rows on a page').selectOption('10')
    await expect.poll(() => rows(page).count()).toBe(10)
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText(/^11–20 of/).waitFor()
    if (viewport === 'desktop') {
      await page.getByRole('button', { name: 'Show', exact: true }).click()
      await expect.poll(() => page.url()).toContain('sort=city')
      await expect
        .poll(() => page.getByRole('columnheader', { name: 'Show' }).getAttribute('aria-sort'))
        .toBe('ascending')
    } else {
      await page.getByLabel('Sort by').selectOption('city')
      await expect.poll(() => page.url()).toContain('sort=city')
      expect(await page.getByRole('columnheader').count()).toBe(0)
      await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
      await page.getByText('10 selected').waitFor()
    }
    const before = page.url()
    await page.reload()
    await expect.poll(() => rows(page).count()).toBe(10)
    expect(page.url()).toBe(before)
    await openHydratedPage(page, '/admin/tour?size=10&page=999')
    await expect.poll(() => rows(page).count()).toBeGreaterThan(0)
    expect(page.url()).not.toContain('999')
    await checkAccessibility(page)
    await screenshot(page, 'admin-tour')
  },
)

longTest.each(journeyViewports('phone'))(
  'creates, shows, changes and cancels a show by keyboard only (%s)',
  async (viewport) => {
    const page = await openAdmin('/admin/tour', viewport)
    const city = `Husum ${viewport}`
    await tabTo(page, 'New show')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'New show' }).waitFor()
    await typeInto(page, 'Date', viewport === 'desktop' ? '05012031' : '05022031')
    await chooseOptionByKeyboard(page, 'Country', 'Germany')
    await typeInto(page, 'City', city)
    await typeInto(page, 'Venue', 'Speicher')
    await tabTo(page, 'Time zone')
    expect(await page.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin')
    await typeInto(page, 'Support acts', 'The Low Tides')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Remove The Low Tides' }).waitFor()
    await chooseOptionByKeyboard(page, 'Status', 'Announced')
    await page.keyboard.press('Control+S')
    await toast(page, `The show in ${city} is saved.`)
    await page.getByRole('heading', { level: 1, name: `${city}, Speicher` }).waitFor()
    const path = `/tour/2031-05-0${viewport === 'desktop' ? 1 : 2}-husum-${viewport}-speicher`
    expect(await seenByVisitors(path)).toContain('The Low Tides')

    await chooseOptionByKeyboard(page, 'Availability', 'Cancelled')
    await typeInto(page, 'Tags', 'knees up')
    await page.keyboard.press('Control+S')
    await toast(page, `The show in ${city} is saved.`)
    await expect.poll(() => seenByVisitors(path)).toContain('Cancelled')
    expect(await seenByVisitors(path)).toContain('knees up')
    if (viewport === 'phone') {
      await tabTo(page, 'More')
      await page.keyboard.press('Enter')
    }
    await tabTo(page, 'Back')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Tour Dates' }).waitFor()
    await typeInto(page, 'City or venue', city)
    await expect.poll(() => rows(page).count()).toBe(1)
    await tabTo(page, new RegExp(`^Select .*${city}`))
    await page.keyboard.press('Space')
    await tabTo(page, 'Clear selection')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(city)
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Space')
    await tabTo(page, 'Delete')
    await page.keyboard.press('Enter')
    await waitForDialogFocus(page)
    await tabTo(page, 'Delete')
    await page.keyboard.press('Enter')
    await toast(page, '1 show deleted.')
    const list = page.locator('[tabindex="-1"]').filter({ has: page.getByRole('table', { name: 'Tour Dates' }) })
    await expect.poll(() => list.last().evaluate((element) => element === document.activeElement)).toBe(true)
    expect((await fetch(app.address() + path)).status).toBe(404)
  },
)

/** Whether a press on each button of the bar would reach it. */
const barIsClear = (page: Page) =>
  page
    .locator('form footer')
    .locator('button:visible, a:visible, select:visible')
    .evaluateAll((controls) =>
      controls.every((control) => {
        const { x, y, width, height } = control.getBoundingClientRect()
        return control.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      }),
    )

/** Whether a list has too little room for the words of its chosen option. */
function isChoiceCut(element: Element): boolean {
  const list = element as HTMLSelectElement
  const { font, paddingLeft, paddingRight } = getComputedStyle(list)
  const pen = Object.assign(document.createElement('canvas').getContext('2d')!, { font })
  const room = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  return pen.measureText(list.selectedOptions[0]!.text).width > room
}

test('a show is published beside Save, the next one is added at once, and no toast covers the bar', async () => {
  const page = await openAdmin('/admin/tour/new')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByText('Please enter a date like 05/31/2026.').first().waitFor()
  await fill(page, { city: 'Wismar', venue: 'Tonne', date: '2031-07-01' })
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await toast(page, 'The show in Wismar is saved.')
  await page.getByRole('heading', { level: 1, name: 'Wismar, Tonne' }).waitFor()
  expect(await seenByVisitors('/tour/2031-07-01-wismar-tonne')).toContain('Wismar')
  expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('upcoming')
  await page.setViewportSize(viewports.phone)
  expect(await page.getByLabel('Status', { exact: true }).evaluate(isChoiceCut)).toBe(false)
  await page.setViewportSize(viewports.desktop)
  for (const place of [0, 100_000]) {
    await page.evaluate((top) => window.scrollTo(0, top), place)
    await expect.poll(() => barIsClear(page)).toBe(true)
  }

  await openHydratedPage(page, '/admin/tour/new')
  await fill(page, { city: 'Stralsund', venue: 'Kulturspeicher', date: '2031-07-02' })
  await page.getByRole('button', { name: 'Save and add next' }).click()
  await toast(page, 'The draft for Stralsund is saved.')
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('date')
  await fill(page, { city: 'Rostock', venue: 'Mau', date: '2031-07-03' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Rostock, Mau' }).waitFor()
  await openHydratedPage(page, '/admin/tour?q=stralsund')
  await expect.poll(() => rows(page).count()).toBe(1)
  await rows(page).getByRole('link').click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Stralsund, Kulturspeicher is deleted.')
  await page.waitForURL('**/admin/tour?q=stralsund')
  await page.getByText('Nothing found').waitFor()
})

test('the list of shows opens at the next show', async () => {
  const next = (await (await fetch(`${app.address()}/api/tour/shows?limit=1`)).json())[0]
  const page = await openAdmin('/admin/tour')
  await rows(page).first().getByText(next.city).waitFor()
})

longTest('visitors reach every past show page by page, without scripts', async () => {
  const dates = Array.from({ length: 60 }, (_, at) => new Date(Date.UTC(2001, 0, 1 + at)).toISOString().slice(0, 10))
  const call = await ownersApi(app)
  const hall = { zone: 'Europe/Berlin', venue: 'Old hall', country: 'DE', status: 'past' }
  for (const date of dates) await call('POST', '/api/admin/shows', { ...hall, date, city: `Oldtown ${date}` })
  const page = await visit(app, { path: '/tour?past=include', javaScript: false })
  const shown: string[] = []
  for (;;) {
    shown.push(...(await page.locator('#past-shows li h4').allTextContents()))
    const next = page.getByRole('link', { name: 'Earlier shows' })
    if ((await next.count()) === 0) break
    await next.click()
    await page.waitForURL(/\/tour\?past=include&page=\d+#past-shows$/)
  }
  expect(shown.slice(-60)).toEqual(dates.toReversed().map((date) => `Oldtown ${date}`))
})

longTest('shows errors beside the fields and at the top, and moves the focus there', async () => {
  const page = await openAdmin('/admin/tour/new')
  await page.getByLabel('Ticket link').fill('tickets')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: '5 problems to correct' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('date')
  await page.getByRole('button', { name: /^Ticket link: / }).click()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('bookingLink')
  await fill(page, { city: 'Kiel', venue: 'Pumpe', date: '2031-06-01' })
  await page.getByRole('heading', { name: '1 problem to correct' }).waitFor()
  await page.getByLabel('Ticket link').fill('https://tickets.example/kiel')
  await expect.poll(() => page.getByText(/to correct/).count()).toBe(0)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'The draft for Kiel is saved.')
  expect(await seenByVisitors('/tour')).not.toContain('Kiel')
})

longTest('asks before leaving with unsaved changes, and keeps them on “stay”', async () => {
  const page = await openAdmin('/admin/tour/new')
  await page.getByLabel('City').fill('Emden')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Stay here' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await page.getByLabel('City').inputValue()).toBe('Emden')
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tour Dates' }).waitFor()
})

longTest('input during a save is neither lost nor treated as saved', async () => {
  const page = await openAdmin('/admin/tour/new')
  let held = Promise.withResolvers<void>()
  await page.route('**/api/admin/shows**', async (route) => {
    if (route.request().method() !== 'GET') await held.promise
    await route.continue()
  })
  await fill(page, { city: 'Varel', venue: 'Hafen', date: '2031-06-02' })
  const prices = page.getByLabel('Prices')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => prices.evaluate((input) => input.closest('[inert]') !== null)).toBe(true)
  held.resolve()
  await toast(page, 'The draft for Varel is saved.')
  await page.getByRole('heading', { level: 1, name: 'Varel, Hafen' }).waitFor()
  await page.getByLabel('City').fill(' Varel ')
  held = Promise.withResolvers<void>()
  const saving = page.waitForRequest((request) => request.method() === 'PUT')
  await page.keyboard.press('Control+S')
  await saving
  await prices.fill('12 euros')
  held.resolve()
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Varel')
  expect(await prices.inputValue()).toBe('12 euros')
  await page.getByText('Not saved yet').waitFor()
})

longTest('keeps unsaved input when the session ends', async () => {
  const page = await visit(app, { path: '/admin/tour/new', browser, expected: [/401: POST .*shows/] })
  const cookies = await page.context().cookies()
  await fill(page, { city: 'Aurich', venue: 'Güterschuppen', date: '2031-06-03' })
  await page.context().clearCookies()
  const sessionAnswer = page.waitForResponse('**/api/auth/session')
  await page.keyboard.press('Control+S')
  const words = page.getByText('You are signed out. Sign in in another tab, then save again.')
  await words.waitFor()
  await sessionAnswer
  // A redirect would happen at once: nothing else shows that there is none.
  const ledOut = page.waitForURL('**/admin/login*', { timeout: 1_500 })
  expect(
    await ledOut.then(
      () => true,
      () => false,
    ),
  ).toBe(false)
  expect(await page.getByLabel('City').inputValue()).toBe('Aurich')
  await page.context().addCookies(cookies)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'The draft for Aurich is saved.')
  await page.getByRole('heading', { level: 1, name: 'Aurich, Güterschuppen' }).waitFor()
  expect(await words.count()).toBe(0)
})

longTest('the time zone follows the place until the owner chooses one', async () => {
  const page = await openAdmin('/admin/tour/new')
  const zone = () => page.getByLabel('Time zone').inputValue()
  await page.getByLabel('Country').selectOption('US')
  await expect.poll(zone).toBe('America/New_York')
  await page.getByLabel('City').fill('Austin')
  await expect.poll(zone).toBe('America/Chicago')
  await page.getByLabel('County, region or state').fill('CA')
  await page.getByLabel('City').fill('Nowhere Springs')
  await expect.poll(zone).toBe('America/Los_Angeles')
  await page.getByLabel('Time zone').selectOption('America/Denver')
  await page.getByLabel('City').fill('Austin')
  expect(await zone()).toBe('America/Denver')
})

test('of two editors of the same show the second gets a warning and loses no input', async () => {
  const first = await openAdmin('/admin/tour/new')
  await fill(first, { city: 'Leer', venue: 'Zollhaus', date: '2031-07-01' })
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await first.getByRole('heading', { level: 1, name: 'Leer, Zollhaus' }).waitFor()
  const second = await visit(app, { browser, path: new URL(first.url()).pathname, expected: [/409: PUT/] })
  await second.getByRole('heading', { level: 1, name: 'Leer, Zollhaus' }).waitFor()
  await first.getByRole('textbox', { name: 'Venue', exact: true }).fill('Zollhaus, large hall')
  await first.getByRole('button', { name: 'Save', exact: true }).click()
  await first.getByText('Not saved yet').waitFor({ state: 'detached' })
  await waitForPendingRequests(first)
  await second.getByLabel('Prices').fill('12 euros')
  await second.getByRole('textbox', { name: 'Venue', exact: true }).fill('Zollhaus, bar')
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await second.getByRole('button', { name: 'See the newer version' }).click()
  await expect
    .poll(() => second.getByRole('textbox', { name: 'Venue', exact: true }).inputValue())
    .toBe('Zollhaus, large hall')
  await second.getByRole('link', { name: 'Back', exact: true }).click()
  await second.getByRole('button', { name: 'Stay here' }).click()
  await second.getByRole('button', { name: 'Use mine: Prices' }).click()
  await second.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(second, 'The draft for Leer is saved.')
  await openHydratedPage(first, new URL(first.url()).pathname)
  expect(await first.getByLabel('Prices').inputValue()).toBe('12 euros')
  expect(await first.getByRole('textbox', { name: 'Venue', exact: true }).inputValue()).toBe('Zollhaus, large hall')
})

describe('a show in the admin area', () => {
  longTest('a show is previewed with a cropped picture before publication, and duplicated', async () => {
    const page = await openAdmin('/admin/tour/new')
    await fill(page, { city: 'Norden', venue: 'Deichtor', date: '2031-08-01' })
    await page.getByLabel('Choose a picture').setInputFiles('sites/musician/images/gallery-01.jpg')
    const cropping = page.getByRole('dialog', { name: 'Crop the picture' })
    await cropping.getByLabel('Zoom').fill('2')
    await cropping.getByLabel('The visible area').press('ArrowRight')
    await cropping.getByLabel('The visible area').hover()
    await page.mouse.wheel(0, -100)
    await expect.poll(async () => Number(await cropping.getByLabel('Zoom').inputValue())).toBeGreaterThan(2)
    await checkAccessibility(page)
    let go = () => {}
    const held = new Promise<void>((resolve) => (go = resolve))
    await page.route('**/api/admin/pictures?*', (route) => held.then(() => route.continue()))
    await cropping.getByRole('button', { name: 'Use this area' }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const stillGoing = page.getByText('The picture is still being uploaded.')
    await stillGoing.waitFor()
    go()
    await stillGoing.waitFor({ state: 'detached' })
    await page.getByLabel('What the picture shows').fill('A ship’s wake at night')
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Preview' })
    await preview.getByRole('heading', { name: 'Norden' }).waitFor()
    await screenshot(page, 'admin-tour-preview')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toast(page, 'The draft for Norden is saved.')
    await page.getByRole('heading', { level: 1, name: 'Norden, Deichtor' }).waitFor()
    await page.getByLabel('Status').selectOption('upcoming')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toast(page, 'The show in Norden is saved.')
    const html = await seenByVisitors('/tour/2031-08-01-norden-deichtor')
    expect(html).toContain('A ship’s wake at night')
    expect(html).toMatch(/og:image" content="[^"]*gallery-01-1200x630\.jpeg/)
    await page.getByRole('button', { name: 'Duplicate' }).click()
    await toast(page, 'This is the copy. Please choose its date.')
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('draft')
  })

  longTest('several shows change status together and are exported', async () => {
    const page = await openAdmin('/admin/tour?status=draft')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    const count = await rows(page).count()
    await page.getByLabel('Change the status to').selectOption('upcoming')
    await toast(page, `${count} shows changed to Announced.`)
    await page.getByText('Nothing found').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Export' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('shows.csv')
    expect(readFileSync(await download.path(), 'utf8')).toContain('Deichtor')
    await page.getByRole('button', { name: 'Show everything' }).click()
    await rows(page).first().waitFor()
    expect(await page.getByLabel('Status', { exact: true }).inputValue()).toBe('')

    await openHydratedPage(page, '/admin/tour?status=upcoming&size=10')
    await page
      .getByRole('checkbox', { name: /^Select \d/ })
      .first()
      .check()
    await page.getByLabel('Change the status to').selectOption('draft')
    const dialog = page.getByRole('alertdialog', { name: 'Hide 1 show from the site?' })
    await dialog.getByRole('button', { name: 'Change to Draft' }).click()
    await toast(page, '1 show changed to Draft.')
    await dialog.waitFor({ state: 'hidden' })

    await page.context().clearCookies()
    expectProblem(page, /401: GET .*export\.csv/)
    await page.getByRole('link', { name: 'Export' }).click()
    await toast(page, 'You are signed out. Sign in, then try again.')
    await page.waitForURL('**/admin/login*')
  })
})

longTest('the show form is accessible on phone and desktop, in light and dark', async () => {
  const page = await visit(app, { path: '/admin/tour/new', browser, reducedMotion: true })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  // The focus scrolls the page, and half a link under the sticky header is a target too small for axe.
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
  await checkLooks(page, 'admin-tour-form')
})
