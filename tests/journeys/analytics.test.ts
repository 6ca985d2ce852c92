import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { and, eq, ne } from 'drizzle-orm'
import type { Download, Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import type { AnalyticsOverviewAnswer } from '#api/admin/analytics.ts'
import type { DownloadPurchase } from '#api/site/downloads.ts'
import { todayIn } from '#domain/analytics/days.ts'
import { analyticsTexts } from '#domain/texts/analytics.ts'
import { mailQueuedTexts, supportTexts } from '#domain/texts/own-admin-words.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { openPglite } from '#server/db/pglite.ts'
import { products } from '#server/products/table.ts'
import { musician } from '#sites/musician/site.ts'
import {
  checkLooks,
  expectProblem,
  horizontalOverflowPx,
  visit,
  waitForPendingRequests,
} from '#tests/browser/harness.ts'
import { generateVisitEvents, writePurchases, writeVisits } from '#tests/fixtures/analytics.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { openHydratedPage, owner, ownersApi, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'

/** The demo, and a season of listeners. */
const folder = mkdtempSync(join(tmpdir(), 'stagedoor-analytics-'))
cpSync(inject('filledDataFolder')!, folder, { recursive: true })
const database = await openPglite({ folder: join(folder, 'db'), durable: false })
await listen(database).finally(database.close)
const app = await startOwnersApp({ DATA_DIR: folder })
const browser = await ownersBrowser(app)
const asOwner = await ownersApi(app)
const openAdmin = (path: string, how: Parameters<typeof visit>[1] = {}) => visit(app, { path, browser, ...how })
const part = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name, exact: true }) })
const rows = (page: Page) => page.locator('tbody').getByRole('row')
const toast = (page: Page, words: string | RegExp) => page.locator('[data-toast]').getByText(words).waitFor()

async function listen(database: Database) {
  const { siteId: websiteId, zone } = musician.config
  const inTestSite = <T>(role: 'checkout' | 'worker', work: Parameters<typeof inSite<T>>[2]) =>
    inSite(database, { websiteId, role }, work, { timeoutMs: 60_000 })
  const digital = await inTestSite('worker', (tx) =>
    tx
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.productType, 'digital'), ne(products.status, 'draft'))),
  )
  const until = new Date()
  const since = new Date(+until - 60 * 86_400_000)
  const stream = generateVisitEvents({ count: 1_500, productIds: digital.map(({ id }) => id), since, until })
  await inTestSite('checkout', (tx) => writePurchases(tx, stream))
  await inTestSite('worker', (tx) => writeVisits(tx, stream, (at) => todayIn(zone, at)))
}

test('the owner sees plays, purchases and downloads, and exports each table', async () => {
  const page = await openAdmin('/admin/digital-analytics', {
    expected: [/500: GET .*\/analytics\/performance/, /500: GET .*\/analytics\/export/],
  })
  const shown = await asOwner<AnalyticsOverviewAnswer>('GET', '/api/admin/analytics')
  const funnel = part(page, 'From preview to download')
  await funnel.getByText('Previews played').first().waitFor()
  const count = new Intl.NumberFormat('en-GB')
  for (const [step, name] of [
    ['preview', 'Previews played'],
    ['purchase', 'Bought'],
    ['download', 'Downloaded'],
  ] as const)
    await funnel
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByText(count.format(shown.funnel[step].now), { exact: true })
      .waitFor()
  await funnel
    .getByText(/ (more|less) than in the 7 days before \(\d+\)$|^The same as in/)
    .first()
    .waitFor()
  await expect.poll(() => part(page, 'By day').getByRole('img').count()).toBe(5)
  await expect.poll(() => part(page, 'Top referrers').getByRole('listitem').count()).toBe(5)
  await funnel.getByText('Show as table').click()
  await funnel.getByRole('table', { name: 'From preview to download' }).getByRole('row').nth(5).waitFor()
  await checkLooks(page, 'analytics')

  await page.getByRole('button', { name: '90 days' }).click()
  await page.getByText('Figures are kept for 90 days, so there is no earlier period to compare with.').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).not.toBeNull()
  const days = part(page, 'By day')
  await days.getByText('Show as table').click()
  // An invalid table is refused, and no file is saved.
  const files: Download[] = []
  page.on('download', (file) => files.push(file))
  const failed = { error: analyticsTexts.downloadsFailed, reason: 'download-analytics-failed' }
  await page.route('**/analytics/export.csv?*', (route) => route.fulfill({ status: 500, json: failed }))
  await days.getByRole('link', { name: 'Export By day' }).click()
  await toast(page, failed.error)
  await page.unroute('**/analytics/export.csv?*')
  const saved = page.waitForEvent('download')
  await days.getByRole('link', { name: 'Export By day' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^days-[\d-]{10}-[\d-]{10}\.csv$/)
  expect(files).toHaveLength(1)
  const [head, ...lines] = readFileSync(await (await saved).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(head).toBe('\ufeffday,preview,complete,cart,purchase,download')
  const whole = await asOwner<AnalyticsOverviewAnswer>('GET', `/api/admin/analytics${new URL(page.url()).search}`)
  expect(lines).toEqual(
    whole.byDay.map((each) => [each.day, each.preview, each.complete, each.cart, each.purchase, each.download].join()),
  )

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('tab', { name: 'Devices' }).click()
  await expect.poll(() => part(page, 'Devices').getByRole('listitem').count()).toBe(5)
  await expect.poll(() => part(page, 'Top referrers').getByRole('listitem').count()).toBe(10)
  await checkLooks(page, 'analytics-devices')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.route('**/api/admin/analytics/performance?*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('tab', { name: 'Downloads' }).click()
  await page.getByText('Failed to retrieve performance metrics').waitFor()
  await page.unroute('**/api/admin/analytics/performance?*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await part(page, 'Performance').getByText('Average speed').waitFor()
  await expect.poll(() => part(page, 'Failure rate').getByRole('listitem').count()).toBe(6)
  await checkLooks(page, 'analytics-downloads')
})

/** Every number of an answer becomes one of ten digits, and every day stays a day. */
const grown = (value: unknown): unknown => {
  if (typeof value === 'number') return 1_234_567_890 + value
  if (Array.isArray(value)) return value.map(grown)
  if (value && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, grown(each)]))
  return value
}

/** What is wider than the box that it stands in, or lies upon its neighbour. */
const notFitting = (page: Page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('main :is(dd, dt, li, li span, li p, td, th)')]
    const seen = all.filter((each) => each.checkVisibility() && !each.closest('.sr-only') && each.textContent.trim())
    const boxOf = (element: Element) => element.getBoundingClientRect()
    const spills = seen.filter((each) => {
      const range = document.createRange()
      range.selectNodeContents(each)
      const outer = boxOf(each.closest('dl > div, li, td, th, tr') ?? each)
      return [...range.getClientRects()].some(({ left, right }) => left < outer.left - 1 || right > outer.right + 1)
    })
    const covers = seen.filter((each) => {
      const next = each.nextElementSibling
      if (!next?.matches('span, dd') || !next.textContent?.trim()) return false
      const [a, b] = [each, next].map((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return range.getBoundingClientRect()
      }) as [DOMRect, DOMRect]
      const [wide, high] = [
        Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
      ]
      return wide > 1 && high > 1
    })
    return [...spills, ...covers].map(({ textContent }) => textContent)
  })

