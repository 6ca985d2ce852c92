import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkAccessibility, checkLooks, inEveryLook, screenshot, visit } from '#tests/browser/harness.ts'
import { openHydratedPage, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const openAdmin = (path: string, how: Parameters<typeof visit>[1] = {}) => visit(app, { path, browser, ...how })
const toast = (page: Page, words: string) => page.locator('[data-toast]').getByText(words).waitFor()
const seenByVisitors = async (path: string) => (await fetch(`${app.address()}${path}`)).text()
const cover = resolve('sites/musician/images/cover-salt-radio.jpg')

test('an owner adds a record with cover and tracks, publishes it, and undoes its delete', async () => {
  const page = await openAdmin('/admin/site/records')
  await page.getByText('These records came with your site.').waitFor()
  await page.getByRole('link', { name: 'New record' }).click()
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Harbour Lights')
  await page.getByLabel('Released').fill('2027-13-45')
  await page.getByLabel('Choose a picture').setInputFiles(cover)
  await page.getByRole('dialog').getByRole('button', { name: 'Use this area' }).click()
  await page.getByLabel('What the picture shows').fill('A harbour at night')
  await page.getByRole('button', { name: 'Add track' }).click()
  await page.getByLabel('Title of track 1').fill('Low Tide')
  await page.getByLabel('Length of track 1').fill('4.05')
  await page.getByRole('button', { name: 'Add track' }).click()
  await page.getByLabel('Title of track 2').fill('High Tide')
  await page.getByLabel('Length of track 2').fill('3:10')
  await page.getByRole('button', { name: 'Add link' }).click()
  await page.getByLabel('Address', { exact: true }).fill('https://open.spotify.com/album/1')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('heading', { name: '2 problems to correct' }).waitFor()
  await page.getByText('Please enter a length such as 4:05.').waitFor()
  await page.getByLabel('Released').fill('2027-04-17')
  await page.getByLabel('Length of track 1').fill('4:05')
  // By keyboard the second track comes first.
  await page.getByRole('button', { name: 'Move High Tide', exact: true }).focus()
  for (const key of ['Enter', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  await expect.poll(() => page.getByLabel('Title of track 1').inputValue()).toBe('High Tide')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await toast(page, 'Harbour Lights is saved.')

  const seen = await seenByVisitors('/discography')
  expect(seen.indexOf('High Tide')).toBeLessThan(seen.indexOf('Low Tide'))
  for (const words of ['A harbour at night', '7:15', 'https://open.spotify.com/album/1', '>Spotify<', 'Night Ferry'])
    expect(seen).toContain(words)
  expect(seen).toMatch(/"datePublished":"2027-04-17"/)
  expect(await seenByVisitors('/')).toContain('Harbour Lights')

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Harbour Lights is deleted.')
  expect(await seenByVisitors('/')).not.toContain('Harbour Lights')
  await page.locator('[data-toast]').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('link', { name: 'Harbour Lights' }).waitFor()
  expect(await seenByVisitors('/discography')).toContain('Harbour Lights')
})

longTest('fills the tracks of a record from the files of a product after showing them', async () => {
  const page = await openAdmin('/admin/site/records/new')
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('From files')
  await page.getByLabel('Released').fill('2015')
  await page.getByRole('button', { name: 'Fill from product files' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/will be added/).waitFor()
  const shown = await dialog.locator('ol li').count()
  expect(shown).toBeGreaterThan(0)
  await dialog.getByRole('button', { name: 'Use these tracks' }).click()
  expect(await page.getByLabel(/^Title of track/).count()).toBe(shown)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'From files is saved.')
  expect(await seenByVisitors('/discography')).not.toContain('From files')
})

longTest('the lists and forms of records, awards and press are accessible in every look', async () => {
  const page = await openAdmin('/admin/site/records', { reducedMotion: true })
  for (const [name, row] of [
    ['records', 'Salt Radio'],
    ['awards', 'Best Engineered Recording'],
    ['press', /Writes about a ticket office/],
  ] as const) {
    await openHydratedPage(page, `/admin/site/${name}`)
    const link = page.getByRole('link', { name: row })
    await link.waitFor()
    await inEveryLook(page, async () => {
      await checkAccessibility(page)
      await screenshot(page, `admin-${name}`)
    })
    await link.click()
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    await inEveryLook(page, async () => {
      await checkAccessibility(page)
      await screenshot(page, `admin-${name}-form`)
    })
  }
})

longTest('the empty forms of records, awards and press are accessible in every look', async () => {
  const page = await openAdmin('/admin/site/records', { reducedMotion: true })
  for (const name of ['records', 'awards', 'press']) {
    await openHydratedPage(page, `/admin/site/${name}/new`)
    await page.getByRole('button', { name: 'Publish', exact: true }).click()
    await page.getByRole('heading', { name: /problems? to correct$/ }).waitFor()
    await checkLooks(page, `admin-${name}-new`)
  }
})
