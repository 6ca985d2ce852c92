import { describe, expect, test } from 'vitest'
import { backupsResult, secondFactorResult } from '#domain/going-live/backups-and-second-factor.ts'
import { certificateResult } from '#domain/going-live/certificate.ts'
import { worstResultOf } from '#domain/going-live/check.ts'
import { type DnsAnswer, domainResult, isPublicHostName } from '#domain/going-live/domain.ts'
import { mailDnsNames, mailResult } from '#domain/going-live/mail.ts'
import { paymentsResult, requiredStripeEvents, type WebhookEndpoint } from '#domain/going-live/payments.ts'

const now = new Date('2026-05-01T12:00:00Z')
const daysAgo = (days: number) => new Date(+now - days * 86_400_000)

test('combines several check results into the worst of them', () => {
  const [ok, unknown, todo, bad] = (['ok', 'unknown', 'todo', 'bad'] as const).map((state) => ({
    state,
    sentence: state,
  }))
  expect(worstResultOf(ok!, unknown!)).toBe(unknown)
  expect(worstResultOf(unknown!, todo!, ok!)).toBe(todo)
  expect(worstResultOf(todo!, bad!, unknown!)).toBe(bad)
})

test.each([
  ['band.example', true],
  ['www.band.co.uk', true],
  ['xn--bnd-0na.example', true],
  ['localhost', false],
  ['service.localhost', false],
  ['127.0.0.1', false],
  ['[::1]', false],
  ['printer.local', false],
  ['db.internal', false],
])('the host name %s is public: %s', (host, isPublic) => expect(isPublicHostName(host)).toBe(isPublic))

describe('the domain', () => {
  const announced = { v4: ['192.0.2.7'], v6: ['2001:db8::7'], name: null }
  const ownAddresses = ['192.0.2.7', '2001:db8::7']
  const named = (v4: DnsAnswer, v6: DnsAnswer = [], host = 'band.example') => ({ host, v4, v6 })
  const result = (...hosts: ReturnType<typeof named>[]) => domainResult({ hosts, announced, ownAddresses })

  test.each([
    ['both addresses', named(['192.0.2.7'], ['2001:db8::7']), 'ok', ['there', 'there']],
    ['the first address only', named(['192.0.2.7']), 'ok', ['there', 'missing']],
    ['nothing yet', named([]), 'todo', ['missing', 'missing']],
    ['the page of a registrar', named(['198.51.100.9']), 'todo', ['wrong', 'missing']],
    ['this server and an older one', named(['192.0.2.7', '198.51.100.9']), 'bad', ['there', 'missing']],
    ['an old address for IPv6', named(['192.0.2.7'], ['2001:db8::9']), 'bad', ['there', 'wrong']],
    ['no answer', named(null), 'unknown', ['unknown', 'missing']],
  ])('with %s', (_, lookup, state, records) => {
    const found = result(lookup)
    expect([found.state, found.records!.map((record) => record.state)]).toEqual([state, records])
  })

  test('the domain check takes the worst result of all host names', () => {
    const found = result(named(['192.0.2.7']), named([], [], 'www.band.example'))
    expect(found).toMatchObject({ state: 'todo', sentence: expect.stringMatching(/^www\.band\.example leads nowhere/) })
    expect(found.records!.map(({ name }) => name)).toEqual([
      ...['band.example', 'band.example', 'www.band.example', 'www.band.example'],
    ])
  })

  test('suggests A and AAAA records for the domain and a CNAME for its other host names', () => {
    const hosts = [named(['192.0.2.7']), named(['192.0.2.7'], [], 'www.band.example')]
    const { records } = domainResult({ hosts, announced: { ...announced, name: 'sites.host.example' }, ownAddresses })
    expect(records!.map(({ type, name, state }) => [type, name, state])).toEqual([
      ['A', 'band.example', 'there'],
      ['AAAA', 'band.example', 'missing'],
      ['CNAME', 'www.band.example', 'there'],
    ])
  })

  test('suggests a CNAME, or an ALIAS at the apex, when only a host name of the server is known', () => {
    const hosts = [named(['198.51.100.9'])]
    const announcedName = { v4: [], v6: [], name: 'sites.host.example' }
    const found = domainResult({ hosts, announced: announcedName, ownAddresses: ['192.0.2.7'] })
    expect(found.records).toMatchObject([
      { type: 'CNAME', value: 'sites.host.example', state: 'wrong', note: expect.stringContaining('ALIAS') },
    ])
  })

  test('the domain check is unknown without an announced server address', () => {
    const hosts = [named(['192.0.2.7'])]
    expect(domainResult({ hosts, announced: { v4: [], v6: [], name: null }, ownAddresses: [] })).toMatchObject({
      state: 'unknown',
      sentence: expect.stringContaining('PUBLIC_ADDRESSES'),
    })
    expect(domainResult({ hosts: [], announced, ownAddresses })).toMatchObject({ state: 'todo' })
  })
})

