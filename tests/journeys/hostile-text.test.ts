import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { withoutBidiControls } from '#domain/bidi-controls.ts'
import { parseMessage } from '#server/mail/message.ts'
import { openBrowser, visit, waitForHydration } from '#tests/browser/visit.ts'
import {
  findDemoPictureUrl,
  setHostileAlbumTags,
  stockItemOf,
  uploadHostileRecordings,
  writeHostileOwnerContent,
  writeHostileSupportNotes,
} from '#tests/journeys/hostile-owner.ts'
import { openHostileSetup } from '#tests/journeys/hostile-setup.ts'
import { publishHostileSiteParts } from '#tests/journeys/hostile-site.ts'
import {
  hostileBuyers,
  type Purchase,
  placeHostileOrders,
  sendHostileMessages,
} from '#tests/journeys/hostile-strangers.ts'
import { expectInert, foreignOn, type PageExpectation } from '#tests/journeys/inert.ts'
import { confirmationHeadersOf, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { payloads, sentPayloads } from '#tests/journeys/payloads.ts'

// A trusted proxy, so that the server believes the forwarded address of each visitor.
const app = await startOwnersApp({ TRUSTED_PROXIES: '127.0.0.1' })
const stage = await openHostileSetup(app)
const { origin, owner, browser, cookie, tally } = stage

type MarkedText = { __xss?: number; broken?: string[] }

/** Installed before the scripts of a page, and read after it is idle. */
async function armed(page: Page): Promise<Page> {
  await page.context().addInitScript(() => {
    const marked = window as MarkedText
    marked.broken = []
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      marked.broken!.push(`${violatedDirective} ${blockedURI}`)
    })
  })
  // A line break in a single-line field counts as a change, and leaving the page asks about it.
  page.on('dialog', (dialog) => dialog.accept())
  return page
}

/** No script ran or tried to, and nothing in the page is what a payload creates. */
const found = async (page: Page) => ({
  ...(await page.evaluate(() => {
    const { __xss: ran = null, broken = [] } = window as MarkedText
    return { ran, broken }
  })),
  elements: await foreignOn(page),
})
const inert = { ran: null, broken: [], elements: [] }

async function look(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await waitForHydration(page)
    await page.waitForLoadState('networkidle')
    expect(await found(page), path).toEqual(inert)
    for (const data of await page.locator('script[type="application/ld+json"]').allTextContents()) JSON.parse(data)
  }
}

test('has more than a hundred XSS payloads, many of which run when unescaped', async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(100)
  expect(new Set(payloads).size).toBe(payloads.length)
  const context = await (await openBrowser()).newContext()
  const page = await context.newPage()
  // Without escaping, several of them would act.
  const ran: number[] = []
  for (const payload of payloads) {
    await page.setContent(`<title>x</title><p>${payload}`)
    await page.evaluate(() => new Promise((rest) => setTimeout(rest)))
    const mark = await page.evaluate(() => (window as MarkedText).__xss).catch(() => undefined)
    if (mark) ran.push(mark)
    await page.evaluate('delete window.__xss').catch(() => {})
  }
  await context.close()
  expect(ran.length).toBeGreaterThan(20)
})

/** A list of the owner's, from its first row to its last. */
async function pagesOf(path: string, api: string, size = 100): Promise<string[]> {
  const { total } = await owner<{ total: number }>('GET', `/api/admin/${api}?size=${size}`)
  return Array.from({ length: Math.ceil(total / size) }, (_, at) => `/admin/${path}size=${size}&page=${at + 1}`)
}

/** The log has no numbers for its pages: one turns them. */
async function lookThroughActivity(page: Page): Promise<void> {
  const turned = () => page.waitForResponse((answer) => answer.url().includes('/api/admin/activity?'))
  for (let [answer, turns] = [turned(), 0]; turns < 50; turns++) {
    if (turns === 0) await page.goto('/admin/activity')
    const { older } = await (await answer).json()
    await waitForHydration(page)
    await expect.poll(() => page.getByRole('button', { name: 'Older' }).isEnabled()).toBe(older)
    expect(await found(page), page.url()).toEqual(inert)
    if (!older) return expect(turns).toBeGreaterThan(sentPayloads.length === payloads.length ? 5 : 2)
    answer = turned()
    await page.getByRole('button', { name: 'Older' }).click()
  }
  throw new Error('The log has more pages than were turned.')
}

