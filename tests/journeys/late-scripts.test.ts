import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { changePasswordTexts, passwordTexts, signInTexts } from '#domain/texts/accounts.ts'
import { contactFormTexts } from '#domain/texts/contact.ts'
import { scriptsNotLoadedTexts } from '#domain/texts/own-frame-words.ts'
import { findOrderTexts } from '#domain/texts/own-order-words.ts'
import { accountTexts, dataExportTexts } from '#domain/texts/own-words.ts'
import { expectProblem, startApp, visit, waitForHydration, waitForPendingRequests } from '#tests/browser/harness.ts'
import { ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { firstCases, longTest } from '#tests/long-test.ts'

const app = await startApp()
const owners = await startOwnersApp()

/** A page whose scripts are on their way until they are let through. */
async function unfinished(path: string, cart?: object) {
  const page = await visit(app, { path: '/terms', viewport: 'phone' })
  if (cart) await page.evaluate((kept) => localStorage.setItem('cart', JSON.stringify(kept)), cart)
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  // The load event waits for scripts that a page requests at once.
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  const finish = async () => {
    held.resolve()
    await waitForHydration(page)
  }
  return { page, finish }
}

/** On a phone the search form is a popover, which needs no scripts. */
const openFilters = (page: Page) => page.getByRole('button', { name: 'Search and filter' }).click()

const menu = (page: Page) => page.getByRole('button', { name: 'Open menu' })

test.each(['/', '/tour', '/contact'])('no script delays the first screen of %s', async (path) => {
  const html = await (await fetch(app.address() + path)).text()
  expect(html).not.toMatch(/<link rel="modulepreload"|<script type="module"/)
})

test('requests no script before the picture of the first screen is visible', async () => {
  const page = await visit(app, { path: '/robots.txt', viewport: 'phone' })
  await page.addInitScript(() => {
    const decoded = new Promise<void>((decode) => Object.assign(window, { decode }))
    HTMLImageElement.prototype.decode = () => decoded
  })
  const requestedPaths: string[] = []
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
  const scripts = () => requestedPaths.filter((path) => path.endsWith('.js'))
  await page.goto('/', { waitUntil: 'load' })
  await page.evaluate(async () => {
    for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame)
  })
  expect(requestedPaths.some((path) => path.includes('/hero-'))).toBe(true)
  expect(scripts()).toEqual([])
  await page.evaluate('decode()')
  await waitForHydration(page)
  expect(scripts().length).toBeGreaterThan(3)
})

test('a page that needs scripts requests them at once', async () => {
  expect(await (await fetch(`${app.address()}/cart`)).text()).toMatch(/<script type="module"/)
})

longTest('searches for input typed before hydration', async () => {
  const { page, finish } = await unfinished('/tour')
  const shows = page.getByRole('main').getByRole('heading', { level: 3 })
  const all = await shows.count()
  await openFilters(page)
  await page.getByLabel('City, venue or artist').pressSequentially('par')
  await finish()
  await expect.poll(() => new URL(page.url()).search).toBe('?q=par')
  await expect.poll(() => shows.count()).toBeLessThan(all)
  await page.keyboard.type('is')
  await expect.poll(() => new URL(page.url()).search).toBe('?q=paris')
  expect(await page.getByLabel('City, venue or artist').inputValue()).toBe('paris')
})

longTest('filters by a country chosen before hydration', async () => {
  const { page, finish } = await unfinished('/tour')
  await openFilters(page)
  await page.getByLabel('Country').selectOption({ label: 'France' })
  await finish()
  await expect.poll(() => new URL(page.url()).search).toBe('?country=FR')
  expect(await page.getByLabel('Country').inputValue()).toBe('FR')
})

longTest('a button pressed repeatedly before hydration shows that it was heard, and works once', async () => {
  const { page, finish } = await unfinished('/')
  const opacity = () => menu(page).evaluate((button) => getComputedStyle(button).opacity)
  expect(await opacity()).toBe('1')
  await menu(page).click()
  await expect.poll(opacity).toBe('0.5')
  await menu(page).click()
  expect(await page.getByRole('dialog', { name: 'Menu' }).count()).toBe(0)
  await finish()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  expect(await page.locator('[data-queued]').count()).toBe(0)
})

test('a form submitted before hydration is handled by the page after hydration', async () => {
  const { page, finish } = await unfinished('/tour')
  await openFilters(page)
  await page.getByLabel('City, venue or artist').fill('par')
  await page.keyboard.press('Enter')
  await finish()
  await expect.poll(() => new URL(page.url()).search).toBe('?q=par')
})

longTest('keeps and counts text typed into a form before hydration', async () => {
  const { page, finish } = await unfinished('/contact')
  const form = page.getByRole('form', { name: 'Contact' })
  expect(await form.textContent()).not.toContain('3 / ')
  await form.getByLabel('Name').fill('Ada')
  await finish()
  await expect.poll(() => form.textContent()).toContain('3 / ')
  expect(await form.getByLabel('Name').inputValue()).toBe('Ada')
})

const token = 'a'.repeat(43)
const email = 'ada@example.com'

type Form = { path: string; typed: Record<string, string>; press: string; answer: string; problem?: RegExp }

