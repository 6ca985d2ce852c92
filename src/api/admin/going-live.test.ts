import { expect, test } from 'vitest'
import type { GoingLiveCheckAnswer } from '#api/admin/going-live.ts'
import { checkIds } from '#domain/going-live/check.ts'
import { requiredStripeEvents } from '#domain/going-live/payments.ts'
import { siteWithDefaults } from '#domain/sites/defaults.ts'
import { paymentEvents } from '#server/commerce/checkout-table.ts'
import type { PaymentProvider } from '#server/commerce/payment-provider.ts'
import { newId } from '#server/db/id.ts'
import { stripeApiVersion } from '#server/payments/stripe.ts'
import { createTestApi, now } from '#tests/api.ts'
import { createTestSite, defaultEngine, openTestDatabase } from '#tests/database.ts'
import { openAccounts } from '#tests/fixtures/accounts.ts'
import { emptyGoingLiveSettings, startDnsServer, type Zone } from '#tests/fixtures/dns.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'
import { jsonRequest } from '#tests/fixtures/http.ts'
import { testPayments } from '#tests/fixtures/payments.ts'
import { expiredCertificate, startTlsServer, testAuthority, validCertificate } from '#tests/fixtures/tls.ts'

const database = await openTestDatabase(defaultEngine)
const accounts = await openAccounts(database)
const { features: defaults } = siteWithDefaults(minimalSite())
const here = { v4: ['127.0.0.1'], v6: [], name: null }

type Options = {
  zone?: Zone
  goingLive?: object
  hosts?: string[]
  provider?: Partial<PaymentProvider>
  hasShop?: boolean
}

/** A site at band.example with its owner, whose DNS the test decides. */
async function newOwner({ zone = {}, goingLive = {}, hosts = [], provider, hasShop = true }: Options = {}) {
  const dns = await startDnsServer(zone)
  const site = await createTestSite(database)
  const { userId, email } = await accounts.newUser(site, { administers: true })
  const { person } = await accounts.signedIn(site, email)
  const actor = { kind: 'administrator', ...person, authenticatedBy: 'session' } as const
  const settings = { ...emptyGoingLiveSettings, publicAddresses: here, ...goingLive, dnsServers: [dns.server] }
  const api = createTestApi(
    database,
    site,
    actor,
    { origin: 'https://band.example', goingLive: settings },
    {
      accounts,
      site: {
        domain: 'band.example',
        hosts: ['localhost', ...hosts],
        features: { ...defaults, shop: { enabled: hasShop, type: 'stripe' } },
      },
      ...(provider && { payments: testPayments(database, provider as PaymentProvider) }),
    },
  )
  const own = { headers: { origin: 'http://localhost' } }
  const read = async (answer: Response): Promise<GoingLiveCheckAnswer> => {
    expect(answer.status).toBe(200)
    return answer.json()
  }
  return {
    api,
    dns,
    site,
    userId,
    email,
    person,
    check: async (id: string) => read(await api.request(`/api/admin/going-live/checks/${id}`)),
    again: (id: string) => api.request(`/api/admin/going-live/checks/${id}`, jsonRequest({}, own)),
    checkAgain: async (id: string) =>
      read(await api.request(`/api/admin/going-live/checks/${id}`, jsonRequest({}, own))),
    sendTest: () => api.request('/api/admin/going-live/test-mail', jsonRequest({}, own)),
    pay: () => api.request('/api/admin/going-live/test-payment', jsonRequest({}, own)),
  }
}

test('lists the checks in their order without running any', async () => {
  const { api, dns } = await newOwner()
  const { checks } = await (await api.request('/api/admin/going-live')).json()
  expect(checks.map(({ id }: { id: string }) => id)).toEqual(checkIds)
  expect(dns.questions).toEqual([])
})

test('resolves the host names of the site through CNAMEs and skips local names', async () => {
  const { check, dns } = await newOwner({
    hosts: ['www.band.example', 'band.localhost'],
    zone: {
      'band.example': { A: ['127.0.0.1'] },
      'www.band.example': { CNAME: ['band.example'] },
    },
  })
  const found = await check('domain')
  expect(found).toMatchObject({
    state: 'ok',
    records: [
      { type: 'A', name: 'band.example', value: '127.0.0.1', state: 'there' },
      { type: 'A', name: 'www.band.example', value: '127.0.0.1', state: 'there' },
    ],
  })
  expect(dns.questions.toSorted()).toEqual([
    ...['A band.example', 'A www.band.example', 'AAAA band.example', 'AAAA www.band.example'],
  ])
})

test('the dashboard checklist shows the last check results without running checks', async () => {
  const { api, check, dns } = await newOwner({ zone: { 'band.example': { A: ['198.51.100.9'] } } })
  const isDone = async () => {
    const { checklist } = await (await api.request('/api/admin/dashboard')).json()
    return checklist.find(({ id }: { id: string }) => id === 'domain').isDone
  }
  await api.request('/api/admin/set-up', jsonRequest({ state: 'exploring' }, { method: 'PUT' }))
  expect([await isDone(), dns.questions]).toEqual([true, []])
  expect((await check('domain')).state).toBe('todo')
  const before = dns.questions.length
  expect([await isDone(), dns.questions.length]).toEqual([false, before])
})

