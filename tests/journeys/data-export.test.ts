import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { consentKey, createConsentRecord } from '#domain/privacy/consent.ts'
import { exportRateLimits } from '#domain/privacy/export.ts'
import { dataExportTexts as texts } from '#domain/texts/own-words.ts'
import { checkLooks, expectProblem, visit } from '#tests/browser/harness.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { linkInMail, openHydratedPage, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { waitLimitMs } from '#tests/wait-limit.ts'

const app = await startOwnersApp()

const form = (page: Page) => page.getByRole('form', { name: texts.heading })
const confirm = (page: Page) => page.getByRole('button', { name: texts.confirm })
const download = (page: Page) => page.getByRole('link', { name: texts.download })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const dead = 'This link does not work any more'

const answered = (): BrowserContextOptions => {
  const value = JSON.stringify(createConsentRecord('essential-only', new Date()))
  return {
    storageState: { cookies: [], origins: [{ origin: app.address(), localStorage: [{ name: consentKey, value }] }] },
  }
}

async function ask(page: Page, email: string): Promise<void> {
  await form(page).getByLabel('Email').fill(email)
  await form(page).getByRole('button', { name: texts.ask }).click()
}

const requestExport = (email: string) =>
  fetch(`${app.address()}/api/privacy/exports`, jsonRequest({ email }, { headers: { origin: app.address() } }))

/** The path in the mail after a request to the API. */
async function linkFor(email: string): Promise<string> {
  expect((await requestExport(email)).status).toBe(200)
  return linkInMail(await app.mailTo(email, /^Your data at/))
}

test('a customer requests an export by mail, and one click on the linked page downloads it', async () => {
  const page = await visit(app, { path: '/privacy', browser: answered() })
  await ask(page, ' Ann@Example.com ')
  await form(page).getByRole('status').getByText(texts.linkSent).waitFor()
  expect(await form(page).getByLabel('Email').inputValue()).toBe('')

  const link = linkInMail(await app.mailTo('ann@example.com', /^Your data at/))
  // A mail scanner opens the link, more than once.
  for (let n = 0; n < 3; n++) {
    const looked = await fetch(app.address() + link)
    const html = await looked.text()
    expect([looked.status, looked.headers.get('cache-control')]).toEqual([200, 'no-store'])
    for (const part of ['name="robots" content="noindex"', 'name="referrer" content="no-referrer"', texts.confirm])
      expect(html).toContain(part)
  }

  await openHydratedPage(page, link)
  await heading(page, texts.openTitle).waitFor()
  await confirm(page).press('Enter')
  await heading(page, texts.readyTitle).waitFor()
  expect(await download(page).evaluate((element) => element === document.activeElement)).toBe(true)
  const until = await page.locator('main time').getAttribute('datetime')
  expect(Math.abs(Date.parse(until!) - Date.now() - 24 * 3_600_000)).toBeLessThan(waitLimitMs)

  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(file.suggestedFilename()).toBe('my-data.json')
  const read = JSON.parse(readFileSync(await file.path(), 'utf8'))
  expect(read).toMatchObject({ website: 'Marlow Quay', email: 'ann@example.com', messages: [] })

  // The link is used up, but this tab still knows its file.
  expectProblem(page, /410: GET .*verify-export/)
  expect((await page.reload())?.status()).toBe(410)
  await download(page).waitFor()
  const other = await visit(app, { path: link, browser: answered(), expected: [/410: GET .*verify-export/] })
  await heading(other, dead).waitFor()
})

test('an export link that was used in another window shows that it has expired', async () => {
  const path = await linkFor('bob@example.com')
  const [first, second] = [
    await visit(app, { path, browser: answered() }),
    await visit(app, { path, browser: answered() }),
  ]
  await confirm(first).click()
  await download(first).waitFor()
  expectProblem(second, /410: POST .*confirm/)
  await confirm(second).click()
  await heading(second, dead).waitFor()
})

test.each(['x', 'A'.repeat(43), 'A'.repeat(300), '%3Cscript%3E'])('rejects the export link %s', async (token) => {
  const answer = await fetch(`${app.address()}/privacy/verify-export/${token}`)
  const html = await answer.text()
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([410, 'no-store'])
  expect(html).toMatch(new RegExp(`<h1[^>]*>${dead}</h1>`))
  expect(html).toContain('It has expired or was already used.')
  expect(html).toMatch(/<a [^>]*href="\/privacy"/)
  for (const meta of ['name="robots" content="noindex"', 'name="referrer" content="no-referrer"'])
    expect(html).toContain(meta)
})

