import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { cartTexts, checkoutTexts } from '#domain/texts/own-words.ts'
import { checkAccessibility, checkLooks, expectProblem, type Viewport, visit } from '#tests/browser/harness.ts'
import { tabTo } from '#tests/browser/keyboard.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { taggedWavFile } from '#tests/fixtures/tagged-wav.ts'
import { openHydratedPage, ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()
const { storageState } = await ownersBrowser(app)
const cookies = typeof storageState === 'object' ? storageState.cookies : []
const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

type Product = { id: string; slug: string; name: string; price: number; sequence: number }

/** Actions of the owner while the cart is open. */
async function admin<T>(path: string, body: object = {}, method = 'POST'): Promise<T> {
  const origin = app.address()
  const answer = await fetch(origin + path, jsonRequest(body, { method, headers: { origin, cookie } }))
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json() as Promise<T>
}
const draft = { status: 'published', productType: 'physical', stockQuantity: 8 }
let made = 0
const product = (changes: object = {}) =>
  admin<Product>('/api/admin/products', { ...draft, name: `Thing ${++made}`, price: 2_400, ...changes })
async function sendSong({ id: productId }: Product) {
  const form = new FormData()
  const { siteId: websiteId } = await (await fetch(`${app.address()}/api/site`)).json()
  const fields = { sessionId: `song-${productId}`, chunkIndex: 0, totalChunks: 1, fileName: 'Song.wav', websiteId }
  for (const [name, value] of Object.entries({ ...fields, productId, fileType: 'tracks' }))
    form.append(name, `${value}`)
  form.append('chunk', new Blob([new Uint8Array(taggedWavFile({}))]))
  const headers = { origin: app.address(), cookie }
  const answer = await fetch(`${app.address()}/api/upload/chunked`, { method: 'POST', headers, body: form })
  if (!answer.ok) throw new Error(`The song was not taken: ${await answer.text()}`)
}
const reprice = ({ id, name, sequence }: Product, price: number) =>
  admin(`/api/admin/products/${id}`, { ...draft, name, price, sequence }, 'PUT')
async function count({ id, name }: Product, quantity: number) {
  const found = await fetch(`${app.address()}/api/admin/inventory?q=${encodeURIComponent(name)}&size=100`, {
    headers: { cookie },
  })
  const { items } = (await found.json()) as { items: { id: string; productId: string; onHand: number }[] }
  const stockItem = items.find(({ productId }) => productId === id)!
  await admin(`/api/admin/inventory/${stockItem.id}`, { quantity, seen: stockItem.onHand }, 'PUT')
}

const cartLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Cart/ })
const drawer = (page: Page) => page.getByRole('dialog', { name: 'Cart' })
const toast = (page: Page, words: string) => page.locator('[data-toast]').getByText(words, { exact: true }).waitFor()
const quantityOf = (page: Page, { name }: Product) => page.getByRole('textbox', { name: `Quantity of ${name}` })
const subtotal = (page: Page) => page.locator('[data-subtotal]').textContent()
const total = (page: Page) => page.locator('[data-total]').textContent()
const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('cart') ?? 'null'))
const saved = (page: Page, quantities: number[]) =>
  expect
    .poll(async () => (await stored(page))?.items.map(({ quantity }: { quantity: number }) => quantity) ?? [])
    .toEqual(quantities)

async function addFrom(page: Page, { slug, name }: Product) {
  await openHydratedPage(page, `/shop/${slug}`)
  await page.getByRole('button', { name: `Add to cart : ${name}` }).click()
  await toast(page, cartTexts.added({ name }))
}

/** A visitor with these things in the cart, on this page. */
async function buyer(path: string, things: Product[], viewport: Viewport = 'desktop'): Promise<Page> {
  const page = await visit(app, { path: '/robots.txt', viewport })
  await page.evaluate(
    (items) => localStorage.setItem('cart', JSON.stringify({ items })),
    things.map(({ id, price, ...thing }) => ({
      productId: id,
      variantId: null,
      quantity: 1,
      maxQuantity: 8,
      price,
      isDigital: 'isDigital' in thing && Boolean(thing.isDigital),
    })),
  )
  await openHydratedPage(page, path)
  return page
}

async function fillAddress(page: Page) {
  await page.getByLabel('Email').fill('ann@example.com')
  await page.getByLabel('Name').fill('Ann Lee')
  await page.getByLabel('Country').selectOption('GB')
  await page.getByLabel('Street and house number').fill('1 The Quay')
  await page.getByLabel('Postcode').fill('co123hh')
  await page.getByLabel('Town or city').fill('Harwich')
}