test('accepts a CNAME to the configured public host name of the server', async () => {
  const { check } = await newOwner({
    goingLive: { publicAddresses: { v4: [], v6: [], name: 'sites.host.example' } },
    zone: { 'sites.host.example': { AAAA: ['2001:db8::7'] }, 'band.example': { CNAME: ['sites.host.example'] } },
  })
  expect(await check('domain')).toMatchObject({
    state: 'ok',
    records: [{ type: 'CNAME', name: 'band.example', value: 'sites.host.example', state: 'there' }],
  })
})

test('caches a check result for a minute and repeats the check on request', async () => {
  const { check, checkAgain, dns } = await newOwner()
  expect(await check('domain')).toMatchObject({ state: 'todo', records: [{ state: 'missing' }] })
  dns.zone['band.example'] = { A: ['127.0.0.1'] }
  expect(await check('domain')).toMatchObject({ state: 'todo' })
  expect(await checkAgain('domain')).toMatchObject({ state: 'ok' })
  expect(await check('domain')).toMatchObject({ state: 'ok' })
})

test('distinguishes a failing DNS server from a name without records', async () => {
  const { check, checkAgain, dns } = await newOwner({ zone: { 'band.example': 'failing' } })
  expect(await check('domain')).toMatchObject({ state: 'unknown', records: [{ state: 'unknown' }] })
  dns.zone['band.example'] = {}
  expect(await checkAgain('domain')).toMatchObject({ state: 'todo', records: [{ state: 'missing' }] })
})

test('rate limits repeated checks', async () => {
  const { again } = await newOwner()
  const answers = await Promise.all(Array.from({ length: 33 }, () => again('backups')))
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(3)
  expect(await refused[0]!.json()).toMatchObject({ reason: 'too-many', facts: { retryAfterSeconds: 60 } })
})

test.each([
  ['a valid certificate', validCertificate, 'ok', 'https://band.example works'],
  ['an expired certificate', expiredCertificate, 'bad', 'has expired'],
])('connects to the site by TLS and sees %s', async (_, certificate, state, words) => {
  const tls = { port: await startTlsServer(certificate), ca: testAuthority }
  const { check } = await newOwner({ goingLive: { tls }, zone: { 'band.example': { A: ['127.0.0.1'] } } })
  const ends = state === 'ok' ? '2126-01-01T00:00:00.000Z' : '2021-01-01T00:00:00.000Z'
  expect(await check('certificate')).toMatchObject({
    state,
    sentence: expect.stringContaining(words),
    moments: [{ label: 'band.example is valid until', at: ends }],
  })
})

test('reports a certificate of another name, an untrusted one and a missing server', async () => {
  const zone = { 'band.example': { A: ['127.0.0.1'] }, 'www.band.example': { A: ['127.0.0.1'] } }
  const port = await startTlsServer(validCertificate)
  const other = await newOwner({ hosts: ['www.band.example'], goingLive: { tls: { port, ca: testAuthority } }, zone })
  expect((await other.check('certificate')).sentence).toMatch(
    /^The certificate at www\.band\.example belongs to another/,
  )
  const untrusted = await newOwner({ goingLive: { tls: { port } }, zone })
  expect((await untrusted.check('certificate')).sentence).toContain('do not trust')
  const away = await newOwner({ zone })
  expect((await away.check('certificate')).sentence).toContain('refuses connections')
})

test('never connects to a loopback or private address that is not configured', async () => {
  const port = await startTlsServer(validCertificate)
  for (const address of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '100.64.1.1', '192.168.1.1']) {
    const { check } = await newOwner({
      goingLive: { tls: { port, ca: testAuthority }, publicAddresses: { v4: ['192.0.2.7'], v6: [], name: null } },
      zone: { 'band.example': { A: [address], AAAA: ['::1', 'fd00::1', '::ffff:7f00:1'] } },
    })
    expect(await check('certificate'), address).toMatchObject({
      state: 'todo',
      sentence: expect.stringContaining('local'),
    })
  }
})

test('reads SPF, DKIM and DMARC of the address that mails come from', async () => {
  const { check, dns } = await newOwner({
    goingLive: { mail: { from: 'hello@post.example', spf: ['include:spf.post.example'], dkimSelectors: ['key1'] } },
    zone: {
      'post.example': { TXT: ['v=spf1 include:spf.post.example ~all'] },
      'key1._domainkey.post.example': { TXT: [`v=DKIM1; p=${'A'.repeat(392)}`] },
      '_dmarc.post.example': { TXT: ['v=DMARC1; p=none'] },
    },
  })
  expect(await check('mail')).toMatchObject({
    state: 'ok',
    records: [{ state: 'there' }, { state: 'there' }, { state: 'there' }],
  })
  expect(dns.questions.toSorted()).toEqual([
    ...['TXT _dmarc.post.example', 'TXT key1._domainkey.post.example', 'TXT post.example'],
  ])
})

