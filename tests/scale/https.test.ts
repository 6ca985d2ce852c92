import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '#tests/browser/process.ts'
import { owner } from '#tests/journeys/owner.ts'
import { openHttpClient } from '#tests/scale/browser.ts'
import { startCaddy } from '#tests/scale/caddy.ts'
import { signInClient } from '#tests/scale/client-actions.ts'
import { openFleet } from '#tests/scale/fleet.ts'

/** As in production: domains and certificates. Only Caddy signs them itself. */
const fleet = await openFleet({ TRUSTED_PROXIES: '127.0.0.1', NODE_ENV: 'production' })
const first = await fleet.web()
const second = await fleet.web()
const [http, https] = [await freePort(), await freePort()]
const rootOf = (folder: string) => readFileSync(join(folder, 'caddy/pki/authorities/local/root.crt'), 'utf8')
const browserIn = (folder: string, host: string) => openHttpClient({ host, port: () => https, ca: rootOf(folder) })
const domains = ['marlowquay.example', 'setlight.example'] as const
const { folder } = await startCaddy({
  sites: ['https://'],
  web: [first, second],
  more: ['local_certs', 'skip_install_trust', `http_port ${http}`, `https_port ${https}`],
  isUp: async (made) => {
    const answers = await Promise.all(domains.map((domain) => browserIn(made, domain).ask('/healthz')))
    return answers.every(({ status }) => status === 200)
  },
})
const browserAt = (host: (typeof domains)[number]) => browserIn(folder, host)

test('each domain has its certificate, its site and HSTS', async () => {
  for (const [domain, name] of [
    ['marlowquay.example', 'Marlow Quay'],
    ['setlight.example', 'Setlight'],
  ] as const) {
    // Made, from the cache, and of the API.
    for (const path of ['/', '/', '/api/site']) {
      const { status, text, headers } = await browserAt(domain).ask(path)
      expect([status, headers['strict-transport-security']], path).toEqual([200, 'max-age=31536000'])
      expect(text).toContain(name)
    }
  }
})

test('a name that no site has gets no certificate', async () => {
  await expect(browserIn(folder, 'unknown.example').ask('/')).rejects.toThrow(/alert|internal error/i)
})

test('a sign-in sets a secure cookie for this host only, and it grants access', async () => {
  for (const domain of domains) {
    const browser = browserAt(domain)
    const entered = await browser.ask('/api/auth/sign-in', { body: owner })
    expect(entered.status, entered.text).toBe(200)
    const [session = '', ...others] = entered.headers['set-cookie']?.filter((line) => line.includes('session=')) ?? []
    expect(others).toEqual([])
    expect(session).toMatch(/^__Host-session=[^;]+;/)
    const attributes = session.toLowerCase().split('; ').slice(1)
    expect(attributes).toEqual(expect.arrayContaining(['secure', 'httponly', 'path=/']))
    expect(attributes.filter((part) => part.startsWith('domain'))).toEqual([])
    expect((await browser.ask('/api/admin/settings')).status).toBe(200)
    expect((await browserAt(domain).ask('/api/admin/settings')).status).toBe(401)
  }
})

test('accepts requests from its own origin and rejects other origins', async () => {
  const admin = await signInClient(browserAt('marlowquay.example'))
  const body = { title: 'Extra night in Harwich', message: 'Doors at eight' }
  const taken = await admin.ask('/api/admin/announcements', { body })
  expect(taken.status, taken.text).toBe(201)
  for (const origin of [
    'http://marlowquay.example',
    'https://setlight.example',
    `https://marlowquay.example:${https}`,
  ]) {
    const refused = await admin.ask('/api/admin/announcements', { body, headers: { origin } })
    expect([refused.status, refused.json()], origin).toMatchObject([403, { reason: 'foreign-origin' }])
  }
})

test('ignores a client header that claims http', async () => {
  const browser = browserAt('marlowquay.example')
  const forged = { 'x-forwarded-proto': 'http', forwarded: 'proto=http' }
  const entered = await browser.ask('/api/auth/sign-in', { body: owner, headers: forged })
  expect(entered.headers['set-cookie']?.join()).toContain('__Host-session=')
  expect(entered.headers['strict-transport-security']).toBe('max-age=31536000')
})

test('redirects http to https', async () => {
  const browser = openHttpClient({ host: 'marlowquay.example', port: () => http })
  const { status, headers } = await browser.ask('/tour?past=include')
  expect([status, headers.location]).toEqual([308, 'https://marlowquay.example/tour?past=include'])
})