/** Every form that a visitor gets with the first HTML and that only scripts can send. */
const forms: [name: string, form: Form][] = [
  [
    'a message',
    {
      path: '/contact',
      typed: { Name: 'Ada', Email: email, Subject: 'A question', Message: 'Do you play in Bremen?' },
      press: contactFormTexts.submit,
      answer: contactFormTexts.sent,
    },
  ],
  [
    'a sign-in',
    {
      path: '/admin/login?from=%2Fadmin%2Ftour',
      typed: { Email: email, Password: 'not-the-password' },
      press: signInTexts.submit,
      answer: signInTexts.failed,
      problem: /401: POST .*sign-in/,
    },
  ],
  [
    'an order look-up',
    {
      path: '/orders/find',
      typed: { [findOrderTexts.number]: '260501-7QX2MK', [findOrderTexts.email]: email },
      press: findOrderTexts.find,
      answer: findOrderTexts.notFoundHelp,
      problem: /404: POST .*orders\/find/,
    },
  ],
  [
    'a new password',
    {
      path: `/reset-password?token=${token}`,
      typed: { 'New password': 'short' },
      press: changePasswordTexts.submit,
      answer: passwordTexts.tooShort({ n: 8 }),
    },
  ],
  [
    '“this was not me”',
    {
      path: `/reset-password?because=not-me&token=${token}`,
      typed: {},
      press: 'It was not me: sign out everywhere',
      answer: accountTexts.disownLinkEnded,
      problem: /410: POST .*disown/,
    },
  ],
  [
    'a request for personal data',
    { path: '/privacy', typed: { Email: email }, press: dataExportTexts.ask, answer: dataExportTexts.linkSent },
  ],
  [
    'a sign-up',
    {
      path: '/admin/sign-up',
      typed: { Email: email, Password: 'short' },
      press: 'Sign up',
      answer: passwordTexts.tooShort({ n: 8 }),
    },
  ],
  [
    'the confirmation of an address',
    {
      path: `/auth/callback?token=${token}`,
      typed: {},
      press: 'Confirm my address',
      answer: accountTexts.linkInvalid,
      problem: /410: POST .*verify-email/,
    },
  ],
]

/** The label may have a mark of a required field, and its words may begin another one. */
const field = (page: Page, label: string) => page.getByLabel(label).first()

async function fillAndSend(page: Page, { typed, press }: Form): Promise<void> {
  for (const [label, words] of Object.entries(typed)) await field(page, label).fill(words)
  await page.getByRole('button', { name: press }).click({ force: true })
}

/** What was typed is still there, and is not in the address. */
async function keepsInput(page: Page, { path, typed }: Form): Promise<void> {
  for (const [label, words] of Object.entries(typed)) expect(await field(page, label).inputValue(), label).toBe(words)
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe(path)
}

test.each(firstCases(2, forms))('%s sent before hydration is kept, and sent after it', async (_, form) => {
  const { page, finish } = await unfinished(form.path)
  if (form.problem) expectProblem(page, form.problem)
  await fillAndSend(page, form)
  await keepsInput(page, form)
  await finish()
  await page.getByText(form.answer).first().waitFor()
})

test.each(firstCases(1, forms))('%s whose page cannot load its scripts is kept, with a sentence', async (_, form) => {
  const page = await visit(app, { path: '/terms', viewport: 'phone' })
  expectProblem(page, /failed: GET .*\/assets\//)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(form.path)
  await fillAndSend(page, form)
  await page.getByRole('alert').getByText(scriptsNotLoadedTexts.sentence).waitFor()
  await keepsInput(page, form)
})

test('the checkout has no form before hydration that could lose its input', async () => {
  const answer = await fetch(`${app.address()}/api/shop/products`)
  const { products } = (await answer.json()) as { products: { id: string; price: number; isDigital: boolean }[] }
  const { id, price } = products.find(({ isDigital }) => isDigital)!
  const item = { productId: id, variantId: null, quantity: 1, maxQuantity: 1, price, isDigital: true }
  const { page, finish } = await unfinished('/checkout', { items: [item] })
  expect(await page.locator('form').count()).toBe(0)
  await finish()
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Name').fill('Ada')
  // The total comes from the server; until then nothing can be paid.
  await expect.poll(() => page.getByRole('button', { name: /^Pay/ }).isEnabled()).toBe(true)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Pay / }).waitFor()
})

test('an editor whose page cannot load its scripts keeps its input, says so and puts nothing into the address', async () => {
  const page = await visit(owners, { path: '/admin/dashboard', browser: await ownersBrowser(owners) })
  await waitForPendingRequests(page)
  expectProblem(page, /failed: GET .*\/assets\//)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/admin/tour/new')
  await page.getByLabel('City').fill('Bremen')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('alert').getByText(scriptsNotLoadedTexts.sentence).waitFor()
  expect(await page.getByLabel('City').inputValue()).toBe('Bremen')
  expect(new URL(page.url()).search).toBe('')
})

longTest('the cart link opens a dialog after hydration, and the cart page when scripts fail', async () => {
  const { page, finish } = await unfinished('/')
  const cart = page.getByRole('link', { name: /^Cart/ })
  await cart.click()
  await finish()
  await page.getByRole('dialog').waitFor()
  expect(new URL(page.url()).pathname).toBe('/')

  expectProblem(page, /failed: GET .*\/assets\/index-/)
  await page.route('**/assets/index-*.js', (route) => route.abort(), { times: 1 })
  await page.goto('/tour')
  await cart.click()
  await page.waitForURL('**/cart')
  await waitForHydration(page)
})
