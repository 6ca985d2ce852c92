import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closedShopWarning } from '#domain/sites/infrastructure.ts'
import { stagingTexts } from '#domain/texts/own-frame-words.ts'
import { paymentTexts } from '#domain/texts/own-words.ts'
import { orderTexts } from '#domain/texts/shop.ts'
import {
  type App,
  checkAccessibility,
  getSharedApp,
  horizontalOverflowPx,
  startApp,
  visit,
} from '#tests/browser/harness.ts'
import { longTest } from '#tests/long-test.ts'

test('in production without payment keys the shop shows prices and takes no orders', async () => {
  const app = await startApp({ env: { NODE_ENV: 'production' } })
  expect(app.log()).toContain(closedShopWarning)
  for (const theme of ['light', 'dark'] as const) {
    const page = await visit(app, { path: '/shop', viewport: 'phone', theme })
    await page.getByText(paymentTexts.notOpen).waitFor()
    await page.getByText('£22.00').first().waitFor()
    expect(await page.getByRole('button', { name: 'Not open yet' }).first().isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: 'Add to cart' }).count()).toBe(0)
    expect(await page.locator('[data-staging]').count()).toBe(0)
    expect(await horizontalOverflowPx(page)).toBe(0)
    await checkAccessibility(page)
  }
  const { products } = await (await fetch(`${app.address()}/api/shop/products`)).json()
  type Product = { isDigital: boolean; isAvailable: boolean; variants: unknown[] }
  const isOnShelf = (product: Product) => !product.isDigital && product.isAvailable && product.variants.length === 0
  const thing = products.find(isOnShelf)
  const page = await visit(app, { path: `/shop/${thing.slug}`, viewport: 'phone' })
  await page.getByText(paymentTexts.notOpen).waitFor()
  // A visitor with an older cart sees it with the same notice.
  const items = [
    { productId: thing.id, variantId: null, quantity: 1, maxQuantity: 9, price: thing.price, isDigital: false },
  ]
  const kept = [{ name: 'cart', value: JSON.stringify({ items }) }]
  const storageState = { cookies: [], origins: [{ origin: app.address(), localStorage: kept }] }
  for (const path of ['/cart', '/checkout']) {
    const buyer = await visit(app, { path, viewport: 'phone', browser: { storageState } })
    await buyer.getByText(paymentTexts.notOpen).first().waitFor()
    expect(await buyer.getByRole('link', { name: 'Checkout', exact: true }).count()).toBe(0)
    expect(await buyer.getByRole('button', { name: /^Pay/ }).count()).toBe(0)
    await checkAccessibility(buyer)
  }
  const ask = (path: string, init?: RequestInit) => fetch(`${app.address()}${path}`, init)
  expect((await ask('/')).headers.get('x-robots-tag')).toBeNull()
  for (const path of ['/sandbox/pay/cs_test_0123456789abcdef0123456789abcdef', '/sandbox/pay/nothing'])
    expect((await ask(path)).status, path).toBe(404)
})

longTest('production starts without demo content unless a setting asks for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stagedoor-empty-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // The harness copies demo content into an empty folder only, so production starts with what it would fill in itself.
  mkdirSync(join(folder, 'outbox'))
  const app = await startApp({ env: { NODE_ENV: 'production', DATA_DIR: folder } })
  const total = async (of: Pick<App, 'address'>) =>
    (await (await fetch(`${of.address()}/api/shop/products`)).json()).total
  expect(await total(await getSharedApp())).toBeGreaterThan(0)
  expect(await total(app)).toBe(0)
})

longTest('every page of a staging installation has a notice and is not indexed', async () => {
  const app = await startApp({ env: { NODE_ENV: 'production', STAGING: 'on' } })
  const paths = ['/', '/', '/shop', '/tour', '/checkout', '/nowhere', '/admin/login', '/api/docs', '/payment/confirm']
  for (const path of paths) {
    const answer = await fetch(`${app.address()}${path}`)
    expect(answer.headers.get('x-robots-tag'), path).toBe('noindex')
    expect(await answer.text(), path).toContain(stagingTexts.banner)
  }
  expect((await fetch(`${app.address()}/robots.txt`)).headers.get('x-robots-tag')).toBe('noindex')
  for (const [path, theme] of [
    ['/', 'light'],
    ['/admin/login', 'dark'],
  ] as const) {
    const page = await visit(app, { path, viewport: 'phone', theme })
    await page.getByRole('complementary', { name: stagingTexts.label }).waitFor()
    expect(await horizontalOverflowPx(page)).toBe(0)
    await checkAccessibility(page)
  }
  // There a test card pays, as with test keys.
  const page = await visit(app, { path: '/shop' })
  await page.getByRole('button', { name: 'Add to cart' }).first().waitFor()
})

test('without card payments the confirmation page answers 404', async () => {
  const app = await getSharedApp()
  const host = 'service.localhost'
  for (const path of ['/payment/confirm', '/payment/confirm?reference=K7Q2-9XWM-4TPA']) {
    const page = await visit(app, { host, path, expected: [/404: GET .*payment\/confirm/] })
    const missing = await visit(app, { host, path: '/nowhere', expected: [/404: GET .*nowhere/] })
    expect(await page.locator('main').textContent()).toBe(await missing.locator('main').textContent())
    expect(await page.title()).toBe(await missing.title())
    expect(await page.getByText(orderTexts.notFound).count()).toBe(0)
  }
  const page = await visit(app, { path: '/payment/confirm', expected: [/404: GET .*payment\/confirm/] })
  await page.getByText(orderTexts.notFound).waitFor()
})
