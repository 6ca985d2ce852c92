import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkLooks, expectProblem, startApp, visit } from '#tests/browser/harness.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { startSmtpServer } from '#tests/fixtures/smtp.ts'
import { openHydratedPage, owner, ownersBrowser } from '#tests/journeys/owner-app.ts'

const smtp = await startSmtpServer()
const app = await startApp({
  env: {
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'mail@marlowquay.example',
  },
})
const browser = await ownersBrowser(app)
// The owner gets the mail about the new browser; from then on the mail server refuses.
await smtp.until(() => smtp.received.length === 1)
smtp.answer({ RCPT: '550 5.1.1 nobody of that name' })

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const toast = (page: Page, words: string) => page.locator('[data-toast]', { hasText: words }).waitFor()

async function looksGood(page: Page, name: string) {
  const before = page.viewportSize()!
  await checkLooks(page, name)
  await page.setViewportSize(before)
}

/** A message as the contact page sends it. */
async function writeMessage(subject: string) {
  const at = app.address()
  const read = async (path: string) => (await fetch(at + path)).json()
  const [{ publicKey }, { siteId }, challenge] = await Promise.all([
    read('/api/contact'),
    read('/api/site'),
    read('/api/contact/challenge'),
  ])
  const solution = await solveChallenge({ challenge, deriveKey })
  const body = {
    name: 'Ann Lee',
    email: 'ann@example.com',
    subject,
    message: 'Do you play in Bremen?\n\nI hope so.',
    turnstileToken: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64'),
    websiteId: siteId,
  }
  const headers = { authorization: `Bearer ${publicKey}` }
  const answer = await fetch(`${at}/functions/v1/contact-form`, jsonRequest(body, { headers }))
  expect(answer.status).toBe(200)
}

test('a message whose mail failed is listed, sent again, read, answered and deleted', async () => {
  await writeMessage('A question')
  const page = await visit(app, { path: '/admin/dashboard', browser })
  const failed = page.getByRole('link', { name: '1 mail could not be sent' })
  await expect
    .poll(async () => {
      await openHydratedPage(page, '/admin/dashboard')
      await page.getByRole('heading', { name: 'Newest messages' }).waitFor()
      return failed.count()
    })
    .toBe(1)
  await page.getByRole('heading', { name: 'Newest messages (1 unread)' }).waitFor()
  await looksGood(page, 'dashboard-attention')

  await failed.click()
  await page.waitForURL('**/admin/settings?tab=system')
  const rows = page.getByRole('table', { name: 'Mails that failed' }).getByRole('row')
  await rows.filter({ hasText: 'The mail server refused the recipient (550).' }).waitFor()
  await looksGood(page, 'settings-system')
  smtp.answer({})
  await button(page, 'Try again').click()
  await toast(page, 'One mail is being retried.')
  await expect.poll(() => smtp.received.length).toBe(2)
  await page.getByText('No failed mails.').waitFor()

  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Messages 1 unread' }).click()
  await page.waitForURL('**/admin/messages')
  await page.getByText('Unread', { exact: true }).waitFor()
  await page.getByText('A question').waitFor()
  await page.getByText('Ann Lee', { exact: true }).waitFor()
  await page.getByText('Sent to you').waitFor()
  expect(await page.getByText('Bremen').count()).toBe(0)
  await looksGood(page, 'messages')
  await button(page, 'Open').click()
  await page.getByRole('heading', { name: 'A question' }).waitFor()
  await page.getByText('Ann Lee, ann@example.com').waitFor()
  const answer = page.getByRole('link', { name: 'Answer by mail' })
  expect(await answer.getAttribute('href')).toBe('mailto:ann@example.com?subject=Re%3A%20A%20question')
  await expect.poll(() => page.getByText('Unread', { exact: true }).count()).toBe(0)
  expect(await button(page, 'Send again').count()).toBe(0)
  await looksGood(page, 'settings-message')
  await button(page, 'Mark as unread').click()
  await page.getByText('Unread', { exact: true }).waitFor()
  await button(page, 'Delete').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await toast(page, 'The message is deleted.')
  await page.getByText('No messages yet.').waitFor()
})

/** Confirms a new contact address with the password. */
async function confirm(page: Page) {
  await page.getByRole('alertdialog').getByLabel('Current password').fill(owner.password)
  await button(page, 'Change it').click()
}

test('visitors see new settings at once, and a save of an older version is refused', async () => {
  const page = await visit(app, { path: '/admin/settings', browser, viewport: 'phone' })
  const address = page.getByLabel('Contact address', { exact: true })
  await address.fill('nobody')
  await button(page, 'Change these links').click()
  await button(page, 'Add a link').click()
  const row = page.getByRole('group', { name: 'Social links' }).getByRole('listitem').last()
  await row.getByLabel('Address').fill('javascript:alert(1)')
  await button(page, 'Save').click()
  await page.getByRole('heading', { name: '2 problems to correct' }).waitFor()
  await row.getByText('Please enter an address that begins with https://.').waitFor()
  await row.getByText('Please fill this in.').waitFor()
  await looksGood(page, 'settings-site')

  const other = await visit(app, { browser: { storageState: await page.context().storageState() } })
  await openHydratedPage(other, '/admin/settings')
  await other.getByLabel('Contact address', { exact: true }).fill('other@marlowquay.example')

  await address.fill('new@marlowquay.example')
  await row.getByLabel('Icon').selectOption('github')
  await row.getByLabel('Name').fill('Our scores')
  await row.getByLabel('Address').fill('https://github.example/scores')
  await button(page, 'Save').click()
  await confirm(page)
  await toast(page, 'Saved. Visitors see it now.')
  const seen = async () => (await fetch(`${app.address()}/contact`)).text()
  expect(await seen()).toContain('new@marlowquay.example')
  expect(await seen()).toContain('https://github.example/scores')

  expectProblem(other, /409: PUT .*settings/)
  await button(other, 'Save').click()
  await confirm(other)
  await button(other, 'See the newer version').click()
  await expect
    .poll(() => other.getByLabel('Contact address', { exact: true }).inputValue())
    .toBe('new@marlowquay.example')
  await looksGood(other, 'settings-newer')
  await button(other, 'Use mine: Contact address').click()
  await other.getByRole('tab', { name: 'Security' }).click()
  await other.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor()
  await button(other, 'Stay here').click()
  await button(other, 'Back to default: the contact address').click()
  await button(other, 'Back to default: the social links').click()
  await button(other, 'Save').click()
  // The password was entered a moment ago.
  await button(other, 'Change it').click()
  await toast(other, 'Saved. Visitors see it now.')
  expect(await seen()).not.toContain('marlowquay.example/scores')
  expect(await seen()).not.toContain('new@marlowquay.example')
})

test('the URL selects the settings tab, and former URLs still work', async () => {
  const page = await visit(app, { path: '/admin/dashboard', browser })
  for (const former of ['two-factor', 'sessions']) {
    await openHydratedPage(page, `/admin/settings?tab=${former}`)
    await page.getByRole('heading', { name: 'Where you are signed in' }).waitFor()
    expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Security')
  }
  await page.getByRole('link', { name: 'Change Password' }).click()
  await page.waitForURL('**/admin/change-password')
})