// Writes and opens hundreds of messages, orders and mails in sequence.
test('shows every payload as text, to visitors and to the owner', {
  timeout: 1_800_000,
}, async () => {
  const [{ shows, news, films, things, record, images }, track] = await Promise.all([
    writeHostileOwnerContent(stage),
    uploadHostileRecordings(stage),
  ])
  const fan = await armed(await visit(app, { expected: [/404: GET .*nowhere/] }))
  const buyers = hostileBuyers()
  const orders: Purchase[] = []
  await publishHostileSiteParts(stage, await findDemoPictureUrl(stage), async (pages) => {
    await expectInert(fan, pages)
    await documentsAreWhole(fan)
    // Its mails have the texts of this round.
    orders.push(...(await placeHostileOrders(stage, { record, track, buyers: buyers.splice(0, 1) })))
  })
  const [messages, others] = await Promise.all([
    sendHostileMessages(stage),
    placeHostileOrders(stage, { record, track, buyers }),
  ])
  orders.push(...others)
  await writeHostileSupportNotes(stage, orders)
  const order = orders[0]!

  await setHostileAlbumTags(stage, track, () => expectInert(fan, [{ path: `/shop/${track.slug}` }]))
  expect(tally.problems()).toEqual([])

  const item = { productId: record.id, variantId: null, quantity: 1, maxQuantity: 9, price: 900, isDigital: false }
  await fan.evaluate((kept) => localStorage.setItem('cart', JSON.stringify({ items: [kept] })), item)
  const [keeper, helper] = [
    await armed(await visit(app, { path: '/admin/dashboard', browser })),
    await armed(await visit(app, { path: '/admin/dashboard', browser })),
  ]
  const ofVisitors: PageExpectation[] = [
    ...shows.map(({ slug, city, venue, address, countyRegion, postCode, ...show }) => ({
      path: `/tour/${slug}`,
      shown: [
        ...[city, venue, address, countyRegion, postCode, show.eventType, show.priceNotes, show.venueNotes],
        ...[show.additionalInfo, show.imageAlt, show.act],
      ],
      structured: [withoutBidiControls(postCode)],
    })),
    ...things.map(({ slug, name, option, value, alt }) => ({
      path: `/shop/${slug}`,
      shown: [name, option, value, alt],
    })),
    ...['/tour?past=include', '/shop?page=1', '/shop?page=2', '/shop?page=3', `/shop/${record.slug}`].map((path) => ({
      path,
    })),
    ...orders.map(({ reference }) => ({ path: `/payment/confirm?reference=${reference}` })),
    ...orders.map(({ token }) => ({ path: `/downloads/${token}` })),
  ]
  await Promise.all([
    look(fan, [
      ...['/', '/tour', '/media', '/gallery', '/shop', `/shop/${things[0]!.slug}`, `/shop/${track.slug}`, '/cart'],
      ...['/checkout', `/payment/confirm?reference=${order.reference}`, `/downloads/${order.token}`],
      ...[`/shop?q=${encodeURIComponent(payloads[1]!)}`, `/nowhere/${encodeURIComponent(payloads[18]!)}`],
      `/tour/${shows[0]!.slug}`,
    ]).then(() => expectInert(fan, ofVisitors)),
    look(keeper, [
      ...['/admin/dashboard', ...(await pagesOf('tour?', 'shows')), `/admin/tour/${shows[0]!.id}`],
      ...[...(await pagesOf('announcements?', 'announcements')), `/admin/announcements/${news[0]!.id}`],
      ...[...(await pagesOf('media?', 'media')), `/admin/media/${films[0]!.id}`],
      ...[...(await pagesOf('gallery?', 'gallery')), `/admin/gallery/${images[0]!.id}`, '/admin/settings'],
      ...[...(await pagesOf('messages?', 'messages')), '/admin/digital-analytics'],
      ...[
        'identity',
        'texts',
        'texts/notFound',
        'pages',
        'pages/home',
        'texts/text-privacy',
        'navigation',
        'features',
        'shop-rules',
        'versions',
      ]
        .concat('records', 'awards', 'press')
        .map((name) => `/admin/site/${name}`),
    ]).then(() => lookThroughActivity(keeper)),
    look(helper, [
      ...[...(await pagesOf('shop?', 'products')), '/admin/shop/categories', `/admin/shop/${things[0]!.id}`],
      ...[
        ...(await pagesOf('shop/inventory?', 'inventory')),
        `/admin/shop/inventory/${await stockItemOf(stage, record)}?size=100`,
      ],
      ...[`/admin/shop/${track.id}`, '/admin/shop/uploads', ...(await pagesOf('orders?', 'orders', 50))],
      ...[`/admin/orders/${order.number}`, `/admin/customer-support?order=${order.number}`, '/admin/customer-support'],
      ...(await pagesOf('downloads?', 'downloads')),
    ]),
  ])
  expect(await fan.title()).toContain('<script>')
  expect(app.log()).not.toContain('content security policy violation')
  await documentsAreWhole(fan)
  await sheetsHoldNoFormula()
  await mailsAreInert({ min: messages + 2 * orders.length })
})

