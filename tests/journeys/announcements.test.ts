import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { announcementAdminTexts } from '#domain/texts/content.ts'
import { refusalTexts } from '#domain/texts/own-words.ts'
import { errorPanelTexts } from '#domain/texts/ui.ts'
import {
  checkAccessibility,
  checkLooks,
  expectProblem,
  inEveryLook,
  journeyViewports,
  screenshot,
  visit,
  waitForPendingRequests,
} from '#tests/browser/harness.ts'
import { waitForDialogFocus } from '#tests/browser/keyboard.ts'
import { openHydratedPage, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })
const toast = (page: Page, words: string) => page.locator('[data-toast]', { hasText: words })
const title = (page: Page) => page.getByRole('textbox', { name: 'Title' })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const inBanner = async (name: string) => (await (await fetch(app.address())).text()).includes(name)

/** What the focus is on, as a screen reader would name it; nothing when it is lost. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (!at || at === document.body) return ''
    const labels = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? [...(at.labels ?? [])] : []
    return at.getAttribute('aria-label') ?? labels[0]?.textContent ?? at.textContent ?? at.id
  })

/** Goes on with Tab until the focus is there, and never loses it on the way. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press('Tab')
    const at = (await focused(page)).replace(/ \*$/, '')
    if (typeof name === 'string' ? at === name : name.test(at)) return
  }
  throw new Error(`Tab never came to ${name}.`)
}

const keepsFocus = (page: Page) => expect.poll(() => focused(page)).not.toBe('')

/** As the owner's browser would, with its session. */
const post = (page: Page, path: string, data: object) =>
  page.request.post(path, { data, headers: { origin: app.address() } })

async function announced(page: Page, name: string): Promise<string> {
  const answer = await post(page, '/api/admin/announcements', { title: name, message: 'Some words.', isActive: false })
  return (await answer.json()).id
}

