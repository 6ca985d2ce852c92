import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createRegistry } from '#domain/sites/registry.ts'
import { readMessage } from '#server/mail/read-message.ts'
import { wavWith } from '#server/uploads/metadata-fixture.ts'
import { sites as definitions } from '#sites/index.ts'
import { openBrowser, visit, whenAlive } from '#tests/browser/visit.ts'
import { expectInert, foreignOn, type Wanted } from '#tests/journeys/inert.ts'
import { packed, payloads, rowsOf } from '#tests/journeys/payloads.ts'
import { ownersApi, ownersBrowser, startHouse } from '#tests/journeys/people.ts'

const app = await startHouse()
const origin = app.address()
const browser = await ownersBrowser(app)
const owner = await ownersApi(app)
const websiteId = createRegistry(definitions).defaultSite.siteId
const all = payloads.join(' ')
/** As a form with one line would send it. */
const line = (text: string) => text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ')

type Id = { id: string }
type Marked = { __xss?: number; broken?: string[] }

const visitor = async (path: string, body: object, headers: Record<string, string> = {}) => {
  const init = { method: 'POST', headers: { origin, 'content-type': 'application/json', ...headers } }
  const answer = await fetch(origin + path, { ...init, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

/** Each hostile row at once: whoever writes them does not wait for one before the other. */
const stored = <R extends object, A extends Id>(path: string, rows: R[], draftOf: (row: R, at: number) => object) =>
  Promise.all(rows.map(async (row, at) => ({ ...row, ...(await owner<A>('POST', path, draftOf(row, at))) })))

type Named = Id & { slug: string }

/** Wherever the owner can write something, all that is hostile. */
async function ownerWrites() {
  const imageUrl = await aPicture()
  const words = { city: 120, venue: 200, address: 300, countyRegion: 120, postCode: 20, eventType: 80, priceNotes: 500 }
  const ofShow = { ...words, venueNotes: 2_000, additionalInfo: 5_000, imageAlt: 300, act: 80, tag: 80 }
  const shows = await stored<Record<keyof typeof ofShow, string>, Named>(
    '/api/admin/shows',
    rowsOf(ofShow),
    ({ act, tag, ...show }, at) => ({
      ...{ ...show, date: `2031-03-${String(1 + (at % 28)).padStart(2, '0')}`, zone: 'Europe/Berlin', country: 'DE' },
      ...{ supportActs: [act], tags: [tag], imageUrl, status: 'upcoming' },
    }),
  )
  const news = await stored('/api/admin/announcements', rowsOf({ title: 120, message: 500, linkText: 60 }), (row) => ({
    ...{ ...row, linkUrl: 'https://news.example/', priority: 900 },
  }))
  const films = await stored('/api/admin/media', rowsOf({ title: 200, description: 2_000 }), (row, at) => ({
    ...{ ...row, kind: 'video', source: `https://vimeo.com/${76_979_871 + at}`, isPublished: true },
  }))
  const categories = await stored('/api/admin/categories', rowsOf({ name: 80 }), ({ name }) => ({ name }))
  const ofThing = { name: 160, description: 20_000, option: 40, value: 60, alt: 300 }
  const things = await stored<Record<keyof typeof ofThing, string>, Named>(
    '/api/admin/products',
    rowsOf(ofThing),
    ({ option, value, alt, ...words }) => ({
      ...{ ...words, price: 900, status: 'published', optionNames: [option], categoryId: categories[0]!.id },
      ...{ variants: [{ options: [value], stockQuantity: 9 }], images: [{ imageUrl, alt }] },
    }),
  )
  const record = await owner<Named>('POST', '/api/admin/products', {
    ...{ name: line(packed(160)[1]!), description: all, price: 900, status: 'published', stockQuantity: 90 },
  })
  await ownerCounts(record)
  const { images } = await owner<{ images: { id: string; sequence: number }[] }>('GET', '/api/admin/gallery?size=100')
  for (const [at, row] of rowsOf({ caption: 300, alt: 300 }).entries()) {
    const image = images[at]
    if (!image) break
    const { id, sequence } = image
    await owner('PUT', `/api/admin/gallery/${id}`, { ...row, takenOn: null, isPublished: true, sequence })
  }
  const { sequence } = await owner<{ sequence: number }>('GET', '/api/admin/settings')
  const social = rowsOf({ label: 80 }, 20).map(({ label }, at) => ({
    ...{ link: `https://social.example/${at}`, icon: 'facebook', label: line(label) },
  }))
  await owner('PUT', '/api/admin/settings', { contactEmail: 'hello@marlowquay.example', social, sequence })
  return { shows, news, films, things, record, images }
}

/** One of the demo's. */
async function aPicture(): Promise<string> {
  type Shown = { images: { imageUrl: string }[] }
  const { products } = await owner<{ products: Shown[] }>('GET', '/api/admin/products?size=100')
  return products.flatMap(({ images }) => images)[0]!.imageUrl
}

/** Every word that can be written beside a number on a shelf. */
async function ownerCounts(product: Id): Promise<void> {
  const shelf = await shelfOf(product)
  for (const [at, note] of packed(200).entries())
    await owner('PUT', `/api/admin/inventory/${shelf}`, { quantity: 91 + at, seen: 90 + at, note })
}

async function shelfOf({ id }: Id): Promise<string> {
  type Shelves = { items: (Id & { productId: string })[]; total: number }
  for (let page = 1; ; page++) {
    const { items, total } = await owner<Shelves>('GET', `/api/admin/inventory?size=100&page=${page}`)
    const shelf = items.find(({ productId }) => productId === id)
    if (shelf || page * 100 >= total) return shelf!.id
  }
}

/** A recording whose name and tags are hostile, and the words that its owner adds. */
async function ownerUploads() {
  const product = await owner<{ id: string; slug: string }>('POST', '/api/admin/products', {
    ...{ name: line(packed(160)[0]!), description: all, price: 150, productType: 'digital', status: 'published' },
  })
  const cookie = browser.storageState
  const session =
    typeof cookie === 'object' ? cookie.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') : ''
  const rows = rowsOf({ INAM: 200, IART: 200, IPRD: 200, IGNR: 100, ICMT: 1_000, name: 120 }, 3)
  for (const [at, { name, ...tags }] of rows.entries()) {
    const form = new FormData()
    form.append('chunk', new Blob([new Uint8Array(wavWith(tags))]), 'blob')
    const fields = {
      ...{ sessionId: `hostile-session-${at}`, chunkIndex: '0', totalChunks: '1', fileName: `${name}.wav`, websiteId },
      ...{ productId: product.id, fileType: 'tracks', artist: packed(300)[at]!, productName: packed(300)[at + 1]! },
    }
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    const headers = { origin, cookie: session }
    const sent = await fetch(`${origin}/api/upload/chunked`, { method: 'POST', headers, body: form })
    expect(sent.status, await sent.clone().text()).toBe(200)
    const { fileId } = await sent.json()
    if (at === 2)
      await fetch(`${origin}/api/admin/product-files/${fileId}`, {
        ...{ method: 'PATCH', headers: { ...headers, 'content-type': 'application/json' } },
        body: JSON.stringify({ title: packed(200)[3]!.slice(0, 200), artist: packed(200)[4]! }),
      })
  }
  return product
}

/** What strangers can write: messages, orders, and what their browsers say of themselves. */
async function strangersWrite({ record, track }: { record: Id; track: Id }) {
  const { publicKey } = await (await fetch(`${origin}/api/contact`)).json()
  const messages = rowsOf({ name: 50, subject: 100, message: 1_000 }, 8).map(async (row) => {
    const challenge = (await (await fetch(`${origin}/api/contact/challenge`)).json()) as Challenge
    const solution = await solveChallenge({ challenge, deriveKey })
    const turnstileToken = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
    const typed = { name: line(row.name), subject: line(row.subject), message: row.message.replaceAll(/\p{Cc}/gu, ' ') }
    const form = { ...typed, email: `${crypto.randomUUID()}@example.com`, turnstileToken, websiteId }
    await visitor('/functions/v1/contact-form', form, { authorization: `Bearer ${publicKey}` })
  })
  const orders = rowsOf({ name: 100, line1: 100, line2: 100, city: 60 }, 6).map(async (row, at) => {
    const { name, ...address } = Object.fromEntries(Object.entries(row).map(([field, text]) => [field, line(text)]))
    const items = [record, track].map(({ id }) => ({ productId: id, variantId: null, quantity: 1 }))
    const customer = {
      ...{ email: `buyer-${at}@example.com`, name, country: 'GB', shippingOption: 'uk-tracked' },
      address: { ...address, postcode: 'CO12 3HH' },
    }
    const { redirectTo } = await visitor('/api/shop/checkout', { key: crypto.randomUUID(), items, ...customer })
    const pays = { method: 'POST', redirect: 'manual', body: new URLSearchParams({ how: 'succeeds' }) } as const
    const paid = await fetch(redirectTo, { ...pays, headers: { origin } })
    const session = new URL(paid.headers.get('location')!).searchParams.get('session_id')
    const look = async () => (await fetch(`${origin}/api/shop/order?session_id=${session}`)).json()
    await expect.poll(async () => (await look()).number).toMatch(/^\d{6}-/)
    const { number, reference, downloads } = await look()
    return { number, reference, token: downloads[0].token } as { number: string; reference: string; token: string }
  })
  await Promise.all(messages)
  return Promise.all(orders)
}

/** Set before any page's own script, and asked after it has come to rest. */
async function armed(page: Page): Promise<Page> {
  await page.context().addInitScript(() => {
    const marked = window as Marked
    marked.broken = []
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      marked.broken!.push(`${violatedDirective} ${blockedURI}`)
    })
  })
  // A line break in a field of one line counts as a change, and whoever leaves is asked about it.
  page.on('dialog', (dialog) => dialog.accept())
  return page
}

/** Nothing ran, nothing tried to, and nothing in the page is what a payload asks for. */
const found = async (page: Page) => ({
  ...(await page.evaluate(() => {
    const { __xss: ran = null, broken = [] } = window as Marked
    return { ran, broken }
  })),
  elements: await foreignOn(page),
})
const inert = { ran: null, broken: [], elements: [] }

async function look(page: Page, paths: string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await whenAlive(page)
    await page.waitForLoadState('networkidle')
    expect(await found(page), path).toEqual(inert)
    for (const data of await page.locator('script[type="application/ld+json"]').allTextContents()) JSON.parse(data)
  }
}