const endpoint = {
  url: 'https://band.example/api/webhooks/stripe',
  events: requiredStripeEvents,
  isEnabled: true,
  version: stripeApiVersion,
}

test('asks the payment service for its endpoints, and says when the last event arrived', async () => {
  const other = { ...endpoint, url: 'https://secret.example/api/webhooks/stripe' }
  const provider: Partial<PaymentProvider> = {
    kind: 'stripe',
    takesRealMoney: true,
    setup: async () => ({ key: 'accepted', endpoints: [endpoint, other] }),
  }
  const { check, checkAgain, site } = await newOwner({ provider })
  expect(await check('payments')).toMatchObject({ state: 'todo', moments: [] })
  const event = { eventId: newId(), type: 'charge.refunded', happenedAt: now, receivedAt: now }
  await site.as('checkout', (tx) => tx.insert(paymentEvents).values(event))
  const found = await checkAgain('payments')
  expect(found).toMatchObject({ state: 'ok', moments: [{ label: 'Last event received', at: now.toISOString() }] })
  expect(JSON.stringify(found)).not.toContain('secret.example')
})

test('opens a test payment of the smallest amount, five an hour, and none on a site without card payments', async () => {
  const opened: object[] = []
  const openSession: PaymentProvider['openSession'] = async (request) => {
    opened.push(request)
    return { url: 'https://pay.example/1', ...request } as never
  }
  const { pay, site, email } = await newOwner({ provider: { openSession } })
  const answer = await pay()
  expect([answer.status, await answer.json()]).toEqual([200, { url: 'https://pay.example/1' }])
  expect(opened).toEqual([
    expect.objectContaining({
      websiteId: site.websiteId,
      checkoutId: expect.stringMatching(/^test-/),
      lines: [{ name: 'Test payment', unitAmount: expect.any(Number), quantity: 1 }],
      email,
      successUrl: 'https://band.example/admin/going-live',
    }),
  ])
  for (let at = 1; at < 5; at++) expect((await pay()).status).toBe(200)
  expect((await pay()).status).toBe(429)
  expect((await (await newOwner({ provider: { openSession }, hasShop: false })).pay()).status).toBe(404)
})

test('reports a check that throws as unknown and still runs the others', async () => {
  const provider: Partial<PaymentProvider> = {
    kind: 'stripe',
    takesRealMoney: true,
    setup: () => Promise.reject(new Error('canary of the provider')),
  }
  const { check } = await newOwner({ provider })
  const found = await check('payments')
  expect(found).toMatchObject({ state: 'unknown' })
  expect(JSON.stringify(found)).not.toContain('canary')
  expect(await check('backups')).toMatchObject({ state: 'todo' })
})

test('requires no payment check on a site without a shop', async () => {
  const { check } = await newOwner({ hasShop: false, provider: { kind: 'closed', takesRealMoney: false } })
  expect(await check('payments')).toMatchObject({ state: 'ok' })
})

test('counts the second factors of the people of this site only', async () => {
  const { check, checkAgain, site, person } = await newOwner()
  expect(await check('second-factor')).toMatchObject({
    state: 'todo',
    sentence: expect.stringContaining('your account'),
  })
  await accounts.withFactor(site, person)
  expect(await checkAgain('second-factor')).toMatchObject({ state: 'ok' })
  await accounts.newUser(site, { administers: true })
  await accounts.newUser(await createTestSite(database), { administers: true })
  expect(await checkAgain('second-factor')).toMatchObject({
    state: 'todo',
    sentence: expect.stringContaining('One other'),
  })
})

test('sends the administrator at most five test mails an hour and reports their state', async () => {
  const { sendTest, api, site, email } = await newOwner()
  const answer = await sendTest()
  expect(answer.status).toBe(200)
  const { id } = await answer.json()
  const sent = await accounts.mailsOf(site)
  expect(sent.at(-1)).toMatchObject({ to: email, subject: expect.stringContaining('A test from') })
  const state = async () => (await api.request(`/api/admin/going-live/test-mail/${id}`)).json()
  expect(await state()).toEqual({ state: 'queued', failure: null })
  for (let count = 1; count < 5; count++) expect((await sendTest()).status).toBe(200)
  expect((await sendTest()).status).toBe(429)
})

test('the going-live checks require an administrator', async () => {
  const { site } = await newOwner()
  const visitor = createTestApi(database, site)
  for (const path of ['', '/checks/domain', `/test-mail/${newId()}`])
    expect((await visitor.request(`/api/admin/going-live${path}`)).status).toBe(401)
  const { api } = await newOwner()
  expect((await api.request('/api/admin/going-live/checks/other')).status).toBe(404)
})
