import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { humanCheckTimeoutMs } from '#domain/contact/human-check.ts'
import { contactFormTexts as texts } from '#domain/texts/contact.ts'
import { expectProblem, startApp, visit } from '#tests/browser/harness.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startApp({ env: { TURNSTILE_SITE_KEY: 'site-key', TURNSTILE_SECRET: 'hush' } })
const cloudflare = 'https://challenges.cloudflare.com/**'

const form = (page: Page) => page.getByRole('form', { name: 'Contact' })
async function write(page: Page) {
  const typed = { Name: 'Ann Lee', Email: 'ann@example.com', Subject: 'A question', Message: 'Do you play in Bremen?' }
  for (const [label, words] of Object.entries(typed)) await form(page).getByLabel(label).fill(words)
}

/** A stand-in for the widget of Cloudflare: it succeeds at once and records its options. */
const widget = `window.turnstile = {
  render: (element, options) => {
    window.renderOptions = { action: options.action, size: options.size, sitekey: options.sitekey, isThere: element.isConnected }
    options.callback('a token from Cloudflare')
    return 'widget'
  },
  remove: () => {},
}`

test('contacts Turnstile only when the visitor writes, and sends the token with the message', async () => {
  const page = await visit(app, { path: '/contact' })
  await page.waitForLoadState('networkidle')
  expectProblem(page, /request to another origin: GET https:\/\/challenges\.cloudflare\.com/)
  await page.route(cloudflare, (route) => route.fulfill({ contentType: 'text/javascript', body: widget }))
  const sent = page.waitForRequest('**/functions/v1/contact-form')
  await page.route('**/functions/v1/contact-form', (route) =>
    route.fulfill({ json: { success: true, messageId: crypto.randomUUID() } }),
  )
  await write(page)
  await form(page).getByRole('button', { name: texts.submit }).click()
  expect((await sent).postDataJSON()).toMatchObject({ turnstileToken: 'a token from Cloudflare' })
  expect(await page.evaluate(() => (window as unknown as { renderOptions: object }).renderOptions)).toEqual({
    action: 'contact_form',
    size: 'compact',
    sitekey: 'site-key',
    isThere: true,
  })
  await form(page).getByText(texts.sent, { exact: true }).waitFor()
})

/** It fails until it is switched, and stays rendered until it is removed. */
const refusingWidget = `window.shown = 0
window.turnstile = {
  render: (element, options) => {
    window.shown += 1
    if (window.isHuman) options.callback('a token from Cloudflare')
    else options['error-callback']('300010')
    return 'widget'
  },
  remove: () => {
    window.shown -= 1
  },
}`

longTest('a failed Turnstile check shows an error at once, and can be retried', async () => {
  const page = await visit(app, { path: '/contact' })
  expectProblem(page, /request to another origin: GET https:\/\/challenges\.cloudflare\.com/)
  await page.route(cloudflare, (route) => route.fulfill({ contentType: 'text/javascript', body: refusingWidget }))
  await write(page)
  await form(page).getByText('We could not check that you are human').waitFor()
  const send = form(page).getByRole('button', { name: texts.submit })
  expect(await send.isDisabled()).toBe(true)
  const shown = () => page.evaluate(() => Reflect.get(window, 'shown'))
  await expect.poll(shown).toBe(0)
  await page.evaluate(() => Reflect.set(window, 'isHuman', true))
  await form(page).getByRole('button', { name: 'Try again' }).click()
  await page.locator('[data-human-check=verified]').waitFor()
  expect(await send.isEnabled()).toBe(true)
  await expect.poll(shown).toBe(0)
})

test('a Turnstile check without an answer ends after 30 seconds, and can be retried', async () => {
  const page = await visit(app, { path: '/contact' })
  expectProblem(page, /request to another origin: GET https:\/\/challenges\.cloudflare\.com/)
  await page.clock.install()
  await page.route(cloudflare, () => {})
  await write(page)
  await page.locator('[data-human-check=verifying]').waitFor()
  await page.clock.fastForward(humanCheckTimeoutMs + 1_000)
  await page.locator('[data-human-check=failed]').waitFor()
  await page.getByRole('button', { name: /again/i }).waitFor()
  expect(await form(page).getByRole('button', { name: texts.submit }).isDisabled()).toBe(true)
})
