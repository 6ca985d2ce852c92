import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checklist } from '#domain/set-up/checklist.ts'
import { checklistTexts, demoTexts } from '#domain/texts/own-admin-words.ts'
import { checkLooks, expectProblem, visit } from '#tests/browser/harness.ts'
import { openHydratedPage, owner, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const path = '/admin/settings?tab=set-up'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, words: string) => page.locator('[data-toast]', { hasText: words }).waitFor()

async function confirm(page: Page) {
  const dialog = page.getByRole('alertdialog', { name: demoTexts.question })
  await dialog.waitFor()
  const password = dialog.getByLabel('Current password')
  if (await password.isVisible()) await password.fill(owner.password)
  return dialog.getByRole('button', { name: 'Remove', exact: true })
}

test('an owner finds demo content marked, removes it without a backup, and is led through the rest', async () => {
  const page = await visit(app, { path: '/admin/tour', browser })
  const badges = page.getByText('Demo', { exact: true }).filter({ visible: true })
  await page.locator('[data-row]').first().waitFor()
  await expect.poll(() => badges.count()).toBe(await page.locator('[data-row]').count())
  await page.getByRole('table').getByRole('link').first().click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => badges.count()).toBe(1)
  await openHydratedPage(page, '/admin/dashboard')
  await page.getByText(demoTexts.includesOrders).getByRole('link', { name: demoTexts.remove }).click()
  await page.waitForURL(`**${path}`)
  const part = page.locator('section', { has: page.getByRole('heading', { name: 'Demo content' }) })
  await part.getByText('60 orders').waitFor()
  await part.getByText(demoTexts.visits).waitFor()
  await checkLooks(page, 'set-up-demo')
  const other = await page.context().newPage()
  await openHydratedPage(other, path)
  await button(other, 'Remove demo content').waitFor()

  await page.route('**/demo/remove', (route) =>
    route.fulfill({ status: 503, json: { error: demoTexts.backupFailed, reason: 'backup-failed' } }),
  )
  await button(page, 'Remove demo content').click()
  await (await confirm(page)).click()
  await part.getByRole('alert').getByText(demoTexts.backupFailed).waitFor()
  expectProblem(page, /503/)
  await page.unroute('**/demo/remove')

  const sent: unknown[] = []
  page.on('request', (request) => request.url().endsWith('/demo/remove') && sent.push(request.postDataJSON()))
  await button(page, 'Remove without a backup').dblclick()
  await (await confirm(page)).dblclick()
  await toast(page, demoTexts.removed)
  await part.getByText(demoTexts.none).waitFor()
  expect(sent).toEqual([{ keepEdited: true, withoutBackup: true }])

  await button(other, 'Remove demo content').click()
  await (await confirm(other)).click()
  await toast(other, demoTexts.noDemo)
  expectProblem(other, /409/)
  await other.getByText(demoTexts.none).waitFor()
  await button(page, 'Hide the checklist').click()
  await toast(page, checklistTexts.hidden)
  await button(page, 'Show the checklist').click()
  await toast(page, checklistTexts.shown)
  await openHydratedPage(page, '/admin/dashboard')
  const list = page.locator('section', { has: page.getByRole('heading', { name: checklistTexts.title }) })
  await list.getByText(/^\d of 7 done$/).waitFor()
  await checkLooks(page, 'set-up-checklist')
  await list.getByRole('link', { name: checklist.show.label }).click()
  await page.getByLabel('Date').fill('2031-05-01')
  await page.getByLabel('Country').selectOption('DE')
  await page.getByLabel('City').fill('Bremen')
  await page.getByRole('textbox', { name: 'Venue', exact: true }).fill('Lagerhaus')
  await button(page, 'Save').click()
  await page.waitForURL(/\/admin\/tour\/[0-9a-f-]{36}$/)
  await openHydratedPage(page, '/admin/dashboard')
  await list.getByRole('link', { name: `Done: ${checklist.show.label}` }).waitFor()
  await button(page, 'Hide the checklist').click()
  await toast(page, checklistTexts.hidden)
  await expect.poll(() => list.count()).toBe(0)

  await openHydratedPage(page, '/admin/orders')
  await page.getByText('No orders yet').waitFor()
  await openHydratedPage(page, '/admin/digital-analytics')
  await page.getByRole('heading', { name: 'From preview to download' }).waitFor()
  expect(await page.getByText(demoTexts.includesVisits).count()).toBe(0)
})
