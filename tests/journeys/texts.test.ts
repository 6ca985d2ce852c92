import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkFurtherLooks, checkLooks, visit } from '#tests/browser/harness.ts'
import { openHydratedPage, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, words: string) => page.locator('[data-toast]', { hasText: words }).waitFor()
const visitorReads = async (path: string) => (await fetch(app.address() + path)).text()

async function save(page: Page) {
  await button(page, 'Save draft').click()
  await toast(page, 'Saved in the draft.')
}

async function publish(page: Page) {
  await button(page, 'Publish…').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click()
  await toast(page, 'Published.')
}

test('an owner finds a sentence, changes it and another text, and visitors see both once they are published', async () => {
  const page = await visit(app, { path: '/admin/site/texts', browser })
  await page.getByRole('searchbox', { name: 'Search all texts' }).fill('Packed by hand')
  await page.getByText('One text has these words.').waitFor()
  await page.getByRole('link', { name: /Shop page, Intro/ }).click()
  const intro = page.getByRole('textbox', { name: 'Intro' })
  await expect.poll(() => intro.evaluate((element) => element === document.activeElement)).toBe(true)
  await intro.fill('Packed at night, sent in the morning.')
  await page.getByRole('textbox', { name: 'Title' }).fill('A'.repeat(10_000))
  await page.getByRole('textbox', { name: 'Description' }).fill('Records <script>alert(1)</script>')
  await button(page, 'Save draft').click()
  await page.getByText('This must be at most 200 characters long.').first().waitFor()
  await page.getByText('This must be text without HTML tags such as <b>.').first().waitFor()
  expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toHaveLength(10_000)
  expect(await intro.inputValue()).toBe('Packed at night, sent in the morning.')
  await page.getByRole('textbox', { name: 'Title' }).fill('Shop')
  await page.getByRole('textbox', { name: 'Description' }).fill('Records and shirts.')
  await save(page)
  await openHydratedPage(page, '/admin/site/texts/page-tour')
  await page.getByRole('textbox', { name: 'Intro' }).fill('Songs for the first boat home')
  await save(page)
  expect(await visitorReads('/tour')).not.toContain('first boat home')
  await publish(page)
  expect(await visitorReads('/tour')).toContain('Songs for the first boat home')
  expect(await visitorReads('/shop')).toContain('Packed at night, sent in the morning.')
})

longTest(
  'a template replaces the privacy text only after a question, with a preview as on the public page',
  async () => {
    const page = await visit(app, { path: '/admin/site/texts/text-privacy', browser })
    const text = page.getByRole('textbox', { name: 'Text' })
    await button(page, 'Use a template…').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('It is not legal advice').waitFor()
    await dialog.getByText('The text in the form is replaced.').waitFor()
    await checkFurtherLooks(page, 'site-template')
    await dialog.getByLabel('Where are you established?').selectOption('CH')
    await dialog.getByLabel('Postal address').fill('1 Quay Street\nHarwich')
    await dialog.getByRole('button', { name: 'Replace my text' }).click()
    await expect.poll(() => text.inputValue()).toContain('run by Marlow Quay, 1 Quay Street, Harwich.')
    await button(page, 'Preview').click()
    await page.getByRole('region', { name: 'Preview' }).getByText('Federal Act on Data Protection').first().waitFor()
    expect(await visitorReads('/privacy')).not.toContain('Federal Act')
  },
)

longTest('the screens of identity and texts are accessible and fit at each width', async () => {
  const page = await visit(app, { path: '/admin/site/identity', browser })
  await page.getByRole('textbox', { name: 'Tagline' }).waitFor()
  await checkLooks(page, 'site-identity')
  for (const part of ['', '/page-tour', '/text-history']) {
    await openHydratedPage(page, `/admin/site/texts${part}`)
    await button(page, 'Discard').or(page.getByText('No changes.')).first().waitFor()
    if (part === '/text-history') await button(page, 'Preview').click()
    await checkLooks(page, `site-texts${part.replace('/', '-')}`)
  }
})
