import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkLooks, visit, waitForPendingRequests } from '#tests/browser/harness.ts'
import { openHydratedPage, owner, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()
const browser = await ownersBrowser(app)
const openAdmin = (path: string, how: Parameters<typeof visit>[1] = {}) => visit(app, { path, browser, ...how })
const rows = (page: Page) => page.locator('tbody').getByRole('row')
const toast = (page: Page, words: string | RegExp) => page.locator('[data-toast]').getByText(words).waitFor()
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()

longTest('finds orders, opens them by keyboard, and shows their customers in one request', async () => {
  const page = await openAdmin('/admin/orders', { expected: [/404: GET .*260501-000000/] })
  await expect.poll(() => rows(page).count()).toBe(10)
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/privacy/decrypt') && calls.push(request.url()))
  await page.getByRole('button', { name: 'Show customers' }).click()
  await rows(page).first().getByText(/@/).waitFor()
  expect(calls).toHaveLength(1)
  const email = (await rows(page).first().getByText(/@/).textContent())!
  const name = (await rows(page).first().locator('bdi').textContent())!
  await page.getByRole('button', { name: 'Hide customers' }).click()

  const box = page.getByRole('searchbox', { name: 'Number, product or email' })
  const requestedUrls: string[] = []
  page.on('request', (request) => requestedUrls.push(decodeURIComponent(request.url())))
  await box.fill(email.replace(/@.*/, ''))
  // A pause in typing before the @.
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
  const leakedAddresses = [decodeURIComponent(page.url()), ...requestedUrls].filter(
    (each) => /[?&]q=/.test(each) || each.includes(email),
  )
  expect(leakedAddresses).toEqual([])
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

  const nameBox = page.getByRole('searchbox', { name: 'Customer name' })
  await nameBox.fill(name.toUpperCase())
  await nameBox.press('Enter')
  const nameChip = page.getByRole('button', { name: 'Orders under one name' })
  await nameChip.waitFor()
  expect(page.url()).toMatch(/[?&]name=[0-9a-f]{64}/)
  const words = name.split(' ').map((word) => new RegExp(word, 'i'))
  expect(
    [decodeURIComponent(page.url()), ...requestedUrls].filter((url) => words.some((word) => word.test(url))),
  ).toEqual([])
  await expect.poll(() => rows(page).count()).toBeLessThan(10)
  await nameChip.click()
  await expect.poll(() => nameBox.inputValue()).toBe('')
  await expect.poll(() => rows(page).count()).toBe(10)
  await page.getByRole('button', { name: 'Total', exact: true }).click()
  await expect.poll(() => page.url()).toContain('sort=total')
  await page.getByRole('columnheader', { name: 'Total' }).and(page.locator('[aria-sort=ascending]')).waitFor()
  await openHydratedPage(page, '/admin/orders')

  const searchOf = () => Object.fromEntries(new URL(page.url()).searchParams)
  const same = async () => {
    await waitForPendingRequests(page)
    const [before, address] = [await rows(page).allTextContents(), searchOf()]
    await page.reload()
    await expect.poll(() => rows(page).allTextContents()).toEqual(before)
    expect(searchOf()).toEqual(address)
  }
  await page.getByLabel('Rows on a page').selectOption('25')
  await expect.poll(() => rows(page).count()).toBe(25)
  const newest = await rows(page).first().textContent()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('26–50 of 60').waitFor()
  await expect.poll(() => rows(page).first().textContent()).not.toBe(newest)
  expect(searchOf()).toEqual({ size: '25', page: '2' })
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
  await expect.poll(searchOf).toEqual({ size: '25', kind: 'digital', from, to })
  await expect.poll(() => page.getByText(/–\d+ of \d+$/).textContent()).not.toMatch(/of 60$/)
  await same()
  expect(await page.getByLabel('From', { exact: true }).inputValue()).toBe(from)

  await openHydratedPage(page, '/admin/orders')
  await page.getByLabel('Status', { exact: true }).selectOption('paid')
  await expect.poll(() => page.url()).toContain('status=paid')
  await waitForPendingRequests(page)
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
  await openHydratedPage(page, '/admin/orders/260501-000000')
  await page.getByText('Order not found').waitFor()
})

test('processes, annotates and ships an order, and cancels and refunds another', async () => {
  const page = await openAdmin('/admin/orders?status=paid&kind=physical', { expected: [/409: PUT .*tracking/] })
  const links = rows(page).getByRole('link')
  await links.nth(1).waitFor()
  const [first, second] = await links.allTextContents()
  await openHydratedPage(page, `/admin/orders/${first}`)
  await page.getByRole('button', { name: 'Mark processing' }).click()
  await toast(page, 'The order is being processed.')
  await page.getByLabel('New note').fill('Wants a signed copy.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Wants a signed copy.').first().waitFor()
  await page.getByRole('button', { name: 'Show customer', exact: true }).click()
  await page.locator('address').getByText(/@/).waitFor()
  expect(await page.getByRole('button', { name: 'Mark shipped' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Ship…' }).click()
  const shipping = page.getByRole('dialog')
  expect(await shipping.getByRole('checkbox', { name: 'Send a mail to the buyer' }).isChecked()).toBe(true)
  await shipping.getByLabel('Tracking number').fill('RM 1234 5678 9GB')
  await shipping.getByRole('button', { name: 'Ship and send 1 mail' }).click()
  await shipping.getByText('Please choose the carrier.').waitFor()
  await shipping.getByLabel('Carrier').fill('Royal Mail')
  await checkLooks(page, 'admin-order-ship')
  // Another editor is quicker, and does not mail the buyer.
  const other = await openAdmin(`/admin/orders/${first}`)
  await other.getByRole('button', { name: 'Ship…' }).click()
  await other.getByRole('checkbox', { name: 'Send a mail to the buyer' }).uncheck()
  await other.getByRole('button', { name: 'Ship without mail' }).click()
  await toast(other, 'The order is marked as shipped. The buyer gets no mail.')
  await shipping.getByRole('button', { name: 'Ship and send 1 mail' }).click()
  await shipping.getByText('This has changed in the meantime.').waitFor()
  await shipping.getByRole('button', { name: 'Change parcel and send 1 mail' }).click()
  await toast(page, 'The order is marked as shipped. The buyer gets a mail.')
  await shipping.waitFor({ state: 'detached' })
  expect(await page.getByRole('link', { name: 'Track the parcel' }).getAttribute('href')).toContain('royalmail.com')
  await page.getByText('Sent with Royal Mail, tracking number RM 1234 5678 9GB').waitFor()

  await openHydratedPage(page, `/admin/orders/${second}`)
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
  await page.getByText('refunded in total').waitFor()
  expect(await page.getByRole('button', { name: /Mark|Cancel order/ }).count()).toBe(0)
})

longTest(
  'marks several orders at once, and exports after the password, customers only when the box is ticked',
  async () => {
    const page = await openAdmin('/admin/orders?status=paid&kind=physical')
    const number = (await rows(page).first().getByRole('link').textContent())!
    await page.getByLabel(`Select ${number}`).check()
    await page.getByRole('button', { name: 'Mark processing' }).click()
    await toast(page, '1 order marked as processing.')
    await openHydratedPage(page, '/admin/orders?status=processing')
    await page.getByLabel(`Select ${number}`).check()
    await page.getByRole('button', { name: 'Ship…' }).click()
    const shipping = page.getByRole('dialog', { name: 'Ship 1 order' })
    expect(await shipping.getByRole('checkbox', { name: 'Tell the buyers: 1 mail' }).isChecked()).toBe(true)
    await checkLooks(page, 'admin-orders-ship')
    await shipping.getByRole('button', { name: 'Ship and send 1 mail' }).click()
    await toast(page, '1 order marked as shipped. 1 buyer is told by mail.')

    await openHydratedPage(page, '/admin/orders?status=shipped')
    await page.getByLabel(`Select ${number}`).check()
    const shown = await rows(page).getByRole('link').allTextContents()
    const other = shown.find((each) => each !== number)!
    await page.getByLabel(`Select ${other}`).check()
    const dialog = page.getByRole('dialog', { name: 'Export orders' })
    let isConfirmed = false
    const exported = async () => {
      const asking = page.waitForRequest(/\/export\.csv/)
      const coming = page.waitForEvent('download')
      await dialog.getByRole('button', { name: 'Export' }).click()
      const question = page.getByRole('alertdialog')
      if (!isConfirmed) await question.getByLabel('Current password').fill(owner.password)
      await question.getByRole('button', { name: 'Export' }).click()
      isConfirmed = true
      const [exportRequest, file] = await Promise.all([asking, coming])
      expect(file.suggestedFilename()).toBe('orders.csv')
      return {
        url: exportRequest.url(),
        lines: readFileSync(await file.path(), 'utf8')
          .trim()
          .split('\r\n')
          .slice(1),
      }
    }
    const chosen = page.getByRole('region', { name: 'Actions for the selected rows' })
    await chosen.getByRole('button', { name: 'Export' }).click()
    await dialog.getByText('The selected orders, as a spreadsheet (CSV).').waitFor()
    const few = await exported()
    expect(few.lines.map((line) => line.split(',')[0]).sort()).toEqual([number, other].sort())
    expect(few.lines.join()).not.toContain('@')
    await chosen.getByRole('button', { name: 'Clear selection' }).click()
    await page.getByRole('button', { name: 'Export' }).click()
    await dialog.getByRole('checkbox', { name: 'With names, email and postal addresses' }).check()
    const all = await exported()
    expect(all.url).toContain('customers=include')
    expect(all.lines.join()).toContain('@')
  },
)

longTest('the screens of the orders are accessible', async () => {
  const page = await openAdmin('/admin/orders', { reducedMotion: true })
  const look = async (name: string) => {
    await page.locator('main h1').waitFor()
    await page.waitForLoadState('networkidle')
    await checkLooks(page, name)
  }
  await page.getByRole('button', { name: 'Show customers' }).click()
  await rows(page).first().getByText(/@/).waitFor()
  await look('admin-orders')
  await openHydratedPage(page, '/admin/orders?status=shipped')
  await rows(page).first().getByRole('link').click()
  await page.getByRole('button', { name: 'Show customer', exact: true }).click()
  await page.locator('address').getByText(/@/).waitFor()
  await look('admin-order')
})
