import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { AdminProduct } from '#api/admin/products.ts'
import { newDownloadLinksTexts } from '#domain/texts/own-download-words.ts'
import { orderTexts } from '#domain/texts/shop.ts'
import {
  checkAccessibility,
  expectProblem,
  inEveryLook,
  screenshot,
  type Viewport,
  visit,
} from '#tests/browser/harness.ts'
import { checkForcedColours, checkPrintedPage } from '#tests/browser/paper-and-contrast.ts'
import { openHydratedPage, ownersApi, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()

type Product = {
  id: string
  slug: string
  name: string
  price: number
  isDigital: boolean
  variants: unknown[]
  isAvailable: boolean
}
type CartItem = { productId: string; quantity: number }

const things = ((await (await fetch(`${app.address()}/api/shop/products`)).json()) as { products: Product[] }).products
const plain = things.filter(({ variants, isAvailable }) => !variants.length && isAvailable)
const [record, song] = [plain.find(({ isDigital }) => !isDigital)!, plain.find(({ isDigital }) => isDigital)!]

let made = 0

const shippingAddress = { line1: '1 The Quay', city: 'Harwich', postcode: 'CO12 3HH', country: 'GB' }

/** A visitor with something in the cart, and the address from another time. */
async function withCart(viewport: Viewport): Promise<Page> {
  const page = await visit(app, { path: '/robots.txt', viewport, reducedMotion: true })
  const items = [record, song].map(({ id, price, isDigital }) => ({
    productId: id,
    variantId: null,
    quantity: 1,
    maxQuantity: isDigital ? 1 : 9,
    price,
    isDigital,
  }))
  await page.evaluate((kept) => localStorage.setItem('cart', JSON.stringify(kept)), { items, shippingAddress })
  return page
}

/** The same, who has come to the payment page. */
async function paying(viewport: Viewport): Promise<Page> {
  const page = await withCart(viewport)
  await openHydratedPage(page, '/checkout')
  await page.getByLabel('Email').fill(`fan-${++made}@example.com`)
  await page.getByLabel('Name').fill('Ann Lee')
  await pay(page, /^Pay £/)
  await page.getByRole('heading', { name: /^Pay £/ }).waitFor()
  return page
}
const pay = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const thanks = (page: Page) => page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor()
const cart = (page: Page) => page.evaluate(() => localStorage.getItem('cart'))
const inCart = async (page: Page) =>
  JSON.parse((await cart(page)) ?? '{}').items?.map(({ productId, quantity }: CartItem) => [productId, quantity])

test('a buyer pays and sees the order; only the paid items leave the cart, once', async () => {
  const page = await paying('phone')
  await checkAccessibility(page)
  await screenshot(page, 'payment-sandbox')
  const other = await page.context().newPage()
  await openHydratedPage(other, `/shop/${record.slug}`)
  await other.getByRole('button', { name: `Add to cart : ${record.name}` }).click()
  await expect
    .poll(() => inCart(other))
    .toEqual([
      [record.id, 2],
      [song.id, 1],
    ])
  const buyer = () => page.evaluate(() => sessionStorage.getItem('checkout-buyer'))
  expect(await buyer()).toContain('Ann Lee')
  await pay(page, /4242/)
  await thanks(page)
  await expect.poll(buyer).toBeNull()
  for (const words of [record.name, song.name]) await page.getByRole('main').getByText(words).first().waitFor()
  await page.getByRole('heading', { name: 'Your downloads' }).waitFor()
  const getIt = page.getByRole('link', { name: newDownloadLinksTexts.open })
  expect((await getIt.boundingBox())!.y, 'on the first screen of a phone').toBeLessThan(600)
  await page.getByRole('heading', { name: 'What happens next' }).waitFor()
  await expect.poll(() => inCart(other)).toEqual([[record.id, 1]])
  await other.close()
  const words = await page.getByRole('main').textContent()
  expect(words).not.toMatch(/Ann Lee|example\.com|Quay|CO12/)
  const toBuyer = await app.mailTo(`fan-${made}@example.com`, /^Your order \d{6}-/)
  for (const each of [record.name, song.name, 'VAT', 'Total', 'Harwich']) expect(toBuyer).toContain(each)
  expect(await app.mailTo('hello@marlowquay.example', /New order/)).toContain('Ann Lee has paid')
  const [reference] = /[0-9A-Z]{4}(-[0-9A-Z]{4}){2}/.exec(toBuyer)!
  await openHydratedPage(page, `/payment/confirm?reference=${reference}`)
  await thanks(page)
  expect(await inCart(page)).toEqual([[record.id, 1]])
  await inEveryLook(page, async () => {
    await checkAccessibility(page)
    await screenshot(page, 'payment-confirm')
  })
})

test('a fan names a price, changes it in the cart, and gets the download for nothing', async () => {
  const owner = await ownersApi(app)
  const { products } = await owner<{ products: AdminProduct[] }>('GET', '/api/admin/products?q=fetch')
  const { id, sequence, category, images, ...album } = products[0]!
  await owner('PUT', `/api/admin/products/${id}`, {
    ...album,
    sequence,
    categoryId: category?.id ?? null,
    images: images.map(({ imageUrl, alt }) => ({ imageUrl, alt })),
    price: 0,
  })
  const page = await visit(app, { path: '/robots.txt', viewport: 'phone', reducedMotion: true })
  await openHydratedPage(page, `/shop/${album.slug}`)
  const amount = page.getByLabel('Name your price')
  expect(await amount.inputValue()).toBe('7.00')
  await amount.fill('0.10')
  await page.getByText('The smallest payment is £0.30.').waitFor()
  await amount.fill('12,50')
  await page
    .getByRole('button', { name: /^Add to cart/ })
    .first()
    .click()
  await openHydratedPage(page, '/cart')
  const inTheCart = page.getByLabel(`Your price for ${album.name}`)
  await inTheCart.fill('9')
  await inTheCart.press('Enter')
  await page.locator('[data-subtotal]', { hasText: '£9.00' }).waitFor()
  await checkAccessibility(page)
  await screenshot(page, 'cart-named-price')

  await openHydratedPage(page, `/shop/${album.slug}`)
  await page.getByRole('button', { name: 'Free', exact: true }).click()
  await checkAccessibility(page)
  await screenshot(page, 'product-named-price')
  await page.getByRole('button', { name: /^Get it free/ }).click()
  await page.getByLabel('Email').fill(`fan-${++made}@example.com`)
  await page.getByLabel('Name').fill('Ann Lee')
  await pay(page, 'Get it free')
  await thanks(page)
  await page.getByRole('link', { name: newDownloadLinksTexts.open }).waitFor()
  await expect.poll(() => inCart(page)).toBeUndefined()
  expect(await app.mailTo(`fan-${made}@example.com`, /^Your order \d{6}-/)).toContain(album.name)
})

longTest(
  'cart, checkout, order and downloads can be read on paper, in colours of the system and with more contrast',
  async () => {
    const page = await withCart('desktop')
    for (const path of ['/cart', '/checkout']) {
      await openHydratedPage(page, path)
      await page.getByRole('main').getByText(record.name).first().waitFor()
      await checkPrintedPage(page)
      await checkForcedColours(page)
    }
    await page.getByLabel('Email').fill(`fan-${++made}@example.com`)
    await page.getByLabel('Name').fill('Ann Lee')
    await pay(page, /^Pay £/)
    await pay(page, /4242/)
    await thanks(page)
    await checkPrintedPage(page)
    await checkForcedColours(page)
    await page.getByRole('link', { name: newDownloadLinksTexts.open }).first().click()
    await page.getByRole('heading', { level: 1, name: song.name }).waitFor()
    await checkPrintedPage(page)
    await checkForcedColours(page)
  },
)

longTest('a payment succeeds after a declined card and a bank confirmation', async () => {
  const page = await paying('desktop')
  await pay(page, /0002/)
  await page.getByRole('alert').getByText('Your card was declined.').waitFor()
  await checkAccessibility(page)
  expect(await cart(page)).toContain(record.id)
  await pay(page, /3184/)
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await checkAccessibility(page)
  await pay(page, 'Yes, it is me')
  await thanks(page)
})

longTest('the confirmation page waits for the webhook event and then shows the order', async () => {
  const page = await paying('phone')
  await pay(page, /comes late/)
  await page.getByText(orderTexts.notYetCreated).waitFor()
  expect(await cart(page)).toContain(record.id)
  await checkAccessibility(page)
  await thanks(page)
  await expect.poll(() => cart(page)).toBeNull()
})

test('an unknown payment session shows no order', async () => {
  const page = await visit(app, { path: '/shop' })
  expectProblem(page, /404: GET .*confirm/)
  await page.goto('/payment/confirm?session_id=cs_test_made_up')
  await page.getByText(orderTexts.notFound).waitFor()
  expect(await page.title()).toMatch(/^\S.* · Marlow Quay$/)
})
