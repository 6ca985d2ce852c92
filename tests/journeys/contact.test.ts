import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { humanCheckLifetimeMs } from '#domain/contact/human-check.ts'
import { contactServiceTexts, contactFormTexts as texts } from '#domain/texts/contact.ts'
import { checkAccessibility, expectProblem, inEveryLook, screenshot, visit } from '#tests/browser/harness.ts'
import { ownersBrowser, startOwnersApp } from '#tests/journeys/owner-app.ts'
import { longTest } from '#tests/long-test.ts'

const app = await startOwnersApp()
const path = '/contact'
const message = 'Do you play in Bremen?\n\nI hope so.'

const form = (page: Page) => page.getByRole('form', { name: 'Contact' })
const send = (page: Page) => form(page).getByRole('button', { name: texts.submit })
const textIn = (page: Page, words: string) => form(page).getByText(words, { exact: true })
const isHuman = (page: Page) => page.locator('[data-human-check=verified]').waitFor()

async function fill(page: Page, changes: Record<string, string> = {}) {
  const typed = { Name: 'Ann Lee', Email: 'ann@example.com', Subject: 'A question', Message: message, ...changes }
  for (const [label, words] of Object.entries(typed)) await form(page).getByLabel(label).fill(words)
}

test('a visitor sends a message, and the owner can answer', async () => {
  const page = await visit(app, { path, viewport: 'phone' })
  expect(await send(page).isDisabled()).toBe(true)
  await fill(page)
  await isHuman(page)
  await send(page).click()
  await textIn(page, texts.sent).waitFor()
  expect(await form(page).getByLabel('Message').inputValue()).toBe('')
  expect(await send(page).isDisabled()).toBe(true)
  const mail = await app.mailTo('hello@marlowquay.example', /A question/)
  expect(mail).toContain('Ann Lee (ann@example.com) has sent you a message:')
  expect(mail).toContain('I hope so.')
})

longTest('the owner sees who wrote, and that the mail about it is only a file', async () => {
  const page = await visit(app, { path })
  await fill(page, { Name: 'Bo Quist', Subject: 'About the harbour' })
  await isHuman(page)
  await send(page).click()
  await textIn(page, texts.sent).waitFor()
  await app.mailTo('hello@marlowquay.example', /About the harbour/)
  const owner = await visit(app, { path: '/admin/messages', browser: await ownersBrowser(app) })
  const row = owner.getByRole('listitem').filter({ hasText: 'About the harbour' })
  await row.getByText('Bo Quist').waitFor()
  await row.getByText('Saved as a file', { exact: true }).waitFor()
  expect(await owner.getByText('Sent to you').count()).toBe(0)
})

longTest('a message that is sent during the human check is sent after it', async () => {
  const page = await visit(app, { path })
  const held = Promise.withResolvers<void>()
  await page.route('**/api/contact/challenge', async (route) => {
    await held.promise
    await route.continue()
  })
  await form(page).getByLabel('Name').press('Enter')
  await textIn(page, texts.nameTooShort).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
  await fill(page)
  await form(page).getByLabel('Subject').press('Enter')
  await textIn(page, texts.verificationPending).waitFor()
  held.resolve()
  await textIn(page, texts.sent).waitFor()
})

longTest('the contact form validates every change, and its counters turn yellow and red', async () => {
  const page = await visit(app, { path })
  const field = (label: string) => form(page).getByLabel(label)
  const tone = () => form(page).locator('[data-tone]').first().getAttribute('data-tone')
  expect(await form(page).getByText(texts.nameTooShort).count()).toBe(0)
  await field('Name').fill('A')
  await textIn(page, texts.nameTooShort).waitFor()
  await field('Name').fill('x'.repeat(38))
  await expect.poll(tone).toBe('yellow')
  await field('Name').fill('x'.repeat(51))
  await textIn(page, texts.nameTooLong).waitFor()
  expect(await tone()).toBe('red')
  await field('Subject').fill('Four')
  await textIn(page, texts.subjectTooShort).waitFor()
  await field('Subject').fill('x'.repeat(101))
  await textIn(page, texts.subjectTooLong).waitFor()
  await field('Message').fill('Nine char')
  await textIn(page, texts.messageTooShort).waitFor()
  await field('Message').fill('x'.repeat(1001))
  await textIn(page, texts.messageTooLong).waitFor()
  await field('Email').fill('ann')
  await textIn(page, 'Please enter a valid email address').waitFor()
  await isHuman(page)
  expect(await send(page).isDisabled()).toBe(true)
  await fill(page)
  await expect.poll(() => send(page).isEnabled()).toBe(true)
})

longTest('a message that fails to send stays in the form with the reason until it is sent', async () => {
  const target = '**/functions/v1/contact-form'
  const troubles = [
    ['the server says why', { status: 503, json: { error: contactServiceTexts.notSent } }, contactServiceTexts.notSent],
    [
      'no recipient is set up',
      { status: 503, json: { error: contactServiceTexts.notConfigured } },
      contactServiceTexts.notConfigured,
    ],
    ['the server says nothing', { status: 500, body: 'oops' }, texts.refused],
    ['no answer comes', null, texts.failed],
  ] as const
  const page = await visit(app, { path, expected: [/503: POST/, /500: POST/, /failed: POST .*contact-form/] })
  await fill(page)
  for (const [when, answer, words] of troubles) {
    await page.route(target, (route) => (answer ? route.fulfill(answer) : route.abort()))
    await isHuman(page)
    await send(page).click()
    await textIn(page, words).waitFor()
    expect(await textIn(page, texts.problem).count(), when).toBe(1)
    expect(await form(page).getByLabel('Message').inputValue(), when).toBe(message)
    await page.unroute(target)
  }
  await isHuman(page)
  await send(page).click()
  await textIn(page, texts.sent).waitFor()
})