describe('the certificate', () => {
  const ends = (days: number) => ({ kind: 'valid' as const, validUntil: daysAgo(-days) })
  test.each([
    [ends(60), 'ok', 'works'],
    [ends(13), 'bad', 'ends in 13 days'],
    [ends(0.5), 'bad', 'ends within a day'],
    [{ kind: 'expired' as const, validUntil: daysAgo(1) }, 'bad', 'has expired'],
    [{ kind: 'other-name' as const }, 'bad', 'another name'],
    [{ kind: 'untrusted' as const }, 'bad', 'do not trust'],
    [{ kind: 'refused' as const }, 'bad', 'refuses connections'],
    [{ kind: 'no-address' as const }, 'todo', 'must lead to this server'],
    [{ kind: 'not-public' as const }, 'todo', 'local network'],
    [{ kind: 'no-answer' as const }, 'unknown', 'in your browser'],
  ])('%o is %s', (outcome, state, words) => {
    const found = certificateResult([{ host: 'band.example', outcome }], now)
    expect(found).toMatchObject({ state, sentence: expect.stringContaining(words) })
  })

  test('the certificate check shows the expiry of each host name and the worst result', () => {
    const found = certificateResult(
      [
        { host: 'band.example', outcome: ends(60) },
        { host: 'www.band.example', outcome: { kind: 'other-name' } },
      ],
      now,
    )
    expect(found).toMatchObject({ state: 'bad', moments: [{ label: 'band.example is valid until', at: daysAgo(-60) }] })
  })
})

describe('mail', () => {
  const settings = { from: 'Hello@mail.band.example', spf: ['include:spf.post.example'], dkimSelectors: ['key1'] }
  const names = mailDnsNames(settings)
  const good: Record<string, DnsAnswer> = {
    'mail.band.example': ['some-proof=1', 'v=spf1 include:spf.post.example ~all'],
    'key1._domainkey.mail.band.example': ['v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'],
    '_dmarc.mail.band.example': [],
    '_dmarc.band.example': ['v=DMARC1; p=quarantine; rua=mailto:a@band.example'],
  }
  const result = (changes: Record<string, DnsAnswer> = {}, other = {}) =>
    mailResult({ settings: { ...settings, ...other }, txt: new Map(Object.entries({ ...good, ...changes })) })
  const states = (changes: Record<string, DnsAnswer>) => result(changes).records!.map(({ state }) => state)

  test('looks up SPF and DKIM at the sender domain, and DMARC also at its parent domains', () => {
    expect(names).toEqual({
      spf: 'mail.band.example',
      dkim: ['key1._domainkey.mail.band.example'],
      dmarc: ['_dmarc.mail.band.example', '_dmarc.band.example'],
    })
  })

  test('the mail check is ok with SPF, DKIM and DMARC records', () => {
    expect(result()).toMatchObject({ state: 'ok', sentence: expect.stringContaining('Hello@mail.band.example') })
    expect(result().records!.map(({ name, state }) => [name, state])).toEqual([
      ['mail.band.example', 'there'],
      ['key1._domainkey.mail.band.example', 'there'],
      ['_dmarc.band.example', 'there'],
    ])
  })

  test('the mail check lists each missing record with its value if it is known', () => {
    const none = Object.fromEntries(Object.keys(good).map((name) => [name, []]))
    expect(result(none)).toMatchObject({
      state: 'todo',
      records: [
        { state: 'missing', value: 'v=spf1 include:spf.post.example ~all' },
        { state: 'missing', value: null, note: expect.stringContaining('mail provider') },
        { name: '_dmarc.mail.band.example', state: 'missing', value: 'v=DMARC1; p=none' },
      ],
    })
  })

  test('suggests an SPF record that adds the mail server to the existing terms', () => {
    const found = result({ 'mail.band.example': ['v=spf1 ip4:192.0.2.1 include:other.example -all'] })
    expect(found).toMatchObject({
      state: 'bad',
      records: [
        { state: 'wrong', value: 'v=spf1 include:spf.post.example ip4:192.0.2.1 include:other.example -all' },
        {},
        {},
      ],
    })
  })

  test.each([
    ['two SPF records', { 'mail.band.example': ['v=spf1 -all', 'v=spf1 include:spf.post.example ~all'] }, 0],
    ['a withdrawn key', { 'key1._domainkey.mail.band.example': ['v=DKIM1; p='] }, 1],
    ['DMARC without a policy', { '_dmarc.band.example': ['v=DMARC1; rua=mailto:a@band.example'] }, 2],
    ['two DMARC records', { '_dmarc.band.example': ['v=DMARC1; p=none', 'v=DMARC1; p=reject'] }, 2],
  ])('marks the mail DNS record as wrong: %s', (_, changes, at) =>
    expect(states(changes as Record<string, DnsAnswer>)[at]).toBe('wrong'),
  )

  test('the mail check reports records that could not be looked up', () => {
    expect(result({ 'mail.band.example': null })).toMatchObject({
      state: 'unknown',
      records: [{ state: 'unknown' }, {}, {}],
    })
    expect(result({}, { dkimSelectors: [] })).toMatchObject({
      state: 'unknown',
      records: [{}, { state: 'unknown', note: expect.stringContaining('MAIL_DKIM_SELECTORS') }, {}],
    })
  })

  test('the mail check asks for a mail server when none is configured', () => {
    expect(mailResult({ settings: null, txt: new Map() })).toMatchObject({
      state: 'todo',
      sentence: expect.stringContaining('SMTP_URL'),
    })
  })
})

