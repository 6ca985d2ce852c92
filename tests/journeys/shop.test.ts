import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { uiTexts } from '#domain/texts/ui.ts'
import { checkAccessibility, checkLooks, getSharedApp, visit, waitForHydration } from '#tests/browser/harness.ts'
import { openHydratedPage } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await getSharedApp()
/** The products of the list, without the row above it. */
const names = (page: Page) => page.locator('main h3:not([aria-labelledby=highlights] *)').allTextContents()
const highlighted = (page: Page) => page.getByRole('region', { name: 'Featured' })
const choose = (page: Page, option: string) =>
  page
    .locator('label')
    .filter({ has: page.locator(`input[value="${option}"]`) })
    .click()
const linkedData = async (page: Page) =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).map((json) => JSON.parse(json))
const meta = (page: Page, name: string) => page.locator(`meta[property="${name}"]`).first().getAttribute('content')

test('the shop shows all published products and searches while typing', async () => {
  const page = await visit(app, { path: '/shop', viewport: 'phone' })
  const all = await names(page)
  expect(all).toHaveLength(12)
  expect(all).not.toContain('Cabin 4117, song')
  expect(all).toEqual(all.toSorted((a, b) => a.localeCompare(b, 'en-GB')))
  expect(await highlighted(page).getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'Night Ferry, LP',
    'Night Ferry tee',
    'Porthole hoodie',
    'Tour poster 2026',
  ])
  const filters = page.getByRole('button', { name: 'Search and filter' })
  const search = page.getByLabel('Search the shop')
  await filters.click()
  await search.pressSequentially('hoodi')
  await expect.poll(() => names(page)).toEqual(['Porthole hoodie'])
  expect(await highlighted(page).count()).toBe(0)
  expect(page.url()).toContain('q=hoodi')
  await search.fill('casette')
  await expect.poll(() => names(page)).toEqual(['Low Water, cassette'])
  await page.reload()
  await waitForHydration(page)
  expect(await names(page)).toEqual(['Low Water, cassette'])
  await filters.click()
  await search.fill('xylophone quartet')
  await page.getByText('Nothing in the shop matches.').waitFor()
  await page.getByRole('button', { name: 'Show the products' }).click()
  await page.getByRole('link', { name: 'Show everything' }).click()
  await expect.poll(() => names(page)).toEqual(all)
})

longTest('filters the shop by category, price and stock, and sorts it, all in the URL', async () => {
  const page = await visit(app, { path: '/shop' })
  const categories = page.getByRole('navigation', { name: 'Categories' })
  await page.getByText('Price, stock and categories').click()
  await page.getByLabel('Clothing', { exact: true }).check()
  await expect.poll(async () => (await names(page)).length).toBe(3)
  await page.getByLabel('Records', { exact: true }).check()
  await expect.poll(async () => (await names(page)).length).toBe(7)
  expect(new URL(page.url()).searchParams.get('categories')).toBe('clothing,records')
  await categories.getByRole('link', { name: /^Records 4/ }).click()
  await expect.poll(async () => (await names(page)).length).toBe(4)
  await page.getByLabel('In stock only').check()
  await expect.poll(() => names(page)).not.toContain('Low Water, cassette')
  await page.getByLabel('Price from').fill('20')
  await expect.poll(() => names(page)).toEqual(['Night Ferry, LP', 'The whole crossing'])
  await page.getByLabel('Order').selectOption('Price, high to low')
  await expect.poll(() => names(page)).toEqual(['The whole crossing', 'Night Ferry, LP'])
  await page.getByRole('link', { name: 'List', exact: true }).click()
  await expect.poll(() => page.url()).toContain('view=list')
  expect(new URL(page.url()).searchParams.toString()).toBe(
    'category=records&from=20&in=stock&sort=price&direction=down&view=list',
  )
  await page.reload()
  expect(await names(page)).toEqual(['The whole crossing', 'Night Ferry, LP'])
})

test('a product offers its variants unless sold out, lists its tracks, and enlarges its pictures', async () => {
  const page = await visit(app, { path: '/shop/porthole-hoodie', viewport: 'phone' })
  const add = page.getByRole('button', { name: /^Add to cart/ })
  await add.click()
  await page.getByRole('alert').getByText('Please choose: Size.').waitFor()
  expect(await page.locator(':focus').getAttribute('value')).toBe('S')
  expect(await page.getByRole('radio', { checked: true }).count()).toBe(0)
  await choose(page, 'M')
  expect(await page.getByRole('button', { name: 'Sold out' }).isDisabled()).toBe(true)
  await choose(page, 'XL')
  await add.click()
  await page.locator('[data-toast]').getByText('Porthole hoodie, XL').waitFor()
  // A play would be counted, and this application is only read.
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = async () => {}
  })
  await openHydratedPage(page, '/shop/night-ferry')
  await choose(page, 'Sea glass')
  await page.getByRole('status').getByText('£28.00').waitFor()
  await page.getByText('VAT is included. Delivery depends on where you live.').waitFor()
  const songs = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Tracks' }) })
  expect(await songs.getByRole('listitem').count()).toBe(10)
  expect(await songs.getByRole('button', { name: /^Play / }).count()).toBe(10)
  await songs.getByRole('button', { name: 'Play Duty Free' }).click()
  const player = page.getByRole('region', { name: 'Player' })
  await player.getByText('Preview · Night Ferry, LP').waitFor()
  await player.getByRole('button', { name: 'Close the player' }).click()
  await page
    .getByRole('link', { name: /^Look closer/ })
    .first()
    .click()
  const viewer = page.getByRole('dialog', { name: 'Pictures' })
  const width = async () => (await viewer.locator('.picture').boundingBox())!.width
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(width).toBeGreaterThan(800)
  await page.keyboard.press('-')
  await expect.poll(width).toBeLessThanOrEqual(360)
  await page.keyboard.press('+')
  await page.keyboard.press('ArrowRight')
  await viewer.getByText('2 of 2').waitFor()
  await expect.poll(width).toBeLessThanOrEqual(360)
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
})

