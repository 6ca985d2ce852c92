import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { checkFurtherLooks, checkLooks, startApp, visit } from '#tests/browser/harness.ts'
import { startDnsServer } from '#tests/fixtures/dns.ts'
import { startSmtpServer } from '#tests/fixtures/smtp.ts'
import { owner, ownersBrowser } from '#tests/journeys/owner-app.ts'

const smtp = await startSmtpServer()
const dns = await startDnsServer({
  'marlowquay.example': { A: ['198.51.100.9'], TXT: ['v=spf1 ip4:192.0.2.1 -all'] },
  'key1._domainkey.marlowquay.example': { TXT: [`v=DKIM1; p=${'A'.repeat(392)}`] },
})
const app = await startApp({
  env: {
    OWNER_EMAIL: owner.email,
    OWNER_PASSWORD: owner.password,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'hello@marlowquay.example',
    MAIL_SPF: 'include:spf.post.example',
    MAIL_DKIM_SELECTORS: 'key1',
    PUBLIC_ADDRESSES: '127.0.0.1, 2001:db8::7',
    DNS_SERVERS: dns.server,
  },
})
const browser = await ownersBrowser(app)

const region = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })

test('an owner sees what is missing, points the domain here, checks again and gets a test mail', async () => {
  await smtp.until(() => smtp.received.length === 1)
  const page = await visit(app, { path: '/admin/dashboard', browser })
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Going live' }).click()
  const domain = region(page, 'Domain')
  await domain.getByText('marlowquay.example leads to another server (198.51.100.9).').waitFor()
  await region(page, 'Secure connection').getByText('which visitors cannot reach').waitFor()
  const mail = region(page, 'Mail')
  await mail.getByText('v=spf1 include:spf.post.example ip4:192.0.2.1 -all').waitFor()
  expect(await mail.getByRole('listitem').allTextContents()).toEqual([
    expect.stringMatching(/^WrongTXTmarlowquay\.example/),
    expect.stringMatching(/^SetTXTkey1\._domainkey/),
    expect.stringMatching(/^MissingTXT_dmarc/),
  ])
  await region(page, 'Payments').getByText('Your shop takes test payments only').waitFor()
  await region(page, 'Backups').getByText('To do').waitFor()
  await region(page, 'Second factor').getByRole('link', { name: 'Open Security' }).waitFor()
  await checkLooks(page, 'going-live')

  dns.zone['marlowquay.example'] = { A: ['127.0.0.1'], TXT: ['v=spf1 include:spf.post.example ~all'] }
  await domain.getByRole('button', { name: 'Check again: Domain' }).click()
  await domain.getByText('marlowquay.example leads to this server.').waitFor()

  await mail.getByRole('button', { name: 'Send a test to my address' }).click()
  await mail.getByText('The mail server has taken the test.').waitFor()
  expect(smtp.received.at(-1)!.to).toEqual([expect.stringContaining(owner.email)])
  await checkFurtherLooks(page, 'going-live-done')
})
