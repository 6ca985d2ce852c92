import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkLooks, startApp, visit } from '#tests/browser/harness.ts'
import { open, owner, ownersBrowser } from '#tests/journeys/people.ts'

const app = await startApp({ env: { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password } })
const browser = await ownersBrowser(app)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, words: string) => page.locator('[data-toast]', { hasText: words }).waitFor()
const menuOf = async (page: Page) => {
  await open(page, '/')
  return page.locator('footer').getByRole('link').allTextContents()
}

test('an owner changes the menu, previews it, publishes it and brings the old one back', async () => {
  const page = await visit(app, { path: '/admin/site/navigation', browser })
  await page.getByText('No changes. Visitors see everything as it is here.').waitFor()
  const visitor = await visit(app, { path: '/' })
  const before = await menuOf(visitor)

  const main = page.locator('[data-field="navigation.main"]')
  await main.getByRole('button', { name: 'Change this menu' }).click()
  await checkLooks(page, 'site-navigation')
  // By keyboard: the first entry moves behind the second.
  await main
    .getByRole('button', { name: /^Move / })
    .first()
    .press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await main.getByLabel('Words').first().fill('')
  await page.keyboard.press('Control+s')
  await page.getByText('1 problem to correct').waitFor()
  await main.getByText('This must not be empty.').waitFor()
  await main.getByLabel('Words').first().fill('Our shop')
  await page.keyboard.press('Control+s')
  await toast(page, 'Saved in the draft.')
  await page.getByText('Draft, not published').waitFor()
  await button(page, /^\d+ changes?$/).click()
  await page.getByRole('dialog').getByText('Our shop').first().waitFor()
  await page.keyboard.press('Escape')

  // The preview shows the draft to the administrator, and to nobody else.
  await button(page, 'Preview').click()
  await page.getByText('Preview: draft, not published').waitFor()
  await checkLooks(page, 'site-preview')
  await page.locator('footer').getByRole('link', { name: 'Our shop', exact: true }).waitFor()
  expect(await menuOf(visitor)).toEqual(before)
  const reloaded = page.waitForEvent('load')
  await button(page, 'Leave preview').click()
  await reloaded
  expect(await page.getByText('Preview: draft, not published').count()).toBe(0)
  expect(await menuOf(page)).not.toContain('Our shop')

  await open(page, '/admin/site/versions')
  await button(page, 'Publish…').click()
  await page.getByLabel('Note').fill('A shorter menu')
  await button(page, 'Publish now').click()
  await toast(page, 'Published. Visitors see it now.')
  await expect.poll(() => menuOf(visitor)).toContain('Our shop')
  await page
    .getByRole('row', { name: /A shorter menu/ })
    .getByText('Published')
    .waitFor()

  // A second version, so that the first is one to go back to.
  await open(page, '/admin/site/navigation')
  await main.getByRole('button', { name: 'Use the standard menu' }).click()
  await button(page, 'Save draft').click()
  await toast(page, 'Saved in the draft.')
  await button(page, 'Publish…').click()
  await button(page, 'Publish now').click()
  await toast(page, 'Published. Visitors see it now.')
  await expect.poll(() => menuOf(visitor)).toEqual(before)

  await open(page, '/admin/site/versions')
  await button(page, 'Version 1').click()
  await page.getByRole('dialog').getByText('Main menu').first().waitFor()
  await button(page, 'Restore as draft').click()
  await toast(page, 'Version 1 is the draft now.')
  await checkLooks(page, 'site-versions')
  await button(page, 'Publish…').click()
  await button(page, 'Publish now').click()
  await toast(page, 'Published. Visitors see it now.')
  await expect.poll(() => menuOf(visitor)).toContain('Our shop')
})