longTest('the shop and its products are accessible, in light and dark', async () => {
  const page = await visit(app, { path: '/shop', reducedMotion: true })
  const look = async (name: string) => checkLooks(page, name)
  await look('shop')
  await page.goto('/shop?view=list')
  await look('shop-list')
  await page.goto('/shop/the-whole-crossing')
  await look('product')
})

longTest('without scripts products can be read, searched and filtered', async () => {
  const page = await visit(app, { path: '/shop', javaScript: false })
  expect(await names(page)).toHaveLength(12)
  await page.getByRole('link', { name: /^Clothing/ }).click()
  await page.waitForURL('**/shop?category=clothing')
  expect(await names(page)).toHaveLength(3)
  await page.getByLabel('Search the shop').fill('ferry')
  await page.getByLabel('Search the shop').press('Enter')
  await page.waitForURL('**/shop?*q=ferry*')
  expect(await names(page)).toEqual(['Night Ferry tee'])
  await page.goto('/shop/night-ferry')
  await page.getByText('180 gram vinyl').waitFor()
  await page.getByRole('listitem').filter({ hasText: 'Sea glass' }).getByText('£28.00').waitFor()
  await page.getByRole('link', { name: 'write to us' }).waitFor()
})

longTest('a press on Retry of a failed product picture loads the picture and does not open the product', async () => {
  const page = await visit(app, { path: '/robots.txt', expected: [/failed: GET .*\/images\//] })
  const pictures = '**/images/*/*-*.avif'
  await page.route(pictures, (route) => route.abort())
  await openHydratedPage(page, '/shop')
  const cards = page.locator('main li').filter({ has: page.getByRole('button', { name: uiTexts.retry }) })
  await expect.poll(() => cards.count()).toBeGreaterThan(2)
  const isSoldOut = { has: page.getByText('Sold out') }
  await page.locator('main li').filter(isSoldOut).first().scrollIntoViewIfNeeded()
  const soldOut = cards.filter(isSoldOut).first()
  await soldOut.waitFor()
  await page.unroute(pictures)
  for (const card of [cards.first(), soldOut]) {
    const retry = card.getByRole('button', { name: uiTexts.retry })
    const name = await card.getByRole('heading').textContent()
    await retry.hover()
    await retry.click()
    await page.locator('main li').filter({ hasText: name! }).locator('[data-shown]').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/shop')
  }
})

test('a product has metadata for search engines and link previews', async () => {
  const page = await visit(app, { path: '/shop/night-ferry', javaScript: false })
  const [product, crumbs] = await linkedData(page)
  expect(product).toMatchObject({
    '@type': 'Product',
    name: 'Night Ferry, LP',
    offers: { '@type': 'AggregateOffer', lowPrice: 24, highPrice: 28, priceCurrency: 'GBP' },
  })
  expect(product.offers.availability).toBe('https://schema.org/InStock')
  expect(crumbs).toMatchObject({ '@type': 'BreadcrumbList' })
  const image = await page.request.get((await meta(page, 'og:image'))!)
  expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/jpeg'])
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  expect(sitemap).toContain('/shop/night-ferry<')
  expect(sitemap).not.toContain('lighthouse-pin')
})

test('the shop answers 404 for unknown, draft and archived products, and ignores invalid filters', async () => {
  const page = async (path: string) => {
    const answer = await fetch(app.address() + path)
    return [answer.status, ((await answer.text()).match(/<h3/g) ?? []).length]
  }
  for (const slug of ['never-was', 'cabin-4117-song', 'lighthouse-pin-first-edition'])
    expect(await page(`/shop/${slug}`)).toEqual([404, 0])
  for (const search of [`q=${'x'.repeat(500)}`, 'sort=%3Cscript%3E&page=-1', 'from=abc&to=1e9&categories=,'])
    expect(await page(`/shop?${search}`)).toEqual([200, 12 + 4])
})

longTest('a site that sells by contact links to the contact form, and has neither products nor a cart', async () => {
  const page = await visit(app, { host: 'service.localhost', path: '/shop', expected: [/404: GET/] })
  expect(await page.getByLabel('Search the shop').count()).toBe(0)
  expect(await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).count()).toBe(0)
  await checkAccessibility(page)
  const statuses: unknown[] = []
  for (const path of ['/shop/contact', '/shop/some-piano', '/cart', '/checkout'])
    statuses.push((await page.goto(path))?.status())
  expect(statuses).toEqual([200, 404, 404, 404])
})

longTest('the home page shows a few products', async () => {
  const page = await visit(app)
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'From the merch table' }) })
  expect(await section.getByRole('listitem').count()).toBe(4)
  await section.getByRole('link', { name: 'The whole shop' }).click()
  await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
})
