import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { uiTexts } from '#domain/texts/ui.ts'
import { checkLooks, visit, waitForPendingRequests } from '#tests/browser/harness.ts'
import { openHydratedPage, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { firstCases, longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const openAdmin = (path: string, how: Parameters<typeof visit>[1] = {}) => visit(app, { path, browser, ...how })
const rows = (page: Page) => page.locator('tbody').getByRole('row')
const toast = (page: Page, words: string | RegExp) => page.locator('[data-toast]').getByText(words).waitFor()
const statusOf = async (path: string) => (await fetch(app.address() + path)).status
const pictures = ['product-enamel-pin.jpg', 'product-tote.jpg'].map((file) =>
  join(import.meta.dirname, '../../sites/musician/images', file),
)

longTest('searches, filters and sorts products, and publishes several at once', async () => {
  const page = await openAdmin('/admin/shop')
  await expect.poll(() => rows(page).count()).toBe(14)
  await page.getByRole('searchbox', { name: 'Name, category or description' }).fill('portole hodie')
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(page.url()).toContain('q=portole')
  await page.getByRole('searchbox', { name: 'Name, category or description' }).fill('')
  await page.getByLabel('Type', { exact: true }).selectOption('digital')
  await expect.poll(() => rows(page).count()).toBe(4)
  await page.getByLabel('Type', { exact: true }).selectOption('')
  await page.getByLabel('Stock', { exact: true }).selectOption('out')
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByLabel('Stock', { exact: true }).selectOption('')
  await page.getByLabel('Status', { exact: true }).selectOption('archived')
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.getByLabel('Select Lighthouse pin, first edition').check()
  await page.getByRole('button', { name: 'Publish' }).click()
  await toast(page, '1 product published.')
  expect(await statusOf('/shop/lighthouse-pin-first-edition')).toBe(200)
  await page.getByLabel('Status', { exact: true }).selectOption('')
  await page.getByRole('searchbox', { name: 'Name, category or description' }).fill('pin')
  // Rows that come now would move the button from under the mouse.
  await page.waitForURL(/pin/)
  await waitForPendingRequests(page)
  await page.getByLabel('Select Lighthouse pin, first edition').check()
  await page.getByRole('button', { name: 'Archive' }).click()
  await toast(page, '1 product archived.')
  expect(await statusOf('/shop/lighthouse-pin-first-edition')).toBe(404)
})

const pagedLists: [name: string, path: string, api: string][] = [
  ['Products', '/admin/shop', '/api/admin/products'],
  ['Inventory', '/admin/shop/inventory', '/api/admin/inventory'],
]

test.each(firstCases(1, pagedLists))(
  'the list of %s keeps its second page after going back to an empty search and forward',
  async (name, path, api) => {
    const page = await openAdmin(`${path}?q=zzzz`)
    await page.getByText('Nothing found').waitFor()
    await page.getByRole('link', { name, exact: true }).last().click()
    await page.getByLabel('Rows on a page').selectOption('10')
    await page.getByRole('button', { name: 'Next page' }).click()
    await page.getByText(/^11–/).waitFor()
    // While the second page loads, the total of the empty search is still shown; it must not decide about the page.
    await page.route(`**${api}?*`, async (route) => {
      await new Promise((resume) => setTimeout(resume, 700))
      await route.continue()
    })
    await page.goBack()
    await page.getByText('Nothing found').waitFor()
    await page.goForward()
    await page.getByText(/^11–/).waitFor()
    expect(page.url()).toContain('page=2')
  },
)

longTest('failed pictures of a product can be retried, in the list and in its editor', async () => {
  const page = await openAdmin('/admin/settings', { expected: [/failed: GET .*\/images\//] })
  const failing = '**/images/*/product-*'
  await page.route(failing, (route) => route.abort())
  await openHydratedPage(page, '/admin/shop')
  const retry = page.getByRole('button', { name: uiTexts.retry })
  await retry.first().waitFor()
  const isClipped = await retry.first().evaluate((button) => {
    const [inner, outer] = [button, button.closest('.picture')!].map((element) => element.getBoundingClientRect())
    return inner!.width > outer!.width || inner!.height > outer!.height
  })
  expect(isClipped).toBe(false)
  await page.locator('tr').filter({ has: retry }).first().getByRole('link').first().click()
  const images = page.locator('[data-reorder]')
  await images.first().scrollIntoViewIfNeeded()
  await images.first().getByRole('button', { name: uiTexts.retry }).waitFor()
  await page.unroute(failing)
  await images.first().getByRole('button', { name: uiTexts.retry }).click()
  await images.first().locator('[data-shown]').waitFor()
})

test('creates, publishes, changes and deletes a product with variants and pictures', async () => {
  const [name, path, viewport] = ['Oilskin', '/shop/oilskin', 'phone'] as const
  const page = await openAdmin('/admin/shop', { viewport })
  await page.getByRole('link', { name: 'New product' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('heading', { name: '2 problems to correct' }).waitFor()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('eighty')
  await page.getByRole('heading', { name: '1 problem to correct' }).waitFor()
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('80')
  await page.getByLabel('Category').selectOption('Clothing')
  await page.getByLabel('Description').fill('Keeps everything out. <script>alert(1)</script>')
  await page.getByLabel('Description').evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 16))
  await page.getByRole('button', { name: 'Bold' }).click()
  expect(await page.getByLabel('Description').inputValue()).toMatch(/^Keeps \*\*everything\*\* out/)
  await page.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('region', { name: 'Preview of the description' })
  expect(await preview.locator('strong').textContent()).toBe('everything')
  expect(await preview.locator('script').count()).toBe(0)
  await page.getByLabel('Options', { exact: true }).fill('Size')
  await page.getByRole('button', { name: 'Add option' }).click()
  const variants = page.getByRole('group', { name: 'Variants' })
  for (const [at, size] of ['S', 'M'].entries()) {
    await page.getByRole('button', { name: 'Add a variant' }).click()
    await variants.getByLabel('Size').nth(at).fill(size)
    await variants
      .getByLabel('In stock')
      .nth(at)
      .fill(String(at + 3))
  }
  await variants.getByLabel('Price +/−').nth(1).fill('2.50')
  await page.getByLabel('Choose pictures').setInputFiles(pictures)
  await page.getByLabel('What the picture shows').nth(1).fill('An oilskin on a hook.')
  await page.getByLabel('What the picture shows').first().fill('An oilskin at sea.')
  // The site has no reduced rate.
  expect(await page.getByLabel('Tax').locator('option').allTextContents()).toEqual([
    'Standard',
    'Books and printed matter',
  ])
  await page.getByLabel('Featured').check()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await toast(page, `${name} is saved.`)
  const visitor = await visit(app, { path, viewport })
  await visitor.getByText('£80.00').first().waitFor()
  const shown = () =>
    visitor
      .getByRole('link', { name: /^Look closer/ })
      .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')!.replace('Look closer: ', '')))
  expect(await shown()).toEqual(['An oilskin at sea.', 'An oilskin on a hook.'])
  await visitor
    .locator('label')
    .filter({ has: visitor.locator('input[value="M"]') })
    .click()
  await visitor.getByRole('status').getByText('£82.50').waitFor()
  await visitor.getByText('Only 4 left').first().waitFor()

  await page.waitForURL(/\/admin\/shop\/[0-9a-f-]{36}$/)
  await page.getByText('3 left').waitFor()
  expect(await page.getByLabel('Featured').isChecked()).toBe(true)
  await page.getByLabel('Name').fill(`${name} coat`)
  await page.getByRole('button', { name: 'Move An oilskin at sea.', exact: true }).focus()
  for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  await page.keyboard.press('Control+S')
  await toast(page, `${name} coat is saved.`)
  await visitor.reload()
  expect(await shown()).toEqual(['An oilskin on a hook.', 'An oilskin at sea.'])
  expect(await statusOf(path)).toBe(200)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { level: 1, name: `${name} coat (copy)` }).waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, `${name} coat (copy) is deleted.`)
  await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
})

longTest('archives and restores a product, and explains why one with orders cannot be deleted', async () => {
  const page = await openAdmin('/admin/shop?q=bag', { expected: [/409: DELETE/] })
  await page.getByRole('link', { name: 'Signal flag bag' }).click()
  await page.getByRole('button', { name: 'Archive' }).click()
  await toast(page, 'Signal flag bag is archived.')
  await page.getByText('This product is archived').waitFor()
  expect(await statusOf('/shop/signal-flag-bag')).toBe(404)
  await page.getByRole('button', { name: 'Restore' }).click()
  await toast(page, 'Signal flag bag is a draft again.')
  await page.getByLabel('Status', { exact: true }).selectOption('published')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Signal flag bag is saved.')
  expect(await statusOf('/shop/signal-flag-bag')).toBe(200)
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, /^Cannot delete product "Signal flag bag"\. It (has \d+ active order\(s\)|is part of the bundle)/)
})

longTest('corrects a stock count in the list, and its history shows user and reason', async () => {
  const page = await openAdmin('/admin/shop/inventory?q=poster', { viewport: 'phone' })
  const count = page.getByLabel('How many of Tour poster 2026')
  const before = Number(await count.inputValue())
  await count.fill(String(before + 7))
  await page.getByLabel('Reason for the change of Tour poster 2026').fill('Found under the bed')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, `Tour poster 2026: ${before + 7} in stock.`)
  await page.getByRole('link', { name: 'History of Tour poster 2026' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tour poster 2026' }).waitFor()
  const newest = rows(page).first()
  await newest.getByText('Found under the bed').waitFor()
  expect(await newest.textContent()).toContain('+7')
  expect(await newest.textContent()).toContain('owner@marlowquay.example')
  await rows(page).last().getByText('Initial stock').waitFor()
})

longTest('adds, renames and deletes categories, and visitors find products under them', async () => {
  const page = await openAdmin('/admin/shop/categories', { expected: [/422: POST .*categories/] })
  await page.getByLabel('New category').fill('Records')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('A category with this name already exists.').waitFor()
  await page.getByLabel('New category').fill('Maps')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await toast(page, 'Maps is added.')
  await page.getByRole('button', { name: 'Rename Maps' }).click()
  await page.getByLabel('New name of Maps').fill('Charts')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await toast(page, 'Maps is Charts now.')
  await page.getByRole('button', { name: 'Delete Charts' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'Charts is deleted.')
})

longTest('creates a bundle of existing products', async () => {
  const page = await openAdmin('/admin/shop/new')
  await page.getByLabel('Name').fill('Two for the road')
  await page.getByLabel('Type', { exact: true }).selectOption('bundle')
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('30')
  await page.getByRole('searchbox', { name: 'Find products to add' }).fill('hoodie')
  await page.getByRole('button', { name: 'Add Porthole hoodie, L', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Find products to add' }).fill('cabin')
  await page.getByRole('button', { name: 'Add Cabin 4117, song' }).click()
  await page.getByLabel('How many of Porthole hoodie, L').fill('2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await toast(page, 'Two for the road is saved.')
  await openHydratedPage(page, '/admin/shop?q=road')
  await rows(page).first().getByText('Two for the road').waitFor()
  expect(await rows(page).first().textContent()).toContain('3')
})

longTest('the screens of the shop are accessible', async () => {
  const page = await openAdmin('/admin/shop', { reducedMotion: true })
  const look = async (path: string, name: string) => {
    await openHydratedPage(page, path)
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    await checkLooks(page, name)
  }
  await look('/admin/shop', 'admin-products')
  await look('/admin/shop/inventory', 'admin-inventory')
  await look('/admin/shop/categories', 'admin-categories')
  await openHydratedPage(page, '/admin/shop?q=hoodie')
  const edit = await page.getByRole('link', { name: 'Porthole hoodie' }).getAttribute('href')
  await look(edit!, 'admin-product')
})
