import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { euVatRatesSource } from '#domain/sites/eu-vat-rates.ts'
import { checkLooks, startApp, visit } from '#tests/browser/harness.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { openHydratedPage, owner, ownersBrowser } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startApp({ env: { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password } })
const browser = await ownersBrowser(app)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function save(page: Page) {
  await button(page, 'Save').click()
  await page.locator('[data-toast]', { hasText: 'Saved. Visitors see it now.' }).last().waitFor()
}

const status = async (path: string) => (await fetch(`${app.address()}${path}`)).status

/** What delivery to Great Britain costs now. */
async function deliveryPrice(): Promise<number> {
  const { products } = await (await fetch(`${app.address()}/api/shop/products`)).json()
  type Listed = { id: string; productType: string; isAvailable: boolean; variants: unknown[] }
  const { id: productId } = products.find(
    ({ productType, isAvailable, variants }: Listed) => productType === 'physical' && isAvailable && !variants.length,
  )
  const request = { items: [{ productId, variantId: null, quantity: 1 }], country: 'GB', shippingOption: 'uk-tracked' }
  const answer = await (await fetch(`${app.address()}/api/shop/quote`, jsonRequest(request))).json()
  return answer.amounts.shipping
}

longTest('a feature that is switched off is gone at once, and back again by the default', async () => {
  const page = await visit(app, { path: '/admin/site/features', browser })
  const awards = page.getByRole('checkbox', { name: 'Awards' })
  expect(await awards.isChecked()).toBe(true)
  await checkLooks(page, 'site-features')
  await awards.uncheck()
  await save(page)
  expect(await status('/awards')).toBe(404)
  expect(await (await fetch(app.address())).text()).not.toContain('href="/awards"')
  await page.getByText('Awards:').waitFor()
  await button(page, 'Back to default: the features').click()
  await save(page)
  expect(await status('/awards')).toBe(200)
})

longTest('the EU rates are filled in, with their date and source', async () => {
  const page = await visit(app, { path: '/admin/site/shop-rules', browser })
  await page
    .getByText(`EU: rates of ${euVatRatesSource.date}, check yours. Source: ${euVatRatesSource.name}.`)
    .waitFor()
  const rateOf = (country: string) => page.getByLabel(`Standard, ${country}, in percent`)
  const germany = rateOf('Germany')
  if ((await germany.count()) > 0) await germany.fill('16')
  await button(page, 'Fill in the EU standard rates').click()
  expect(await germany.inputValue()).toBe('19')
  expect(await rateOf('Finland').inputValue()).toBe('25.5')
  await save(page)
  await page.reload()
  expect(await germany.inputValue()).toBe('19')
})

test('the checkout uses a new delivery price, and an earlier one is restored', async () => {
  const page = await visit(app, { path: '/admin/site/shop-rules', browser, viewport: 'phone' })
  await page.getByRole('button', { name: /^Royal Mail Tracked 48/ }).click()
  const price = page.getByLabel('Delivery costs, price 1 of Royal Mail Tracked 48')
  const basket = page.locator('output')
  expect(await price.inputValue()).toBe('3.95')
  await basket.getByText('£3.95').waitFor()
  await price.fill('many')
  await button(page, 'Save').click()
  await page.getByText('This must be an amount.', { exact: true }).waitFor()
  await price.fill('4.50')
  await basket.getByText('£4.50').waitFor()
  await save(page)
  await price.fill('9.90')
  await save(page)
  expect(await deliveryPrice()).toBe(990)
  await checkLooks(page, 'site-shop-rules')

  await button(page, 'Restore Delivery of this change').click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('Current password').fill(owner.password)
  await dialog.getByRole('button', { name: 'Restore' }).click()
  await page.getByText('Restored. Visitors see it now.').waitFor()
  await page.getByRole('button', { name: /^Royal Mail Tracked 48 .*GBP 4\.50/ }).click()
  expect(await price.inputValue()).toBe('4.50')
  expect(await deliveryPrice()).toBe(450)
  await openHydratedPage(page, '/admin/activity')
  await page.getByText('restored earlier settings:').first().waitFor()
})