longTest('a human check that fails or takes more than 30 s can be retried', async () => {
  const page = await visit(app, { path, now: new Date() })
  const challenge = '**/api/contact/challenge'
  let how: 'fails' | 'hangs' = 'fails'
  await page.route(challenge, (route) => {
    if (how === 'fails') return route.fulfill({ status: 500, json: {} })
  })
  expectProblem(page, /500: GET .*challenge/)
  await fill(page)
  await page.locator('[data-human-check=failed]').waitFor()
  expect(await send(page).isDisabled()).toBe(true)
  how = 'hangs'
  const again = form(page).getByRole('button', { name: 'Try again' })
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  await again.click()
  await page.locator('[data-human-check=verifying]').waitFor()
  // The button is gone; the focus moves to the text in its place.
  expect(await page.evaluate(() => document.activeElement?.role)).toBe('status')
  await page.clock.runFor(29_900)
  expect(await page.locator('[data-human-check=verifying]').count()).toBe(1)
  await page.clock.runFor(200)
  await page.locator('[data-human-check=failed]').waitFor()
  await page.unroute(challenge)
  await page.clock.resume()
  await again.click()
  await isHuman(page)
  expect(await send(page).isEnabled()).toBe(true)
})

longTest('the age of a human check counts from its challenge', async () => {
  const page = await visit(app, { path, now: new Date() })
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  const challenge = '**/api/contact/challenge'
  const held: Route[] = []
  await page.route(challenge, (route) => void held.push(route))
  await fill(page)
  await expect.poll(() => held.length).toBe(1)
  const answered = await held[0]!.fetch()
  await page.clock.runFor(25_000)
  await held[0]!.fulfill({ response: answered })
  await isHuman(page)
  await page.clock.runFor(humanCheckLifetimeMs - 20_000 - 25_100)
  expect(await send(page).isEnabled()).toBe(true)
  await page.clock.runFor(200)
  await page.locator('[data-human-check=expired]').waitFor()
})

longTest('discards an expired human check and waits until the visitor goes on or returns', async () => {
  const page = await visit(app, { path, now: new Date() })
  const challenge = '**/api/contact/challenge'
  await page.route(challenge, (route) => route.fulfill({ status: 500, json: {} }))
  expectProblem(page, /500: GET .*challenge/)
  await fill(page)
  await page.locator('[data-human-check=failed]').waitFor()
  await page.unroute(challenge)
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  await form(page).getByRole('button', { name: 'Try again' }).click()
  await isHuman(page)
  let challengeRequests = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact/challenge')) challengeRequests += 1
  })
  const expires = async () => {
    await page.clock.runFor(humanCheckLifetimeMs - 20_000)
    await page.locator('[data-human-check=expired]').waitFor()
  }

  await page.clock.runFor(humanCheckLifetimeMs - 20_100)
  expect(await send(page).isEnabled()).toBe(true)
  await expires()
  await form(page).getByText('The check is too old. We make it again when you go on').waitFor()
  expect(await send(page).isDisabled()).toBe(true)
  await page.clock.runFor(2 * humanCheckLifetimeMs)
  expect(challengeRequests).toBe(0)
  await form(page).getByLabel('Message').press('End')
  await page.keyboard.type('!')
  await isHuman(page)
  expect(challengeRequests).toBe(1)

  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true }))
  await expires()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.clock.runFor(humanCheckLifetimeMs)
  expect(challengeRequests).toBe(1)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible' })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await isHuman(page)

  await expires()
  await form(page).getByRole('button', { name: 'Check again' }).click()
  await isHuman(page)
  expect(challengeRequests).toBe(3)
  await page.clock.resume()
  await send(page).click()
  await textIn(page, texts.sent).waitFor()
})

longTest('without scripts the page offers another contact instead of the form', async () => {
  const page = await visit(app, { path, javaScript: false })
  const instead = page.locator('main noscript p')
  expect(await instead.textContent()).toBe('The form needs JavaScript. Write to hello@marlowquay.example instead.')
  expect(await instead.isVisible()).toBe(true)
  expect(await instead.getByRole('link').getAttribute('href')).toBe('mailto:hello@marlowquay.example')
  expect(await page.getByRole('textbox').count()).toBe(0)
})

longTest('the contact form is accessible on phone and desktop, in light and dark', async () => {
  const page = await visit(app, { path, reducedMotion: true })
  await fill(page, { Name: 'A', Message: 'x'.repeat(950) })
  await textIn(page, texts.nameTooShort).waitFor()
  await isHuman(page)
  await inEveryLook(page, async () => {
    await checkAccessibility(page)
    await screenshot(page, 'contact-form')
  })
})

longTest('the order search requires the human check after too many failed guesses', async () => {
  const page = await visit(app, { path: '/orders/find?number=260501-7QX2MK', viewport: 'phone' })
  expectProblem(page, /403: POST .*orders\/find/, /404: POST .*orders\/find/)
  const shown: boolean[] = []
  await page.route('**/api/orders/find', (route: Route) => {
    const { humanCheck } = route.request().postDataJSON()
    shown.push(Boolean(humanCheck))
    const refusal = { error: texts.verificationPending, reason: 'human-check-pending' }
    return humanCheck ? route.continue() : route.fulfill({ status: 403, json: refusal })
  })
  const lookup = page.getByRole('form', { name: 'Find your order' })
  await lookup.getByLabel('Email address that you ordered with').fill('ann@example.com')
  await lookup.getByRole('button', { name: 'Find it' }).click()
  await lookup.getByText('Order not found', { exact: true }).waitFor()
  expect(shown).toEqual([false, true])
})
