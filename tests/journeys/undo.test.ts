import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectProblem, visit } from '#tests/browser/harness.ts'
import { ownersApi, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const openAdmin = (path: string) => visit(app, { path, browser })
const rows = (page: Page) => page.locator('tbody').getByRole('row')
const toast = (page: Page, words: string) => page.locator('[data-toast]').getByText(words).waitFor()

test('deleted shows are restored from the list and from the editor; a taken address is explained', async () => {
  const asOwner = await ownersApi(app)
  const show = { zone: 'Europe/Berlin', country: 'DE', city: 'Greifswald', venue: 'Koeppen', status: 'upcoming' }
  const dates = ['2031-08-01', '2031-08-02']
  for (const date of dates) await asOwner('POST', '/api/admin/shows', { ...show, date })
  const paths = dates.map((date) => `/tour/${date}-greifswald-koeppen`)
  const statuses = () => Promise.all(paths.map(async (path) => (await fetch(app.address() + path)).status))
  expect(await statuses()).toEqual([200, 200])

  const page = await openAdmin('/admin/tour?q=greifswald')
  expectProblem(page, /409: POST .*undo/)
  await expect.poll(() => rows(page).count()).toBe(2)
  for (const box of await page.getByRole('checkbox', { name: /^Select .*Greifswald/ }).all()) await box.check()
  const confirmDelete = async () => {
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('For 10 seconds you can undo this.').waitFor()
    await dialog.getByRole('button', { name: 'Delete' }).click()
  }
  const undo = page.getByRole('button', { name: 'Undo' })
  await confirmDelete()
  await toast(page, '2 shows deleted.')
  await page.getByText('Nothing found').waitFor()
  expect(await statuses()).toEqual([404, 404])
  await undo.click()
  await toast(page, 'Restored.')
  await expect.poll(() => rows(page).count()).toBe(2)
  expect(await statuses()).toEqual([200, 200])

  await rows(page).getByRole('link').first().click()
  await confirmDelete()
  await toast(page, 'Greifswald, Koeppen is deleted.')
  await expect.poll(() => rows(page).count()).toBe(1)
  await undo.click()
  await expect.poll(() => rows(page).count()).toBe(2)
  expect(await statuses()).toEqual([200, 200])

  await rows(page).getByRole('link').first().click()
  await confirmDelete()
  await expect.poll(() => rows(page).count()).toBe(1)
  const date = dates[(await statuses()).indexOf(404)]
  await asOwner('POST', '/api/admin/shows', { ...show, date })
  await undo.click()
  await toast(page, 'This cannot be restored, because its name or address is in use again.')
  await expect.poll(() => rows(page).count()).toBe(2)
})