/** What feed readers, calendars and search engines get. */
async function documentsAreWhole(page: Page): Promise<void> {
  for (const path of ['/feed.xml', '/sitemap.xml']) {
    const text = await (await fetch(origin + path)).text()
    const names = await page.evaluate((xml) => {
      const read = new DOMParser().parseFromString(xml, 'application/xml')
      return [...new Set([...read.querySelectorAll('*')].map(({ localName }) => localName))]
    }, text)
    expect(names, path).not.toContain('parsererror')
    for (const name of ['script', 'img', 'svg', 'iframe', 'a', 'style']) expect(names, path).not.toContain(name)
  }
  const lines = (await (await fetch(`${origin}/tour.ics`)).text()).split('\r\n')
  const begun = (what: string) => lines.filter((each) => each === what).length
  expect(begun('BEGIN:VEVENT')).toBe(begun('END:VEVENT'))
  expect(lines.every((each) => /^([A-Z-]+[;:]| |$)/.test(each))).toBe(true)
}

/** A spreadsheet treats a cell with this start as a formula. */
async function sheetsHoldNoFormula(): Promise<void> {
  const confirmed = await confirmationHeadersOf(origin, cookie)
  for (const path of ['shows', 'orders', 'activity']) {
    const query = path === 'orders' ? '?customers=include' : ''
    const answer = await fetch(`${origin}/api/admin/${path}/export.csv${query}`, { headers: { cookie, ...confirmed } })
    expect(answer.status, path).toBe(200)
    const cells = cellsOf((await answer.text()).replace(/^\ufeff/, ''))
    expect(cells.length).toBeGreaterThan(20)
    expect(
      cells.filter((cell) => /^[=+@\t\r]|^-(?!\d)/.test(cell)),
      path,
    ).toEqual([])
  }
}

const cellsOf = (text: string): string[] =>
  [...text.matchAll(/(?:^|,|\r?\n)(?:"((?:[^"]|"")*)"|([^,\r\n]*))/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  )

/** As a program that runs scripts in mails would show them. */
async function mailsAreInert({ min }: { min: number }): Promise<void> {
  const outbox = join(app.folder, 'outbox')
  const files = () => readdirSync(outbox, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.eml'))
  await expect.poll(() => files().length).toBeGreaterThanOrEqual(min)
  const context = await (await openBrowser()).newContext()
  const page = await context.newPage()
  let read = 0
  for (const file of files()) {
    const { html, headers } = await parseMessage(readFileSync(join(outbox, file)))
    expect(headers.filter(([name]) => name === 'To')).toHaveLength(1)
    expect(headers.some(([name]) => /^bcc$/i.test(name))).toBe(false)
    if (!html) continue
    read++
    await page.setContent(html)
    await page.evaluate(() => new Promise((rest) => setTimeout(rest)))
    expect(await found(page), file).toEqual(inert)
  }
  await context.close()
  expect(read).toBeGreaterThanOrEqual(min)
}