test('there are a hundred ways and more, and each would be noticed', async () => {
  expect(payloads.length).toBeGreaterThanOrEqual(100)
  expect(new Set(payloads).size).toBe(payloads.length)
  const context = await (await openBrowser()).newContext()
  const page = await context.newPage()
  // Without any care taken, several of them do what they say.
  const ran: number[] = []
  for (const payload of payloads) {
    await page.setContent(`<title>x</title><p>${payload}`)
    await page.evaluate(() => new Promise((rest) => setTimeout(rest)))
    const mark = await page.evaluate(() => (window as Marked).__xss).catch(() => undefined)
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
    await whenAlive(page)
    await expect.poll(() => page.getByRole('button', { name: 'Older' }).isEnabled()).toBe(older)
    expect(await found(page), page.url()).toEqual(inert)
    if (!older) return expect(turns).toBeGreaterThan(5)
    answer = turned()
    await page.getByRole('button', { name: 'Older' }).click()
  }
}

test('what anybody writes anywhere is shown as text, to visitors and to the owner', { timeout: 480_000 }, async () => {
  const [{ shows, news, films, things, record, images }, track] = await Promise.all([ownerWrites(), ownerUploads()])
  const orders = await strangersWrite({ record, track })
  const order = orders[0]!
  const { id } = await orderOf(order.number)
  await owner('POST', `/api/admin/orders/${id}/notes`, { text: all.slice(0, 2_000) })
  await owner('POST', '/api/admin/customer-support/notes', { order: order.number, text: all.slice(0, 2_000) })
  await owner('POST', '/api/admin/customer-support/answers', {
    ...{ order: order.number, subject: line(packed(100)[2]!), text: all.slice(0, 2_000) },
  })
  for (const carrier of packed(60).slice(0, 8)) {
    const { sequence } = await orderOf(order.number)
    await owner('PUT', `/api/admin/orders/${id}/tracking`, {
      carrier: line(carrier),
      number: 'AB123456789GB',
      sequence,
    })
  }

  const fan = await armed(await visit(app, { expected: [/404: GET .*nowhere/] }))
  const item = { productId: record.id, variantId: null, quantity: 1, maxQuantity: 9, price: 900, isDigital: false }
  await fan.evaluate((kept) => localStorage.setItem('cart', JSON.stringify({ items: [kept] })), item)
  const [keeper, helper] = [
    await armed(await visit(app, { path: '/admin/dashboard', browser })),
    await armed(await visit(app, { path: '/admin/dashboard', browser })),
  ]
  const ofVisitors: Wanted[] = [
    ...shows.map(({ slug, city, venue, address, countyRegion, postCode, ...show }) => ({
      path: `/tour/${slug}`,
      shown: [
        ...[city, venue, address, countyRegion, postCode, show.eventType, show.priceNotes, show.venueNotes],
        ...[show.additionalInfo, show.imageAlt, show.act],
      ],
      told: [postCode],
    })),
    ...things.map(({ slug, name, option, value, alt }) => ({
      ...{ path: `/shop/${slug}`, shown: [name, option, value, alt] },
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
      ...[...(await pagesOf('settings?tab=messages&', 'messages')), '/admin/digital-analytics'],
    ]).then(() => lookThroughActivity(keeper)),
    look(helper, [
      ...[...(await pagesOf('shop?', 'products')), '/admin/shop/categories', `/admin/shop/${things[0]!.id}`],
      ...[
        ...(await pagesOf('shop/inventory?', 'inventory')),
        `/admin/shop/inventory/${await shelfOf(record)}?size=100`,
      ],
      ...[`/admin/shop/${track.id}`, '/admin/shop/uploads', ...(await pagesOf('orders?', 'orders', 50))],
      ...[`/admin/orders/${order.number}`, `/admin/customer-support?order=${order.number}`, '/admin/customer-support'],
      ...(await pagesOf('downloads?', 'downloads')),
    ]),
  ])
  expect(await fan.title()).toContain('<script>')
  expect(app.log()).not.toContain('a page broke its policy')
  await documentsAreWhole(fan)
  await sheetsHoldNoFormula()
  await mailsAreInert()
})

const orderOf = (number: string) => owner<Id & { sequence: number }>('GET', `/api/admin/orders/${number}`)

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

/** A spreadsheet takes what begins like this for something to work out. */
async function sheetsHoldNoFormula(): Promise<void> {
  const cookies = typeof browser.storageState === 'object' ? browser.storageState.cookies : []
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  for (const path of ['shows', 'orders', 'activity']) {
    const query = path === 'orders' ? '?customers=include' : ''
    const answer = await fetch(`${origin}/api/admin/${path}/file.csv${query}`, { headers: { cookie } })
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
async function mailsAreInert(): Promise<void> {
  const outbox = join(app.folder, 'outbox')
  const files = () => readdirSync(outbox, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.eml'))
  await expect.poll(() => files().length, { timeout: 30_000 }).toBeGreaterThan(15)
  const context = await (await openBrowser()).newContext()
  const page = await context.newPage()
  let read = 0
  for (const file of files()) {
    const { html, headers } = readMessage(readFileSync(join(outbox, file)))
    expect(headers.filter(([name]) => name === 'To')).toHaveLength(1)
    expect(headers.some(([name]) => /^bcc$/i.test(name))).toBe(false)
    if (!html) continue
    read++
    await page.setContent(html)
    await page.evaluate(() => new Promise((rest) => setTimeout(rest)))
    expect(await found(page), file).toEqual(inert)
  }
  await context.close()
  expect(read).toBeGreaterThan(5)
}