test('very large figures fit their boxes on phone and desktop', async () => {
  const page = await openAdmin('/admin/dashboard')
  await page.route('**/api/admin/analytics**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: grown(await response.json()) })
  })
  await openHydratedPage(page, '/admin/digital-analytics')
  await part(page, 'From preview to download').getByText('Previews played').first().waitFor()
  for (const [tab, shown] of [
    ['Overview', 'From preview to download'],
    ['Devices', 'Devices'],
    ['Downloads', 'Performance'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('tab', { name: tab }).click()
    await part(page, shown)
      .getByText(/1,234,56/)
      .first()
      .waitFor()
    await waitForPendingRequests(page)
    for (const summary of await page.getByText('Show as table').all()) await summary.click()
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await notFitting(page), `${tab} at ${width}`).toEqual([])
      expect(await horizontalOverflowPx(page), `${tab} at ${width}`).toBeLessThanOrEqual(0)
    }
    await checkLooks(page, `analytics-large-${tab.toLowerCase()}`)
  }
})

/** As the form of the contact page does. */
async function writeFrom(email: string, message: string): Promise<void> {
  const origin = app.address()
  const read = async <T>(path: string) => (await (await fetch(origin + path)).json()) as T
  const { publicKey } = await read<{ publicKey: string }>('/api/contact')
  const challenge = await read<Challenge>('/api/contact/challenge')
  const solution = await solveChallenge({ challenge, deriveKey })
  const form = { name: 'Ann Lee', email, subject: 'My record', message, contactEmail: 'x@y.example' }
  const turnstileToken = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const headers = { origin, authorization: `Bearer ${publicKey}` }
  const body = { ...form, websiteId: musician.config.siteId, turnstileToken }
  const sent = await fetch(`${origin}/functions/v1/contact-form`, jsonRequest(body, { headers }))
  expect(sent.status, await sent.text()).toBe(200)
}

