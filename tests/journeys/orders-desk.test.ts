import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkLooks, visit, whenAnswered } from '#tests/browser/harness.ts'
import { open, owner, ownersBrowser, startHouse } from '#tests/journeys/people.ts'

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
  const asked: string[] = []
  page.on('request', (request) => asked.push(decodeURIComponent(request.url())))
  await box.fill(email.replace(/@.*/, ''))
  // Whoever thinks for a moment before the @.
  await page.waitForTimeout(400)
  await box.fill(email.replace(/@.*/, '@'))
  await box.press('Enter')
  await page.getByText('Please enter a valid email address').waitFor()
  // Without https a browser has nothing to hash with.
  await page.evaluate(() => Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true }))
  await box.fill(email)
  await box.press('Enter')
  await page.getByText('This works over a secure connection only.').waitFor()
  await page.evaluate(() => Reflect.deleteProperty(crypto, 'subtle'))
  await box.fill(` ${email.toUpperCase()}`)
  await box.press('Enter')
  const chip = page.getByRole('button', { name: 'Orders of one address' })
  await chip.waitFor()
  await expect.poll(() => page.getByText('Please enter a valid email address').count()).toBe(0)
  const told = [decodeURIComponent(page.url()), ...asked].filter((each) => /[?&]q=/.test(each) || each.includes(email))
  expect(told).toEqual([])
  await expect.poll(() => rows(page).count()).toBeLessThan(10)
  const found = await rows(page).allTextContents()
  expect(found.length).toBeGreaterThan(0)
  await page.reload()
  await chip.waitFor()
  await expect.poll(() => rows(page).allTextContents()).toEqual(found)
  await box.fill(email)
  await box.press('Enter')
  await chip.click()
  await expect.poll(() => box.inputValue()).toBe('')
  await expect.poll(() => rows(page).count()).toBe(10)

  const said = () => Object.fromEntries(new URL(page.url()).searchParams)
  const same = async () => {
    await whenAnswered(page)
    const [before, address] = [await rows(page).allTextContents(), said()]
    await page.reload()
    await expect.poll(() => rows(page).allTextContents()).toEqual(before)
    expect(said()).toEqual(address)
  }
  await page.getByLabel('Rows on a page').selectOption('25')
  await expect.poll(() => rows(page).count()).toBe(25)
  const newest = await rows(page).first().textContent()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('26–50 of 60').waitFor()
  await expect.poll(() => rows(page).first().textContent()).not.toBe(newest)
  expect(said()).toEqual({ size: '25', page: '2' })
  await same()
  const [from, to] = [40, 10].map((ago) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10))
  await page.getByLabel('From', { exact: true }).fill(from!)
  await page.getByLabel('To', { exact: true }).fill(to!)
  const answer = Promise.withResolvers<void>()
  await page.route('**/api/admin/orders?*kind=digital*', async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.getByLabel('Kind', { exact: true }).selectOption('digital')
  const busy = page.locator('[aria-busy=true]')
  await busy.getByRole('table').waitFor()
  answer.resolve()
  await busy.waitFor({ state: 'detached' })
  await expect.poll(said).toEqual({ size: '25', kind: 'digital', from, to })
  await expect.poll(() => page.getByText(/–\d+ of \d+$/).textContent()).not.toMatch(/of 60$/)
  await same()
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(from)

  await open(page, '/admin/orders')
  await page.getByLabel('Status', { exact: true }).selectOption('paid')
  await expect.poll(() => page.url()).toContain('status=paid')
  await whenAnswered(page)
  await busy.waitFor({ state: 'detached' })
  const states = async () => new Set((await rows(page).allTextContents()).map((row) => /Paid/.exec(row)?.[0] ?? row))
  await expect.poll(states).toEqual(new Set(['Paid']))
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
  await page.getByRole('button', { name: 'Show customer', exact: true }).click()
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
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Keep it' }).click()
  // Paid for, and not all of it is left.
  const order = `**/api/admin/orders/${second}`
  await page.route(order, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), attention: 'stock-gone' } })
  })
  await page.reload()
  await page.getByRole('button', { name: /^Cancel and refund £/ }).click()
  await dialog.getByText('This cannot be undone.').waitFor()
  await page.unroute(order)
  await dialog.getByRole('button', { name: 'Cancel and refund' }).click()
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
  await open(page, '/admin/orders?status=processing')
  await page.getByLabel(`Choose ${number}`).check()
  await page.getByRole('button', { name: 'Mark shipped' }).click()
  await toast(page, '1 order marked as shipped.')

  await open(page, '/admin/orders?status=shipped')
  await page.getByLabel(`Choose ${number}`).check()
  const shown = await rows(page).getByRole('link').allTextContents()
  const other = shown.find((each) => each !== number)!
  await page.getByLabel(`Choose ${other}`).check()
  const dialog = page.getByRole('dialog', { name: 'Export orders' })
  const exported = async (press = () => dialog.getByRole('link', { name: 'Export' }).click()) => {
    const asking = page.waitForRequest(/\/file\.csv/)
    const coming = page.waitForEvent('download')
    await press()
    const [asked, file] = await Promise.all([asking, coming])
    expect(file.suggestedFilename()).toBe('orders.csv')
    return {
      url: asked.url(),
      lines: readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n')
        .slice(1),
    }
  }
  const chosen = page.getByRole('region', { name: 'What to do with the chosen rows' })
  await chosen.getByRole('button', { name: 'Export' }).click()
  await dialog.getByText('The chosen orders, for a spreadsheet.').waitFor()
  const few = await exported()
  expect(few.lines.map((line) => line.split(',')[0]).sort()).toEqual([number, other].sort())
  expect(few.lines.join()).not.toContain('@')
  await page.keyboard.press('Escape')
  await chosen.getByRole('button', { name: 'Choose none' }).click()
  await page.getByRole('button', { name: 'Export' }).click()
  await dialog.getByRole('checkbox', { name: 'With names, e-mail and postal addresses' }).check()
  const all = await exported(async () => {
    await dialog.getByRole('button', { name: 'Export' }).click()
    const asked = page.getByRole('alertdialog')
    await asked.getByLabel('Current password').fill(owner.password)
    await asked.getByRole('button', { name: 'Export' }).click()
  })
  expect(all.url).toContain('customers=include')
  expect(all.lines.join()).toContain('@')
})

test('the screens can be used by everyone', async () => {
  const page = await atDesk('/admin/orders', { reducedMotion: true })
  const look = async (name: string) => {
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    await checkLooks(page, name)
  }
  await page.getByRole('button', { name: 'Show customers' }).click()
  await rows(page).first().getByText(/@/).waitFor()
  await look('admin-orders')
  await open(page, '/admin/orders?status=shipped')
  await rows(page).first().getByRole('link').click()
  await page.getByRole('button', { name: 'Show customer', exact: true }).click()
  await page.locator('address').getByText(/@/).waitFor()
  await look('admin-order')
})