describe('payments', () => {
  const url = 'https://band.example/api/webhooks/stripe'
  const endpoint: WebhookEndpoint = { url, events: requiredStripeEvents, isEnabled: true, version: 'v9' }
  const facts = {
    hasShop: true,
    mode: 'live' as const,
    setup: { key: 'accepted' as const, endpoints: [endpoint] as WebhookEndpoint[] | null },
    webhookUrls: [url],
    version: 'v9',
    lastEventAt: now as Date | null,
    testPayment: { receivedAt: null, refundedAt: null },
  }
  const of = (changes: object = {}) => paymentsResult({ ...facts, ...changes })
  const at = (...endpoints: WebhookEndpoint[]) => of({ setup: { key: 'accepted', endpoints } })

  test.each([
    ['everything', of(), 'ok', 'events arrive'],
    ['all events by a star', at({ ...endpoint, events: ['*'] }), 'ok', 'events arrive'],
    ['no shop', of({ hasShop: false, mode: 'closed' }), 'ok', 'no shop'],
    ['no keys', of({ mode: 'closed' }), 'todo', 'STRIPE_SECRET_KEY'],
    ['the sandbox', of({ mode: 'sandbox' }), 'todo', 'no money moves'],
    ['a test key', of({ mode: 'test' }), 'todo', 'test key'],
    ['a refused key', of({ setup: { key: 'refused' } }), 'bad', 'refuses the key'],
    ['no answer', of({ setup: { key: 'no-answer' } }), 'unknown', 'did not answer'],
    ['no endpoint', at(), 'bad', url],
    ['an endpoint of another site', at({ ...endpoint, url: 'https://other.example/x' }), 'bad', url],
    ['an endpoint that is off', at({ ...endpoint, isEnabled: false }), 'bad', 'turned off'],
    [
      'a missing event',
      at({ ...endpoint, events: requiredStripeEvents.slice(1) }),
      'bad',
      'checkout.session.completed',
    ],
    ['another version', at({ ...endpoint, version: 'v8' }), 'bad', 'v9'],
    ['no event so far', of({ lastEventAt: null }), 'todo', 'test payment'],
    ['a key without rights', of({ setup: { key: 'accepted', endpoints: null } }), 'ok', 'events arrive'],
    [
      'a key without rights, and no event',
      of({ setup: { key: 'accepted', endpoints: null }, lastEventAt: null }),
      'unknown',
      'may not see',
    ],
  ])('with %s', (_, found, state, words) =>
    expect(found).toMatchObject({ state, sentence: expect.stringContaining(words) }),
  )

  test('the payments check never shows the webhook endpoint of another site', () => {
    const other = { ...endpoint, url: 'https://secret.example/api/webhooks/stripe' }
    expect(JSON.stringify(at(other))).not.toContain('secret.example')
  })
})

test.each([
  [null, true, 'todo'],
  [null, false, 'todo'],
  [daysAgo(1), true, 'ok'],
  [daysAgo(3), true, 'bad'],
  [daysAgo(3), false, 'bad'],
])('a backup of %s, automatic: %s, is %s', (lastAt, areAutomatic, state) =>
  expect(backupsResult({ lastAt, areAutomatic, now }).state).toBe(state),
)

test.each([
  [{ people: 1, protectedPeople: 0, isOwnOn: false }, 'todo', 'your account'],
  [{ people: 3, protectedPeople: 1, isOwnOn: true }, 'todo', '2 other people'],
  [{ people: 2, protectedPeople: 1, isOwnOn: true }, 'todo', 'One other person'],
  [{ people: 2, protectedPeople: 2, isOwnOn: true }, 'ok', 'Everybody'],
])('second factors %o', (facts, state, words) =>
  expect(secondFactorResult(facts)).toMatchObject({ state, sentence: expect.stringContaining(words) }),
)