test('the owner manages a download right and helps its buyer from one screen', async () => {
  const page = await openAdmin('/admin/downloads')
  await expect.poll(() => rows(page).count()).toBe(25)
  await checkLooks(page, 'admin-downloads')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByLabel('Last event').selectOption('failed')
  const last = async () => (await rows(page).allTextContents()).map((row) => /Failed/.exec(row)?.[0])
  await expect.poll(async () => [...new Set(await last())]).toEqual(['Failed'])

  const { orders } = await asOwner<{ orders: { number: string; items: { name: string }[] }[] }>(
    'GET',
    '/api/admin/orders?kind=digital&size=50',
  )
  const { downloads } = await asOwner<{ downloads: { orderNumber: string }[] }>(
    'GET',
    '/api/admin/downloads?size=100&state=ready',
  )
  // An order of the demo: its buyer can be written to.
  const ready = new Set(downloads.map(({ orderNumber }) => orderNumber))
  const { number } = orders.find(
    (order) => ready.has(order.number) && order.items.every(({ name }) => name !== 'A record'),
  )!
  await openHydratedPage(page, '/admin/customer-support')
  const box = page.getByRole('searchbox', { name: 'Email, order number or download link' })
  await box.fill(number.toLowerCase().replace('-', ' '))
  await box.press('Enter')
  await part(page, 'What happened')
    .getByText(/^Ordered for £/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Show customer', exact: true }).click()
  const email = (await part(page, 'Customer').getByText(/@/).textContent())!

  await writeFrom(email, 'The link does not work any more.')
  const found = page.waitForResponse(/customer-support\?buyer=[0-9a-f]{64}$/)
  await box.fill(email)
  await box.press('Enter')
  await page.waitForURL(/[?&]buyer=[0-9a-f]{64}$/)
  await found
  await waitForPendingRequests(page)
  expect(page.url()).not.toContain('@')
  const downloadsPart = part(page, 'Downloads')
    .getByRole('button', { name: /^Actions for/ })
    .first()
  await downloadsPart.click()
  await page.getByRole('button', { name: 'Extend' }).click()
  await toast(page, 'The download is extended.')
  await page.getByRole('button', { name: `Send new links for order ${number}` }).click()
  await toast(page, /^New links are being sent/)
  await page.getByLabel('Subject').fill('Your download')
  await page.getByLabel('Text').fill('Please try again.')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await part(page, 'What happened').getByText('Please try again.').waitFor()
  await page.getByLabel('Note', { exact: true }).fill('Gave them new links.')
  await page.getByRole('button', { name: 'Add note' }).click()
  const happened = part(page, 'What happened').getByRole('listitem')
  await happened.first().getByText('Gave them new links.').waitFor()
  await happened.first().getByText(owner.email).waitFor()
  await happened.getByText('The buyer was sent the downloads').first().waitFor()
  // Messages stay encrypted until the owner opens them.
  const written = happened.filter({ hasText: 'Message from the contact page' })
  expect(await page.getByText('The link does not work any more.').count()).toBe(0)
  await written.first().getByRole('button', { name: 'Open' }).click()
  await happened.getByText('The link does not work any more.').waitFor()
  await checkLooks(page, 'customer-support')

  // The link in their mail leads to them, and stands in no address.
  const link = /\S+\/downloads\/([\w-]{43})/.exec(await app.mailTo(email, /^Your downloads of order/))!
  await page.setViewportSize({ width: 1440, height: 900 })
  await box.fill(link[0].replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))
  expectProblem(page, /404: POST .*customer-support\/link/)
  await box.press('Enter')
  await page.getByText(supportTexts.unknownLink).waitFor()
  // The orders of the previous customer are no longer shown.
  await page.getByText('No customer selected.').waitFor()
  expect(await part(page, 'What happened').count()).toBe(0)
  expect(new URL(page.url()).search).toBe('')
  await box.fill(number)
  await box.press('Enter')
  await part(page, 'Downloads').getByText(number).first().waitFor()
  await box.fill('someone@nowhere')
  await box.press('Enter')
  await page.getByText('No customer selected.').waitFor()
  expect([await box.inputValue(), await part(page, 'Downloads').count()]).toEqual(['someone@nowhere', 0])
  await box.fill(link[0])
  await box.press('Enter')
  await page.waitForURL(new RegExp(`[?&]order=${number}$`))
  expect(page.url()).not.toContain(link[1])
  await part(page, 'Downloads').getByText(number).first().waitFor()

  const bought = async () =>
    (await (await fetch(`${app.address()}/api/downloads/${link[1]}`)).json()) as DownloadPurchase
  await openHydratedPage(page, `/admin/downloads?q=${number}`)
  const right = rows(page).filter({ hasText: (await bought()).name })
  const confirmDialog = page.getByRole('alertdialog', { name: 'Withdraw this download?' })
  const choose = async (action: string) => {
    await right.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: action }).click()
  }
  await choose('Send the links again')
  await toast(page, mailQueuedTexts.saving)
  await choose('Reset the count')
  await toast(page, 'The count is reset.')
  await right
    .getByText(/: 0 of \d+$/)
    .first()
    .waitFor()
  await choose('Withdraw')
  await confirmDialog.getByRole('button', { name: 'Cancel' }).click()
  await confirmDialog.waitFor({ state: 'hidden' })
  expect((await bought()).state).toBe('ready')
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await confirmDialog.getByRole('button', { name: 'Withdraw' }).click()
  await toast(page, 'The download is withdrawn.')
  await right.getByText('Withdrawn', { exact: true }).waitFor()
  expect((await bought()).state).toBe('withdrawn')
  await choose('Restore')
  await toast(page, 'The download is restored.')
  await right.getByText('Ready', { exact: true }).waitFor()
  expect((await bought()).state).toBe('ready')
})