test('the export form shows an invalid address and a failed request', async () => {
  const page = await visit(app, { path: '/privacy', browser: answered() })
  await ask(page, 'ann')
  const field = form(page).getByLabel('Email')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  for (let n = 0; n < 3; n++) {
    await ask(page, 'carol@example.com')
    await form(page).getByRole('status').getByText(texts.linkSent).waitFor()
    await expect.poll(() => field.inputValue()).toBe('')
  }
  expectProblem(page, /failed: POST .*exports/)
  await page.route('**/api/privacy/exports', (route) => route.abort('connectionreset'))
  await ask(page, 'carol@example.com')
  await form(page).getByRole('alert').getByText(texts.failed).waitFor()
  expect(await form(page).getByRole('status').count()).toBe(0)
  expect(await field.inputValue()).toBe('carol@example.com')
})

test('a failed confirmation shows the reason and can be repeated', async () => {
  const page = await visit(app, { path: await linkFor('dan@example.com'), browser: answered(), viewport: 'phone' })
  expectProblem(page, /failed: POST .*confirm/)
  await page.route('**/confirm', (route) => route.abort('connectionreset'), { times: 1 })
  await confirm(page).tap()
  await page.getByRole('alert').getByText(texts.failed).waitFor()
  await confirm(page).tap()
  await download(page).waitFor()
})

test('without JavaScript the privacy page links to the contact page instead', async () => {
  const page = await visit(app, { path: '/privacy', javaScript: false })
  expect(await page.getByRole('button', { name: texts.ask }).isVisible()).toBe(false)
  expect(await page.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/contact')
})

describe('the cookie choice', () => {
  const section = (page: Page) => page.locator('#cookies')
  const choice = (page: Page, name: string) => section(page).getByRole('button', { name })
  const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage['cookie-consent'] ?? 'null')?.types)

  test('the cookie choice is shown on the privacy page and can be changed there', async () => {
    const page = await visit(app, { path: '/privacy' })
    await section(page).getByText('You have not chosen yet').waitFor()
    await choice(page, 'Accept All').press('Enter')
    await section(page).getByText('the players of other services').waitFor()
    expect(await choice(page, 'Accept All').getAttribute('aria-pressed')).toBe('true')
    expect(await stored(page)).toEqual(['essential', 'functional'])
    // The question at the lower edge is answered with it.
    expect(await page.getByRole('region', { name: 'Cookies' }).count()).toBe(0)
    await page.evaluate(() => Object.assign(localStorage, { theme: 'dark', cart: '[]' }))
    await page.reload()
    await section(page).getByText('the players of other services').waitFor()
    await choice(page, 'Essential Only').click()
    await section(page).getByText('and nothing else').waitFor()
    expect(await stored(page)).toEqual(['essential'])
    expect(await page.evaluate(() => [localStorage.getItem('cart'), localStorage.getItem('theme')])).toEqual([
      null,
      'dark',
    ])
    expect(await choice(page, 'Accept All').getAttribute('aria-pressed')).toBe('false')
  })

  test('the cookie choice on the privacy page follows the notice and other tabs', async () => {
    const page = await visit(app, { path: '/privacy' })
    const other = await page.context().newPage()
    await openHydratedPage(other, '/privacy')
    await page.getByRole('region', { name: 'Cookies' }).getByRole('button', { name: 'Essential Only' }).click()
    for (const each of [page, other]) await section(each).getByText('and nothing else').waitFor()
  })
})

test('the data export is accessible on phone and desktop, in light and dark', async () => {
  const page = await visit(app, { path: '/privacy', reducedMotion: true, browser: answered() })
  await ask(page, 'eve@example.com')
  await form(page).getByRole('status').waitFor()
  const look = async (name: string) => checkLooks(page, name)
  await look('privacy-asked')
  await openHydratedPage(page, linkInMail(await app.mailTo('eve@example.com', /^Your data at/)))
  await look('export-open')
  await confirm(page).click()
  await download(page).waitFor()
  await look('export-ready')
})

test('the export form says how long to wait after too many requests from one network address', async () => {
  let sent = 0
  while ((await requestExport('erin@example.com')).status !== 429)
    expect(++sent).toBeLessThanOrEqual(exportRateLimits.perNetworkAddress.max)
  const page = await visit(app, { path: '/privacy', browser: answered() })
  expectProblem(page, /429: POST .*exports/)
  await ask(page, 'erin@example.com')
  await form(page)
    .getByRole('alert')
    .getByText(/^Too many requests\. Please wait \d+ minutes and try again\.$/)
    .waitFor()
  expect(await form(page).getByLabel('Email').inputValue()).toBe('erin@example.com')
})
