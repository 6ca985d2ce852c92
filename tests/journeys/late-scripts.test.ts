import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectProblem, startApp, visit, whenAlive } from '#tests/browser/harness.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startApp()

/** A page whose scripts are on their way until they are let through. */
async function unfinished(path: string) {
  const page = await visit(app, { path: '/terms', viewport: 'phone' })
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(path)
  const finish = async () => {
    held.resolve()
    await whenAlive(page)
  }
  return { page, finish }
}

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
  await whenAlive(page)
  expect(scripts().length).toBeGreaterThan(3)
})

test('a page that needs scripts requests them at once', async () => {
  expect(await (await fetch(`${app.address()}/cart`)).text()).toMatch(/<script type="module"/)
})

longTest('searches for input typed before hydration', async () => {
  const { page, finish } = await unfinished('/tour')
  const shows = page.getByRole('main').getByRole('heading', { level: 3 })
  const all = await shows.count()
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
  await page.getByLabel('Country').selectOption({ label: 'France' })
  await finish()
  await expect.poll(() => new URL(page.url()).search).toBe('?country=FR')
  expect(await page.getByLabel('Country').inputValue()).toBe('FR')
})

longTest('a button pressed repeatedly before hydration works once', async () => {
  const { page, finish } = await unfinished('/')
  await menu(page).click()
  await menu(page).click()
  expect(await page.getByRole('dialog', { name: 'Menu' }).count()).toBe(0)
  await finish()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
})

test('a form submitted before hydration is handled by the page after hydration', async () => {
  const { page, finish } = await unfinished('/tour')
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
  await whenAlive(page)
})