test.each(journeyViewports('phone'))(
  'creates, changes, disables and deletes an announcement by keyboard only, on a %s',
  async (viewport) => {
    const page = await visit(app, { path: '/admin/announcements', browser, viewport })
    await tabTo(page, /New announcement/)
    await page.keyboard.press('Enter')
    await heading(page, 'New announcement').waitFor()
    await keepsFocus(page)

    await tabTo(page, 'Title')
    await page.keyboard.press('Control+s')
    await page.getByRole('heading', { name: '2 problems to correct' }).waitFor()
    expect(await focused(page)).toMatch(/^Title/)
    await page.keyboard.type('Lisbon, twice')
    await tabTo(page, 'Message')
    await page.keyboard.type('A second night.')
    await tabTo(page, 'Link')
    await page.keyboard.type('/tour')
    await tabTo(page, 'Info')
    await page.keyboard.press('ArrowUp')
    expect(await page.getByRole('radio', { name: 'Urgent' }).isChecked()).toBe(true)
    for (const style of ['info', 'success', 'warning', 'urgent'])
      expect(await page.locator(`[data-preview=${style}]`).textContent()).toMatch(
        /Lisbon, twiceA second night\.Learn More/,
      )
    await page.keyboard.press('Control+s')
    await toast(page, 'Saved. Visitors see it now.').waitFor()
    await heading(page, 'Lisbon, twice').waitFor()
    await keepsFocus(page)
    expect(await inBanner('Lisbon, twice')).toBe(true)

    await tabTo(page, 'Title')
    await page.keyboard.press('End')
    await page.keyboard.type(' over')
    await tabTo(page, 'Save')
    await page.keyboard.press('Enter')
    await expect.poll(() => inBanner('Lisbon, twice over')).toBe(true)
    await waitForPendingRequests(page)
    if (viewport === 'phone') {
      await tabTo(page, 'More')
      await page.keyboard.press('Enter')
    }
    await tabTo(page, 'Back')
    await page.keyboard.press('Enter')
    await row(page, 'Lisbon, twice over').waitFor()
    await keepsFocus(page)

    await tabTo(page, 'Show “Lisbon, twice over”')
    await page.keyboard.press('Space')
    await toast(page, 'is off').waitFor()
    expect(await focused(page)).toBe('Show “Lisbon, twice over”')
    expect(await inBanner('Lisbon, twice over')).toBe(false)

    await tabTo(page, 'Delete “Lisbon, twice over”')
    await page.keyboard.press('Enter')
    await waitForDialogFocus(page)
    await tabTo(page, 'Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await row(page, 'Lisbon, twice over').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => Boolean(document.activeElement?.closest('tbody tr')))).toBe(true)
  },
)

longTest('filters announcements by state in the URL, and keeps the focus when a row disappears', async () => {
  const page = await visit(app, { path: '/admin/dashboard', browser, viewport: 'phone' })
  await announced(page, 'A quiet one')
  await openHydratedPage(page, '/admin/announcements')
  await page.getByLabel('State', { exact: true }).selectOption('Off')
  await page.waitForURL('**/admin/announcements?state=off')
  await row(page, 'Night Ferry is out').waitFor({ state: 'detached' })
  await row(page, 'The boat is late').waitFor()
  await page.getByRole('switch', { name: 'Show “A quiet one”' }).focus()
  await page.keyboard.press('Space')
  await row(page, 'A quiet one').waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('The boat is late')
})

/** Visible now, without scrolling, and covered by nothing. */
const isInSight = (shown: Locator) =>
  shown.evaluate((element) => {
    const { left, width, top, height } = element.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return element.contains(found) || Boolean(found?.contains(element))
  })
const inSight = (shown: Locator) => expect.poll(() => isInSight(shown)).toBe(true)

longTest('a refused save shows its error and focuses the field, or returns to the list after a deletion', async () => {
  const page = await visit(app, { path: '/admin/dashboard', browser, viewport: 'phone' })
  const id = await announced(page, 'A long form')
  await openHydratedPage(page, `/admin/announcements/${id}`)
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.getByLabel('Priority').fill('3')
  await title(page).fill('')
  await page.getByLabel('Priority').focus()
  await save.click()
  await page.getByRole('button', { name: 'To correct: Title' }).waitFor()
  await inSight(page.getByRole('button', { name: 'To correct: Title' }))
  await inSight(title(page))
  expect(await focused(page)).toMatch(/^Title/)

  expectProblem(page, /500: PUT/)
  await title(page).fill('A long form')
  const failed = { status: 500, json: { error: 'No.', reason: 'unexpected' } }
  await page.route(`**/api/admin/announcements/${id}`, (route) => route.fulfill(failed), { times: 1 })
  await page.getByLabel('Priority').focus()
  await save.click()
  await inSight(page.getByRole('alert').getByText(errorPanelTexts.unexpected))

  expectProblem(page, /404: (PUT|GET)/)
  const headers = { origin: app.address() }
  await page.request.delete(`/api/admin/announcements/${id}`, { headers })
  await save.click()
  await inSight(page.getByRole('alert').getByText('This was deleted in the meantime'))
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/admin/announcements')

  await page.goto(`/admin/announcements/${id}`)
  await page.getByText('This announcement could not be loaded. It may have been deleted.').waitFor()
  await page.getByRole('link', { name: 'All announcements' }).click()
  await page.waitForURL('**/admin/announcements')
})

longTest('a save of an older version is refused and keeps the input', async () => {
  const page = await visit(app, { path: '/admin/dashboard', browser, viewport: 'phone' })
  const id = await announced(page, 'Two tabs')
  await openHydratedPage(page, `/admin/announcements/${id}`)
  const other = await page.context().newPage()
  await openHydratedPage(other, `/admin/announcements/${id}`)
  await title(other).fill('Said first')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(other, 'Saved.').waitFor()

  expectProblem(page, /409: PUT/)
  await title(page).fill('Said too late')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await inSight(page.getByText(refusalTexts.conflict))
  await page.getByRole('button', { name: 'See the newer version' }).click()
  await expect.poll(() => title(page).inputValue()).toBe('Said first')
  await page.getByRole('button', { name: 'Use mine: Title' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Saved.').waitFor()
  expect(await (await page.request.get(`/api/admin/announcements/${id}`)).json()).toMatchObject({
    title: 'Said too late',
  })
})

longTest('times of an announcement are in the site’s time zone, and the form explains clock changes', async () => {
  const page = await visit(app, { path: '/admin/dashboard', browser: { ...browser, timezoneId: 'Asia/Tokyo' } })
  const id = await announced(page, 'By the clock')
  await openHydratedPage(page, `/admin/announcements/${id}`)
  const [from, until] = [page.getByLabel('From'), page.getByLabel('Until')]
  await from.fill('2027-03-28T01:30')
  await page.getByText('This hour does not exist on that day. It will be 02:30.').waitFor()
  await until.fill('2027-10-31T01:30')
  await page.getByText('This hour comes twice that night. The first one counts.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Saved.').waitFor()
  expect(await (await page.request.get(`/api/admin/announcements/${id}`)).json()).toMatchObject({
    startDate: '2027-03-28T01:30:00.000Z',
    endDate: '2027-10-31T00:30:00.000Z',
  })
  expect(await from.inputValue()).toBe('2027-03-28T02:30')
})

describe('an announcement is drafted', () => {
  longTest('drafts an announcement from a newly added show', async () => {
    const page = await visit(app, { path: '/admin/dashboard', browser, reducedMotion: true })
    const show = {
      date: '2027-06-01',
      zone: 'Europe/Berlin',
      venue: 'Lido',
      city: 'Berlin',
      country: 'DE',
      status: 'upcoming',
    }
    expect((await post(page, '/api/admin/shows', show)).status()).toBe(201)
    await openHydratedPage(page, '/admin/announcements/new')
    await page.getByRole('button', { name: 'Create from activity…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Create an announcement from…' })
    await dialog.getByRole('button', { name: '2027-06-01 Berlin, Lido' }).first().waitFor()
    await inEveryLook(page, async () => {
      await checkAccessibility(page)
      await screenshot(page, 'admin-announcement-from')
    })
    await dialog.getByRole('button', { name: '2027-06-01 Berlin, Lido' }).first().click()
    await dialog.waitFor({ state: 'detached' })
    expect(await title(page).inputValue()).toBe('New show')
    expect(await page.getByLabel('Link', { exact: true }).inputValue()).toBe('/tour')
    await checkLooks(page, 'admin-announcement-new')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await toast(page, 'Saved. Visitors see it now.').waitFor()
  })

  longTest('offers no announcement for account activities', async () => {
    const page = await visit(app, { path: '/admin/dashboard', browser })
    const { entries } = await (await page.request.get('/api/admin/activity?type=account')).json()
    expectProblem(page, /422: GET .*draft/)
    await openHydratedPage(page, `/admin/announcements/new?from=${entries[0].id}`)
    await page.getByText(announcementAdminTexts.cannotGenerate, { exact: true }).waitFor()
    expect(await title(page).inputValue()).toBe('')
  })
})

longTest('clearing old announcements shows their number first', async () => {
  const page = await visit(app, { path: '/admin/announcements', browser, reducedMotion: true })
  await row(page, 'Night Ferry is out').waitFor()
  await checkLooks(page, 'admin-announcements')
  await page.route('**/api/admin/announcements/clear-old?*', (route) => {
    const days = Number(new URL(route.request().url()).searchParams.get('olderThanDays'))
    return route.fulfill({ json: days < 30 ? { total: 3, inUse: 1 } : { total: 0, inUse: 0 } })
  })
  await page.getByRole('button', { name: 'Delete old announcements' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete old announcements' })
  const days = dialog.getByLabel('Older than, in days')
  expect(await days.inputValue()).toBe('30')
  await dialog.getByText('There are no announcements that old.').waitFor()
  expect(await dialog.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true)
  await days.fill('7')
  await dialog
    .getByText('3 announcements will be deleted. 1 of them is active or planned. For 10 seconds you can undo this.')
    .waitFor()
  await checkAccessibility(page)
  await screenshot(page, 'admin-announcements-clear')
  await dialog.getByRole('button', { name: 'Delete 3 announcements' }).click()
  // No announcement here is that old.
  await toast(page, '0 are deleted.').waitFor()
})