test('adds items to the cart, changes them, and keeps them after a reload', async () => {
  const [record, shirt] = [await product(), await product({ price: 1_850 })]
  const page = await visit(app, { path: '/shop', viewport: 'phone' })
  await addFrom(page, record)
  await addFrom(page, shirt)
  // At once: it is offered for a few seconds.
  await page.getByRole('button', { name: 'View cart' }).click()
  await page.locator('[aria-label="Cart, 2 things"]').waitFor({ state: 'attached' })
  await drawer(page).getByRole('link', { name: record.name }).waitFor()
  await drawer(page)
    .getByRole('button', { name: `One more of ${record.name}` })
    .click()
  await expect.poll(() => subtotal(page)).toBe('£66.50')
  await saved(page, [2, 1])
  await openHydratedPage(page, '/')
  await expect.poll(() => cartLink(page).getAttribute('aria-label')).toBe('Cart, 3 things')
  await openHydratedPage(page, '/cart')
  await expect.poll(() => quantityOf(page, record).inputValue()).toBe('2')
  await quantityOf(page, record).fill('500')
  await expect.poll(() => subtotal(page)).toBe('£210.50')
  await quantityOf(page, record).blur()
  expect(await quantityOf(page, record).inputValue()).toBe('8')
  await page.getByRole('button', { name: `Remove ${record.name}` }).click()
  await expect.poll(() => subtotal(page)).toBe('£18.50')
  await page.getByRole('button', { name: `Remove ${shirt.name}` }).click()
  await page.getByText(cartTexts.empty).waitFor()
  await saved(page, [])
})

longTest('“Essential Only” keeps the cart in the tab, and “Empty cart” can be undone', async () => {
  const [record, shirt] = [await product(), await product()]
  const page = await buyer('/cart', [record, shirt])
  await quantityOf(page, record).waitFor()
  await page.getByRole('button', { name: 'Essential Only' }).click()
  await page.getByText('Your cart is kept until you close this tab.').waitFor()
  expect(await stored(page)).toBeNull()
  await page.reload()
  await page.getByText(cartTexts.tabOnly).waitFor()
  await expect.poll(() => cartLink(page).getAttribute('aria-label')).toBe('Cart, 2 things')
  await page.getByRole('button', { name: `One more of ${record.name}` }).click()
  await saved(page, [2, 1])
  expect(await page.getByText(cartTexts.tabOnly).count()).toBe(0)
  await page.getByRole('button', { name: 'Empty cart' }).press('Enter')
  await page.getByText(cartTexts.emptied).waitFor()
  expect(await stored(page)).toBeNull()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Undo')
  await page.keyboard.press('Enter')
  await expect.poll(() => quantityOf(page, record).inputValue()).toBe('2')
  await saved(page, [2, 1])
})

longTest('the toast after adding to the cart is one Tab away, and Tab leads back from it', async () => {
  const { name, slug } = await product()
  const page = await visit(app, { path: `/shop/${slug}` })
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)
  await page.getByRole('button', { name: `Add to cart : ${name}` }).press('Enter')
  await toast(page, cartTexts.added({ name }))
  const seen = []
  for (let tabs = 0; tabs < 3; tabs++) {
    await page.keyboard.press('Tab')
    seen.push(await focused())
  }
  expect(seen).toEqual(['View cart', 'Dismiss', `Add to cart: ${name}`])
  // From there on as always.
  await page.keyboard.press('Tab')
  expect(await page.locator('[data-toast] :focus').count()).toBe(0)
})

longTest('on a phone “Add to cart” can be pressed again while the toast is showing', async () => {
  const { name, slug } = await product()
  const page = await visit(app, { path: `/shop/${slug}`, viewport: 'phone' })
  await page.getByRole('button', { name: 'Essential Only' }).click()
  const add = page.getByRole('button', { name: `Add to cart : ${name}` })
  await add.tap()
  await toast(page, cartTexts.added({ name }))
  const covered = await add.evaluate((button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return button.contains(hit) ? null : hit?.outerHTML
  })
  expect(covered).toBeNull()
  await add.tap()
  await toast(page, cartTexts.addedAgain({ name, quantity: 2 }))
})

