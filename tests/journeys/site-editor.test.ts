import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { SiteDocument } from '#domain/site-editor/document.ts'
import { checkFurtherLooks, checkLooks, expectProblem, startApp, visit } from '#tests/browser/harness.ts'
import { dragTo } from '#tests/journeys/input-devices.ts'
import { openHydratedPage, owner, ownersApi, ownersBrowser } from '#tests/journeys/owner-app.ts'
import { checkPhoneRows } from '#tests/journeys/phone-rows.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startApp({ env: { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password } })
const browser = await ownersBrowser(app)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, words: string) => page.locator('[data-toast]', { hasText: words }).waitFor()
const menuOf = async (page: Page) => {
  await openHydratedPage(page, '/')
  return page.locator('footer').getByRole('link').allTextContents()
}

test('an owner changes the menu, previews it, publishes it and brings the old one back', async () => {
  const page = await visit(app, { path: '/admin/site/navigation', browser })
  await page.getByText('No changes. Visitors see everything as it is here.').waitFor()
  const visitor = await visit(app, { path: '/' })
  const before = await menuOf(visitor)

  const main = page.locator('[data-field="navigation.main"]')
  await main.getByRole('button', { name: 'Change this menu' }).click()
  await checkFurtherLooks(page, 'site-navigation')
  // By keyboard: the first entry moves behind the second.
  await main
    .getByRole('button', { name: /^Move / })
    .first()
    .press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  // By mouse: it goes back, and forth again.
  const words = () =>
    main.getByLabel('Words').evaluateAll((fields) => fields.map((each) => (each as HTMLInputElement).value))
  const [first, second, ...others] = await words()
  const handles = main.getByRole('button', { name: /^Move / })
  for (const expected of [
    [second, first],
    [first, second],
  ]) {
    await dragTo(handles.nth(1), handles.first())
    await expect.poll(words).toEqual([...expected, ...others])
  }
  // A page that is switched off is marked, and visitors do not see its link.
  await main.getByRole('button', { name: 'Add a link' }).click()
  await main.getByLabel('Leads to').last().selectOption({ label: 'Press (switched off)' })
  await main.getByText('Visitors do not see this link while Press is switched off.').waitFor()
  // What is too long is refused beside its field, and not cut.
  await main.getByLabel('Words').last().fill('P'.repeat(201))
  await main.getByLabel('Words').first().fill('')
  await page.keyboard.press('Control+s')
  await page.getByText('1 problem to correct').waitFor()
  await main.getByText('This must not be empty.').waitFor()
  await main.getByText('This must be at most 200 characters long.').waitFor()
  expect((await words()).at(-1)).toHaveLength(201)
  await main.getByLabel('Words').last().fill('In the papers')
  await main.getByLabel('Words').first().fill('Our shop')
  await page.keyboard.press('Control+s')
  await toast(page, 'Saved in the draft.')
  await page.getByText('Draft, not published').waitFor()
  await button(page, /^\d+ changes?$/).click()
  await page.getByRole('dialog').getByText('Our shop').first().waitFor()
  await page.keyboard.press('Escape')

  // The preview shows the draft to the administrator only.
  await page.goto((await page.getByRole('link', { name: 'Preview', exact: true }).getAttribute('href'))!)
  await page.getByText('Preview: draft, not published').waitFor()
  await checkFurtherLooks(page, 'site-preview')
  await page.locator('footer').getByRole('link', { name: 'Our shop', exact: true }).waitFor()
  expect(await menuOf(visitor)).toEqual(before)
  await page.getByRole('link', { name: 'Leave preview' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await page.getByText('Preview: draft, not published').count()).toBe(0)
  expect(await menuOf(page)).not.toContain('Our shop')

  await openHydratedPage(page, '/admin/site/versions')
  await button(page, 'Publish…').click()
  await page
    .getByRole('dialog')
    .getByText('Navigation: “In the papers” leads to /press, which is switched off.')
    .waitFor()
  await checkFurtherLooks(page, 'site-publish')
  await page.getByLabel('Note').fill('A shorter menu')
  await button(page, 'Publish now').click()
  await toast(page, 'Published. Visitors see it now.')
  await expect.poll(() => menuOf(visitor)).toContain('Our shop')
  expect(await (await fetch(app.address())).text()).not.toContain('In the papers')
  await page
    .getByRole('row', { name: /A shorter menu/ })
    .getByText('Published', { exact: true })
    .waitFor()

  // A second version, so that the first is one to go back to.
  await openHydratedPage(page, '/admin/site/navigation')
  await main.getByRole('button', { name: 'Use the standard menu' }).click()
  await button(page, 'Save draft').click()
  await toast(page, 'Saved in the draft.')
  await button(page, 'Publish…').click()
  await button(page, 'Publish now').click()
  await toast(page, 'Published. Visitors see it now.')
  await expect.poll(() => menuOf(visitor)).toEqual(before)

  await openHydratedPage(page, '/admin/site/versions')
  await button(page, 'Version 1').click()
  await page.getByRole('dialog').getByText('Main menu').first().waitFor()
  await button(page, 'Delete').click()
  await page.getByText('Delete version 1? It cannot be restored afterwards').waitFor()
  await button(page, 'Keep it').click()
  await button(page, 'Restore as draft').click()
  await toast(page, 'Version 1 is the draft now.')
  await checkPhoneRows(page)
  await checkLooks(page, 'site-versions')
  await button(page, 'Publish…').click()
  await button(page, 'Publish now').click()
  await toast(page, 'Published. Visitors see it now.')
  await expect.poll(() => menuOf(visitor)).toContain('Our shop')
})

longTest('two editors of the same colours see the single shades that differ', async () => {
  const [one, two] = [
    await visit(app, { path: '/admin/site/look', browser }),
    await visit(app, { path: '/admin/site/look', browser }),
  ]
  const light = (page: Page) => page.getByRole('region', { name: 'Light theme', exact: true })
  const choose = async (page: Page, shade: string, colour: string) => {
    await light(page)
      .getByRole('button', { name: new RegExp(`^${shade}, #`) })
      .click()
    await light(page).getByRole('textbox', { name: shade, exact: true }).fill(colour)
  }
  await choose(one, 'Accent 600', '#8a3b00')
  await choose(one, 'Primary 400', '#ff8877')
  await button(one, 'Save draft').click()
  await toast(one, 'Saved in the draft.')

  await choose(two, 'Accent 600', '#7a1f5c')
  await choose(two, 'Accent 500', '#a0')
  await button(two, 'Save draft').click()
  // What is no colour is not saved as the old one.
  await two.getByText('Accent 500: Please write six digits, such as #b91c1c.').waitFor()
  await choose(two, 'Accent 500', '#a04080')
  expectProblem(two, /409: PUT .*parts.theme/)
  await button(two, 'Save draft').click()
  await button(two, 'See the newer version').click()
  const mine = two.getByRole('region', { name: 'This is the newer version. You had entered:' })
  await mine.getByText('Light theme, Colours, Accent 600: #7a1f5c').waitFor()
  const listed = await mine.getByRole('listitem').allTextContents()
  expect(listed.map((each) => each.replace(/Use mine$/, ''))).toEqual([
    expect.stringMatching(/^Light theme, Colours, Accent 500: #a04080Newer version: #[0-9a-f]{6}$/),
    'Light theme, Colours, Accent 600: #7a1f5cNewer version: #8a3b00',
  ])
  await checkLooks(two, 'site-conflict', ['desktop'])
  await button(two, 'Use mine: Light theme, Colours, Accent 500').click()
  await button(two, 'Save draft').click()
  await toast(two, 'Saved in the draft.')
  const api = await ownersApi(app)
  const { document, sequence } = await api<{ document: SiteDocument; sequence: number }>('GET', '/api/admin/site/draft')
  const { accent, primary } = document.theme!.light.colours
  expect([accent[500], accent[600], primary[400]]).toEqual(['#a04080', '#8a3b00', '#ff8877'])
  // Such shades cannot be published.
  await api('POST', '/api/admin/site/draft/discard', { sequence })
})

longTest('a publication is scheduled by the clocks of the site, whatever zone the browser has', async () => {
  const api = await ownersApi(app)
  type Draft = { sequence: number; scheduled: { publishAt: string } | null }
  const { sequence } = await api<Draft>('GET', '/api/admin/site/draft')
  const value = { content: 'Marlow Quay', developer: null }
  await api('PUT', '/api/admin/site/draft/parts/copyright', { value, sequence })
  const page = await visit(app, {
    path: '/admin/site/versions',
    browser: { ...browser, timezoneId: 'Pacific/Auckland' },
  })
  await button(page, 'Publish…').click()
  await page.getByLabel('At a date and time').check()
  const time = page.locator('input[type=datetime-local]')
  // London skips this hour, and shows the other one twice.
  await time.fill('2027-03-28T01:30')
  await page.getByText('The clocks skip this time; it becomes 02:30.').waitFor()
  await time.fill('2027-10-31T01:30')
  await page.getByText('The clocks show this time twice; the first one counts.').waitFor()
  await checkLooks(page, 'site-schedule', ['desktop'])
  await button(page, 'Schedule').click()
  await toast(page, 'Scheduled.')
  expect((await api<Draft>('GET', '/api/admin/site/draft')).scheduled?.publishAt).toBe('2027-10-31T00:30:00.000Z')
  const state = page.getByRole('region', { name: 'State of the draft' })
  await state.getByText(/Sunday,? 31 October 2027 at 01:30 \(Europe\/London\)/).waitFor()
})

longTest('any two versions can be compared', async () => {
  const page = await visit(app, { path: '/admin/site/versions?state=published', browser })
  await page
    .getByRole('button', { name: /^Version \d+$/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Compare with').selectOption({ label: 'Another version…' })
  await dialog.getByLabel('Number of the other version').fill('two')
  await dialog.getByText('Please write a number, such as 3.').waitFor()
  await dialog.getByLabel('Number of the other version').fill('2')
  await dialog.getByText('Main menu').first().waitFor()
  expectProblem(page, /404: GET .*versions/)
  await dialog.getByLabel('Number of the other version').fill('99')
  await dialog.getByText('There is no version 99, or it cannot be read.').waitFor()
})
