import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { SiteDraftAnswer } from '#api/admin/site-editor.ts'
import { checkFurtherLooks, checkLooks, expectProblem, visit } from '#tests/browser/harness.ts'
import { tabTo, typeInto } from '#tests/browser/keyboard.ts'
import { dragTo } from '#tests/journeys/input-devices.ts'
import { ownersApi, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const rows = (page: Page) => page.locator('[data-reorder] > button').allTextContents()
const toast = (page: Page, words: string) => page.locator('[data-toast]', { hasText: words })
const saved = (page: Page) => page.getByText('Saved in the draft', { exact: true }).waitFor()
const visitorReads = async (path: string) => (await fetch(app.address() + path)).text()

const inFrame = (page: Page) => page.frameLocator('iframe[title^="Preview"]')
const isFocused = (field: Locator) => field.evaluate((each) => each === document.activeElement)

async function addSection(page: Page, kind: string) {
  await button(page, 'Add a section').click()
  await page.getByRole('dialog').getByRole('button', { name: kind, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 2, name: kind }).waitFor()
}

/** In the order of the page that visitors get. */
const headings = (html: string, ...words: string[]) => words.toSorted((a, b) => html.indexOf(a) - html.indexOf(b))

test('an owner builds a page with the mouse, and visitors find it once it is published', async () => {
  const page = await visit(app, { path: '/admin/site/pages', browser })
  await button(page, 'Add a page').click()
  await page.getByLabel('Title').fill('House concerts')
  expect(await page.getByLabel('Address').inputValue()).toBe('/house-concerts')
  await page.getByLabel('Address').fill('/admin')
  await button(page, 'Add the page').click()
  await page.getByText('This is an address of the website itself.').waitFor()
  await page.getByLabel('Address').fill('/house-concerts')
  await button(page, 'Add the page').click()
  await page.getByRole('heading', { level: 1, name: 'House concerts' }).waitFor()
  for (const kind of ['Text', 'Quote', 'Links']) await addSection(page, kind)

  await dragTo(button(page, 'Move Links'), button(page, 'Move Text'))
  expect((await rows(page)).map((words) => words.slice(0, 4))).toEqual(['Link', 'Text', 'Quot'])

  // The page in the frame shows it before it is saved, and a click there opens the fields.
  await page.locator('[data-reorder]', { hasText: 'Quote' }).getByRole('button').last().click()
  await page.getByRole('textbox', { name: 'Quote' }).fill('Like a lighthouse with a limp.')
  await inFrame(page).getByText('Like a lighthouse with a limp.').waitFor()
  const shown = await inFrame(page).locator('[data-section]').allTextContents()
  expect(shown.map((words) => words.slice(0, 5))).toEqual(['Links', 'A hea', '“Like'])
  await inFrame(page).getByText('Some sentences.').click()
  await expect.poll(() => isFocused(page.getByRole('textbox', { name: 'Heading' }))).toBe(true)
  await page.getByRole('textbox', { name: 'Heading' }).fill('In your kitchen')
  // Two presses of Tab lead through the frame, in which there is no question about cookies.
  await page.getByRole('button', { name: 'Dark theme in the preview' }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
  await page.keyboard.press('Tab')
  await expect.poll(() => isFocused(button(page, 'Back to the fields'))).toBe(true)
  expect(await inFrame(page).getByRole('region', { name: 'Cookies' }).count()).toBe(0)

  await button(page, 'Delete Text').click()
  expect(await rows(page)).toHaveLength(2)
  await toast(page, 'Text is deleted.').getByRole('button', { name: 'Undo' }).click()
  expect(await rows(page)).toHaveLength(3)
  await page.locator('ol').getByRole('button', { name: /^Page/ }).click()
  await button(page, 'Add to the main menu').click()
  await saved(page)
  await checkLooks(page, 'page-builder')
  await page.setViewportSize({ width: 1440, height: 900 })
  expect((await fetch(`${app.address()}/house-concerts`)).status).toBe(404)

  await button(page, 'Publish…').click()
  await button(page, 'Publish now').click()
  await toast(page, 'Published.').waitFor()
  const html = await visitorReads('/house-concerts')
  expect(headings(html, 'In your kitchen', 'with a limp', '>Links<')).toEqual([
    '>Links<',
    'In your kitchen',
    'with a limp',
  ])
  expect(await visitorReads('/')).toContain('href="/house-concerts"')
})

longTest('an owner builds a page with the keyboard alone', async () => {
  const page = await visit(app, { path: '/admin/site/pages', browser })
  await button(page, 'Add a page').waitFor()
  await checkFurtherLooks(page, 'site-pages')
  await page.setViewportSize({ width: 1440, height: 900 })
  const press = async (name: string | RegExp) => {
    await tabTo(page, name)
    await page.keyboard.press('Enter')
  }
  await press('Add a page')
  await page.getByRole('dialog').waitFor()
  await typeInto(page, 'Title', 'Deep cuts')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Deep cuts' }).waitFor()
  for (const kind of ['Quote', 'Text']) {
    await press('Add a section')
    await page.getByRole('dialog').waitFor()
    await press(kind)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(kind)
  }
  await typeInto(page, 'Heading', 'B sides')
  await press('Move Text')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  const order = async () => (await rows(page)).map((words) => words.slice(0, 4))
  expect(await order()).toEqual(['Text', 'Quot'])
  await page.keyboard.press('Control+z')
  expect(await order()).toEqual(['Quot', 'Text'])
  await page.keyboard.press('Control+Shift+z')
  expect(await order()).toEqual(['Text', 'Quot'])
  await page.keyboard.press('Control+s')
  await saved(page)
  await press('Publish…')
  await page.getByRole('dialog').waitFor()
  await press('Publish now')
  await toast(page, 'Published.').waitFor()
  expect(headings(await visitorReads('/deep-cuts'), 'A sentence that somebody said', 'B sides')[0]).toBe('B sides')
})

longTest('after a conflict of two editors either version can be kept, and the choice undone', async () => {
  const call = await ownersApi(app)
  /** Another administrator writes this over the picture of the home page. */
  const write = async (line: string) => {
    const { sequence, document } = await call<SiteDraftAnswer>('GET', '/api/admin/site/draft')
    const sections = document['sections-home']!.sections.map((each) =>
      each.kind === 'hero' ? { ...each, line } : each,
    )
    await call('PUT', '/api/admin/site/draft/parts/sections-home', { sequence, value: { sections } })
  }
  const stored = async () => JSON.stringify((await call<SiteDraftAnswer>('GET', '/api/admin/site/draft')).document)
  const page = await visit(app, { path: '/admin/site/pages/home', browser })
  const line = page.getByRole('textbox', { name: 'Line over the picture' })
  await line.waitFor()
  expectProblem(page, /409/)

  await write('Songs of somebody else')
  await line.fill('Songs of mine')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Somebody else has changed this too' })
  await dialog.getByText('Songs of somebody else').waitFor()
  await dialog.getByRole('button', { name: 'Use the newer version' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await line.inputValue()).toBe('Songs of somebody else')
  await line.focus()
  await page.keyboard.press('Control+z')
  expect(await line.inputValue()).toBe('Songs of mine')
  await page.keyboard.press('Control+s')
  await saved(page)
  await expect.poll(stored).toContain('Songs of mine')

  await write('Songs of somebody else')
  await line.fill('Songs of the last boat')
  await page.keyboard.press('Control+s')
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await saved(page)
  await expect.poll(stored).toContain('Songs of the last boat')
})

longTest('searching for a sentence opens its section, and invalid input is kept until corrected', async () => {
  const page = await visit(app, { path: '/admin/site/texts?q=From+the+merch', browser })
  await page.getByRole('link', { name: /Home page, Products, Heading/ }).click()
  await page.getByRole('heading', { level: 2, name: 'Products' }).waitFor()
  const count = page.getByRole('spinbutton', { name: 'How many' })
  await count.fill('99')
  await page.getByText('This must be at most 12.').waitFor()
  await page.locator('[data-reorder]', { hasText: 'Record' }).getByRole('button').last().click()
  await button(page, 'Not saved: 1 problem to correct').click()
  await expect.poll(() => isFocused(count)).toBe(true)
  await page.getByRole('link', { name: 'Texts', exact: true }).click()
  const leaving = page.getByRole('alertdialog')
  await leaving.getByText('Leave without saving?').waitFor()
  await leaving.getByRole('button', { name: 'Stay here' }).click()
  await count.fill('8')
  // What can be saved is saved instead of a question.
  await page.getByRole('link', { name: 'Texts', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Search all texts' }).waitFor()
  const draft = await (await ownersApi(app))<SiteDraftAnswer>('GET', '/api/admin/site/draft')
  expect(draft.document['sections-home']?.sections.find(({ kind }) => kind === 'products')).toMatchObject({ count: 8 })
})