longTest('the first screen of a cart with several things has “Checkout” on a phone', async () => {
  const things = [await product(), await product(), await product()]
  const page = await buyer('/cart', things, 'phone')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('region', { name: 'Cookies' }).waitFor()
  await quantityOf(page, things[2]!).waitFor()
  const hit = await page
    .getByRole('main')
    .getByRole('link', { name: 'Checkout', exact: true })
    .evaluate((link) => {
      const { left, top, width, height } = link.getBoundingClientRect()
      return link.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  expect(hit).toBe(true)
  await checkLooks(page, 'cart-of-three', ['phone'])
})

longTest('the carts of two tabs stay in sync', async () => {
  const [one, two] = [await product(), await product()]
  const page = await visit(app, { path: `/shop/${one.slug}` })
  const other = await page.context().newPage()
  await openHydratedPage(other, `/shop/${two.slug}`)
  await page.getByRole('button', { name: `Add to cart : ${one.name}` }).click()
  await saved(page, [1])
  await other.getByRole('button', { name: `Add to cart : ${two.name}` }).click()
  for (const tab of [page, other])
    await expect.poll(() => cartLink(tab).getAttribute('aria-label')).toBe('Cart, 2 things')
  await saved(page, [1, 1])
})

longTest('the cart drawer traps the focus, closes on Escape and returns the focus', async () => {
  const thing = await product()
  const page = await buyer(`/shop/${thing.slug}`, [thing])
  await tabTo(page, 'Cart, 1 thing')
  await page.keyboard.press('Enter')
  await drawer(page).getByRole('link', { name: thing.name }).waitFor()
  for (let stop = 0; stop < 12; stop++) {
    await page.keyboard.press('Tab')
    expect(await drawer(page).evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)
  }
  await checkLooks(page, 'cart-drawer')
  await page.keyboard.press('Escape')
  await drawer(page).waitFor({ state: 'detached' })
  await expect.poll(() => cartLink(page).evaluate((link) => link === document.activeElement)).toBe(true)
})

longTest('shows changed prices and missing items, and corrects the cart', async () => {
  const [dearer, gone, sold, few] = [await product(), await product(), await product(), await product()]
  const page = await buyer('/cart', [dearer, gone, sold, few])
  await quantityOf(page, few).fill('5')
  await expect.poll(() => subtotal(page)).toBe('£192.00')
  await saved(page, [1, 1, 1, 5])
  await reprice(dearer, 2_600)
  await admin(`/api/admin/products/${gone.id}/archive`)
  await count(sold, 0)
  await count(few, 3)
  await page.reload()
  for (const words of [
    cartTexts.priceChanged({ name: dearer.name, from: '£24.00', to: '£26.00' }),
    cartTexts.gone({ name: gone.name }),
    cartTexts.soldOut({ name: sold.name }),
    cartTexts.fewer({ name: few.name, quantity: 3 }),
  ])
    await page.getByText(words, { exact: true }).waitFor()
  await expect.poll(() => subtotal(page)).toBe('£98.00')
  await checkLooks(page, 'cart')
  await saved(page, [1, 3])
  await page.getByRole('main').getByRole('button', { name: 'Dismiss' }).click()
  await page.reload()
  await expect.poll(() => subtotal(page)).toBe('£98.00')
  expect(await page.getByText(cartTexts.gone({ name: gone.name })).count()).toBe(0)
})

longTest('reports an unreadable stored cart and starts an empty one', async () => {
  const page = await visit(app, { path: '/robots.txt' })
  await page.evaluate(() => localStorage.setItem('cart', '{"items":'))
  await openHydratedPage(page, '/cart')
  await page.getByRole('heading', { name: 'Cart Error' }).waitFor()
  await checkAccessibility(page)
  await page.getByRole('button', { name: 'Refresh Cart' }).click()
  await page.getByText(cartTexts.empty).waitFor()
  expect(await page.getByRole('heading', { name: 'Cart Error' }).count()).toBe(0)
})

longTest('reports that prices failed to load, retries on request, and passes the human check by itself', async () => {
  const thing = await product()
  const page = await buyer('/terms', [thing])
  expectProblem(page, /api\/shop\/quote/, /403: POST .*quote/)
  await page.route('**/api/shop/quote', (route) => route.abort())
  await openHydratedPage(page, '/cart')
  await page.getByText(cartTexts.unchecked).waitFor()
  await page.unroute('**/api/shop/quote')
  // Of a network that asks often, the server wants the human check; the page passes it by itself.
  const quotes: { humanCheck?: string }[] = []
  const refusal = { error: checkoutTexts.humanCheck, reason: 'human-check-needed' }
  await page.route('**/api/shop/quote', (route) => {
    quotes.push(route.request().postDataJSON())
    return quotes.length === 1 ? route.fulfill({ status: 403, json: refusal }) : route.continue()
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: thing.name }).waitFor()
  expect(quotes).toMatchObject([{ items: [{}] }, { items: [{}], humanCheck: expect.stringMatching(/^[\w+/=]{40,}$/) }])
})

describe('at the checkout', () => {
  longTest('the checkout shows errors next to their fields and charges the shown total', async () => {
    const thing = await product()
    const page = await buyer('/checkout', [thing], 'phone')
    await expect.poll(() => total(page)).toBe('£27.95')
    await page.getByRole('button', { name: 'Pay £27.95' }).click()
    const wrong = (label: string) => page.getByLabel(label).getAttribute('aria-invalid')
    await expect.poll(() => wrong('Email')).toBe('true')
    for (const label of ['Name', 'Street and house number', 'Postcode', 'Town or city'])
      expect(await wrong(label)).toBe('true')
    expect(await page.getByLabel('Email').evaluate((field) => field === document.activeElement)).toBe(true)
    await checkLooks(page, 'checkout-errors')
    await fillAddress(page)
    await page.getByLabel('Postcode').fill('12345')
    await page.getByText(checkoutTexts.postcodeWrong({ example: 'CO12 3HH' })).waitFor()
    await page.getByLabel('Country').selectOption('US')
    await expect.poll(() => total(page)).toBe('£38.50')
    await page.getByLabel('ZIP code').fill('78701')
    await page.getByLabel('State').selectOption('Texas')
    await page.getByLabel('Country').selectOption('GB')
    expect(await page.getByLabel('County or region').inputValue()).toBe('')
    await page.getByLabel('Postcode').fill('co123hh')
    await page.getByRole('radio', { name: /next working day/ }).check()
    await expect.poll(() => total(page)).toBe('£31.95')
    await page.getByText('VAT 20%, included').waitFor()
    await checkLooks(page, 'checkout')
    await expect.poll(async () => (await stored(page)).shippingAddress?.city).toBe('Harwich')
    await page.reload()
    await expect.poll(() => page.getByLabel('Town or city').inputValue()).toBe('Harwich')
    expect(await page.getByRole('radio', { name: /next working day/ }).isChecked()).toBe(true)
    expect(await page.getByLabel('Email').inputValue()).toBe('')
  })

  test('a phone shows the total and “Pay” on the first screen, without menus and announcements', async () => {
    const thing = await product()
    const page = await buyer('/checkout', [thing], 'phone')
    await page.getByRole('region', { name: 'Cookies' }).waitFor()
    const bar = page.locator('.action-bar')
    await expect.poll(() => bar.getByText('£27.95').first().textContent()).toBe('£27.95')
    const hit = await page.getByRole('button', { name: 'Pay £27.95' }).evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
    expect(hit).toBe(true)
    expect(await page.getByRole('complementary', { name: 'Announcements' }).count()).toBe(0)
    expect(await page.getByRole('button', { name: /menu/i }).count()).toBe(0)
    expect(await page.getByRole('navigation').evaluateAll((all) => all.map((each) => each.ariaLabel))).toEqual(['More'])
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await page.getByRole('navigation', { name: 'Explore' }).waitFor()
  })

  longTest('Enter at the checkout waits for the total, says so, and then pays', async () => {
    const page = await buyer('/terms', [await product()])
    const held = Promise.withResolvers<void>()
    await page.route('**/api/shop/quote', async (route) => {
      await held.promise
      await route.continue()
    })
    await openHydratedPage(page, '/checkout')
    await fillAddress(page)
    await page.keyboard.press('Enter')
    await page.getByRole('status').getByText(checkoutTexts.early).waitFor()
    held.resolve()
    await page.getByText(checkoutTexts.early).waitFor({ state: 'detached' })
    expect(await page.getByLabel('Town or city').inputValue()).toBe('Harwich')
    await page.getByLabel('Town or city').press('Enter')
    await page.getByRole('heading', { name: /^Pay £/ }).waitFor()
  })

  test('a double click starts one payment of the shown total under one key', async () => {
    const thing = await product()
    const page = await buyer('/checkout', [thing])
    const sent: Record<string, unknown>[] = []
    await page.route('**/api/shop/checkout', async (route) => {
      sent.push(route.request().postDataJSON())
      await route.fulfill({ json: { redirectTo: `${app.address()}/terms?paid`, reference: 'x' } })
    })
    await fillAddress(page)
    await page.getByRole('button', { name: 'Pay £27.95' }).dblclick()
    await page.waitForURL('**/terms?paid')
    expect(sent).toMatchObject([
      {
        items: [{ productId: thing.id, variantId: null, quantity: 1 }],
        email: 'ann@example.com',
        name: 'Ann Lee',
        country: 'GB',
        address: { line1: '1 The Quay', city: 'Harwich', postcode: 'CO12 3HH' },
        shippingOption: 'uk-tracked',
        acceptedTotal: 2_795,
        key: expect.stringMatching(/^[\w-]{16,80}$/),
      },
    ])
    expect(await stored(page)).toMatchObject({ items: [{ productId: thing.id }] })
    // A buyer who comes back without having paid need not type these again.
    await openHydratedPage(page, '/checkout?cancelled=1')
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('ann@example.com')
    expect(await page.getByLabel('Name').inputValue()).toBe('Ann Lee')
  })

  longTest('shows a price that changes at the last moment before charging it', async () => {
    const thing = await product()
    const page = await buyer('/checkout', [thing])
    await fillAddress(page)
    await expect.poll(() => total(page)).toBe('£27.95')
    await reprice(thing, 2_600)
    expectProblem(page, /409: POST/)
    await page.getByRole('button', { name: 'Pay £27.95' }).click()
    await page.getByText(checkoutTexts.changed).waitFor()
    await page.getByText(cartTexts.priceChanged({ name: thing.name, from: '£24.00', to: '£26.00' })).waitFor()
    await page.getByRole('button', { name: 'Pay £29.95' }).waitFor()
  })

  longTest('shows an address error of the server next to its field', async () => {
    const thing = await product()
    const page = await buyer('/checkout', [thing])
    await fillAddress(page)
    expectProblem(page, /422: POST/)
    const fields = { 'address.city': 'Please enter another town.' }
    await page.route('**/api/shop/checkout', (route) =>
      route.fulfill({ status: 422, json: { error: 'Please check the marked fields.', reason: 'invalid', fields } }),
    )
    await page.getByRole('button', { name: 'Pay £27.95' }).click()
    await page.getByText('Please enter another town.').waitFor()
    expect(await page.getByLabel('Town or city').getAttribute('aria-invalid')).toBe('true')
  })

  longTest('asks only for the country when the cart contains downloads only', async () => {
    const song = await product({ productType: 'digital', price: 99, status: 'draft' })
    await sendSong(song)
    await admin('/api/admin/products/status', { ids: [song.id], status: 'published' })
    const page = await buyer('/checkout', [{ ...song, isDigital: true } as Product])
    await expect.poll(() => total(page)).toBe('£0.99')
    expect(await page.getByLabel('Street and house number').count()).toBe(0)
    expect(await page.getByRole('radio').count()).toBe(0)
    await page.getByLabel('Country').selectOption('JP')
    await expect.poll(() => page.getByText(/^VAT/).count()).toBe(0)
    expect(await total(page)).toBe('£0.99')
    await openHydratedPage(page, '/cart')
    await page.getByText('VAT is included.', { exact: true }).waitFor()
  })

  longTest('a buyer who returns without paying keeps the cart and the held last item', async () => {
    const last = await product({ stockQuantity: 1 })
    const page = await buyer('/checkout', [last])
    // The unpaid checkouts of the tests before: the browser passes the human check and asks again.
    expectProblem(page, /403: POST .*api\/shop\/checkout/)
    await fillAddress(page)
    await page.getByRole('button', { name: 'Pay £27.95' }).click()
    await page.waitForURL((address) => !address.pathname.startsWith('/checkout'))
    await openHydratedPage(page, '/checkout?cancelled=1')
    await page.getByText(checkoutTexts.cancelled).waitFor()
    await page.getByRole('button', { name: 'Pay £27.95' }).waitFor()
    expect(await page.getByText(cartTexts.soldOut({ name: last.name })).count()).toBe(0)
  })
})

test.each(['/cart', '/checkout'])('without scripts %s explains what to do', async (path) => {
  const page = await (await fetch(app.address() + path)).text()
  expect(page).toMatch(new RegExp(`<noscript>[^]*${cartTexts.noScripts}[^]*href="/contact"[^]*</noscript>`))
})
