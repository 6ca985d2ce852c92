import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkAccessibility, inEveryLook, screenshot, visit } from '#tests/browser/harness.ts'
import { open, ownersBrowser, startHouse } from '#tests/journeys/people.ts'

const app = await startHouse()
const browser = await ownersBrowser(app)
const atDesk = (path: string, how: Parameters<typeof visit>[1] = {}) => visit(app, { path, browser, ...how })
const rows = (page: Page) => page.locator('tbody').getByRole('row')
const toast = (page: Page, words: string | RegExp) => page.locator('[data-toast]').getByText(words).waitFor()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

test('orders are found, opened with the keyboard, and their customers shown in one call', async () => {
  const page = await atDesk('/admin/orders', { expected: [/404: GET .*260501-000000/] })
  await expect.poll(() => rows(page).count()).toBe(10)
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/privacy/decrypt') && calls.push(request.url()))
  await page.getByRole('button', { name: 'Show customers' }).click()
  await rows(page).first().getByText(/@/).waitFor()
  expect(calls).toHaveLength(1)
  const email = (await rows(page).first().getByText(/@/).textContent())!
  await page.getByRole('button', { name: 'Hide customers' }).click()

  const box = page.getByRole('searchbox', { name: 'Number, product or e-mail' })
  await box.fill(email)
  await page.getByRole('button', { name: 'Orders of one address' }).waitFor()
  expect(decodeURIComponent(page.url())).not.toContain('@')
  const found = await rows(page).count()
  expect(found).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Orders of one address' }).click()
  await box.fill('')
  await page.getByLabel('Status', { exact: true }).selectOption('paid')
  await expect.poll(() => page.url()).toContain('status=paid')
  await expect.poll(async () => (await rows(page).allTextContents()).every((row) => row.includes('Paid'))).toBe(true)
  await box.focus()
  const number = (await rows(page).first().getByRole('link').textContent())!
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await heading(page, number)
  await open(page, '/admin/orders/260501-000000')
  await page.getByText('Order not found').waitFor()
})

test('an order is packed, noted, shipped with a tracking number, and another is cancelled and paid back', async () => {
  const page = await atDesk('/admin/orders?status=paid&kind=physical', { expected: [/409: PUT .*tracking/] })
  const links = rows(page).getByRole('link')
  await links.nth(1).waitFor()
  const [first, second] = await links.allTextContents()
  await open(page, `/admin/orders/${first}`)
  await page.getByRole('button', { name: 'Mark processing' }).click()
  await toast(page, 'The order is being processed.')
  await page.getByLabel('New note').fill('Wants a signed copy.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Wants a signed copy.').first().waitFor()
  await page.getByRole('button', { name: 'Show customer' }).click()
  await page.locator('address').getByText(/@/).waitFor()
  await page.getByRole('button', { name: 'Ship and tell the buyer' }).click()
  await page.getByText('Please say who carries it.').waitFor()
  await page.getByLabel('Carrier').fill('Royal Mail')
  await page.getByLabel('Tracking number').fill('RM 1234 5678 9GB')
  // Somebody else is quicker.
  const other = await atDesk(`/admin/orders/${first}`)
  await other.getByRole('button', { name: 'Mark shipped' }).click()
  await toast(other, 'The order is on its way.')
  await page.getByRole('button', { name: 'Ship and tell the buyer' }).click()
  await page.getByText('This has changed in the meantime.').waitFor()
  await page.getByRole('button', { name: 'Change and tell the buyer' }).click()
  await toast(page, /the buyer is told where to look/)
  expect(await page.getByRole('link', { name: 'Follow the parcel' }).getAttribute('href')).toContain('royalmail.com')
  await page.getByText('Royal Mail has it as RM 1234 5678 9GB').waitFor()

  await open(page, `/admin/orders/${second}`)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel and refund' }).click()
  await toast(page, 'The order is cancelled.')
  await page.getByText('has gone back to the buyer in all').waitFor()
  expect(await page.getByRole('button', { name: /Mark|Cancel order/ }).count()).toBe(0)
})

test('several are marked at once, and the file has customers only if somebody ticks the box', async () => {
  const page = await atDesk('/admin/orders?status=paid')
  const number = (await rows(page).first().getByRole('link').textContent())!
  await page.getByLabel(`Choose ${number}`).check()
  await page.getByRole('button', { name: 'Mark processing' }).click()
  await toast(page, '1 order marked as processing.')
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export orders' })
  await dialog.getByRole('checkbox', { name: 'With names, e-mail and postal addresses' }).check()
  const coming = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Export' }).click()
  expect((await coming).url()).toContain('customers=include')
})

test('the screens can be used by everyone', async () => {
  const page = await atDesk('/admin/orders', { reducedMotion: true })
  const look = async (name: string) => {
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    await inEveryLook(page, async () => {
      await checkAccessibility(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await screenshot(page, name)
    })
  }
  await page.getByRole('button', { name: 'Show customers' }).click()
  await rows(page).first().getByText(/@/).waitFor()
  await look('admin-orders')
  await open(page, '/admin/orders?status=shipped')
  await rows(page).first().getByRole('link').click()
  await page.getByRole('button', { name: 'Show customer' }).click()
  await page.locator('address').getByText(/@/).waitFor()
  await look('admin-order')
})
