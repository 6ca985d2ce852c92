import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { checkAccessibility, inEveryLook, screenshot, startApp, type Viewport, visit } from '#tests/browser/harness.ts'

const app = await startApp()
const names = (page: Page) => page.locator('main h3').allTextContents()
const choose = (page: Page, option: string) =>
  page
    .locator('label')
    .filter({ has: page.locator(`input[value="${option}"]`) })
    .click()
const linkedData = async (page: Page) =>
  (await page.locator('script[type="application/ld+json"]').allTextContents()).map((json) => JSON.parse(json))
const meta = (page: Page, name: string) => page.locator(`meta[property="${name}"]`).first().getAttribute('content')
const noSideways = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)

describe.each(['phone', 'desktop'] as Viewport[])('the shop on a %s', (viewport) => {
  test('shows everything that is published, and is searched as one types', async () => {
    const page = await visit(app, { path: '/shop', viewport })
    const all = await names(page)
    expect(all).toHaveLength(12)
    expect(all).not.toContain('Night Ferry, download')
    const search = page.getByLabel('Search the shop')
    await search.pressSequentially('hoodi')
    await expect.poll(() => names(page)).toEqual(['Porthole hoodie'])
    expect(page.url()).toContain('q=hoodi')
    await search.fill('casette')
    await expect.poll(() => names(page)).toEqual(['Low Water, cassette'])
    await page.reload()
    expect(await names(page)).toEqual(['Low Water, cassette'])
    await search.fill('xylophone quartet')
    await page.getByText('Nothing in the shop matches.').waitFor()
    await page.getByRole('link', { name: 'Show everything' }).click()
    await expect.poll(() => names(page)).toEqual(all)
  })

  test('is narrowed by category, price and stock, and put into another order, all in the address', async () => {
    const page = await visit(app, { path: '/shop', viewport })
    const categories = page.getByRole('navigation', { name: 'Categories' })
    await categories.getByRole('link', { name: /^Records 4/ }).click()
    await expect.poll(async () => (await names(page)).length).toBe(4)
    expect(page.url()).toContain('category=records')
    await page.getByLabel('In stock only').check()
    await expect.poll(() => names(page)).not.toContain('Low Water, cassette')
    await page.getByLabel('Price from').fill('20')
    await expect.poll(() => names(page)).toEqual(['Night Ferry, LP', 'The whole crossing'])
    await page.getByLabel('Order').selectOption('Dearest first')
    await expect.poll(() => names(page)).toEqual(['The whole crossing', 'Night Ferry, LP'])
    await page.getByRole('link', { name: 'List', exact: true }).click()
    await expect.poll(() => page.url()).toContain('view=list')
    expect(new URL(page.url()).searchParams.toString()).toBe(
      'category=records&from=20&in=stock&sort=price&direction=down&view=list',
    )
    await page.reload()
    expect(await names(page)).toEqual(['The whole crossing', 'Night Ferry, LP'])
  })

  test('sells what is chosen, and not what is sold out', async () => {
    const page = await visit(app, { path: '/shop/porthole-hoodie', viewport })
    await page.getByRole('heading', { level: 1, name: 'Porthole hoodie' }).waitFor()
    const add = page.getByRole('button', { name: /^Add to cart/ })
    await add.waitFor()
    await choose(page, 'M')
    await page.getByRole('button', { name: 'Sold out' }).waitFor()
    expect(await page.getByRole('button', { name: 'Sold out' }).isDisabled()).toBe(true)
    await choose(page, 'XL')
    await add.click()
    await page.locator('[data-toast]').getByText('Porthole hoodie, XL').waitFor()
    await page.goto('/shop/night-ferry')
    await page.getByText('£24.00').first().waitFor()
    await choose(page, 'Sea glass')
    await page.getByText('£28.00').waitFor()
    await page
      .locator('article')
      .getByText(/Only \d left/)
      .waitFor()
  })
})

test('the shop and its products can be used by everyone, by day and at night', async () => {
  const page = await visit(app, { path: '/shop', reducedMotion: true })
  const look = async (name: string) =>
    inEveryLook(page, async () => {
      await checkAccessibility(page)
      await noSideways(page)
      await screenshot(page, name)
    })
  await look('shop')
  await page.goto('/shop?view=list')
  await look('shop-list')
  await page.goto('/shop/marlow-quay-tee')
  await look('product')
  await page.goto('/shop/the-whole-crossing')
  await look('bundle')
})

test('without scripts everything can be read, found and filtered', async () => {
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

test('a product is understood by those who look things up and by link previews', async () => {
  const page = await visit(app, { path: '/shop/night-ferry' })
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
  await page.goto('/shop/low-water')
  expect((await linkedData(page))[0].offers.availability).toBe('https://schema.org/SoldOut')
  const sitemap = await (await page.request.get('/sitemap.xml')).text()
  expect(sitemap).toContain('/shop/night-ferry<')
  expect(sitemap).not.toContain('lighthouse-pin')
})

test('what never was, a draft and what is archived are pages of the site with status 404', async () => {
  const page = await visit(app, { expected: [/404: GET .*never-was/, /404: GET .*night-ferry-download/] })
  for (const slug of ['never-was', 'night-ferry-download']) {
    expect((await page.goto(`/shop/${slug}`))?.status()).toBe(404)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  }
})

test.each([`q=${'x'.repeat(500)}`, 'sort=%3Cscript%3E&page=-1', 'from=abc&to=1e9&categories=,'])(
  'what is no filter is none: %s',
  async (search) => {
    const page = await visit(app, { path: `/shop?${search}` })
    expect(await names(page)).toHaveLength(12)
  },
)

test('the home page shows a few things from the shop', async () => {
  const page = await visit(app)
  const section = page.locator('section').filter({ has: page.getByRole('heading', { name: 'From the merch table' }) })
  expect(await section.getByRole('listitem').count()).toBe(4)
  await section.getByRole('link', { name: 'The whole shop' }).click()
  await page.getByRole('heading', { level: 1, name: 'Shop' }).waitFor()
})

test('a site that sells by contact invites people to write, and has no product pages', async () => {
  const page = await visit(app, { host: 'service.localhost', path: '/shop', expected: [/404: GET .*some-piano/] })
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByLabel('Search the shop').count()).toBe(0)
  await checkAccessibility(page)
  expect((await page.goto('/shop/contact'))?.status()).toBe(200)
  expect((await page.goto('/shop/some-piano'))?.status()).toBe(404)
})
