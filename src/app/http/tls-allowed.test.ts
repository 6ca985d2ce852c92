import { expect, test } from 'vitest'
import { createTrustedProxyCheck } from '#app/http/request-context.ts'
import { tlsAllowedRoutes } from '#app/http/tls-allowed.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'

const sites = createSiteRegistry([minimalSite({ domain: 'band.example', hosts: ['localhost'], isDefault: true })])
sites.serve({
  sites: [],
  hosts: ['confirmed.example', 'waiting.example'].map((host) => {
    const isConfirmed = host === 'confirmed.example'
    return { host, websiteId: sites.defaultSite.siteId, isMain: false, isConfirmed }
  }),
})

function newRoute() {
  let time = 0
  const app = tlsAllowedRoutes({ sites, isProxy: createTrustedProxyCheck(['10.0.0.2']), monotonic: () => time })
  const ask = async (domain: string, { peer = '127.0.0.1', headers = {} } = {}) => {
    const incoming = { socket: { remoteAddress: peer }, headers: { host: 'anything', ...headers } }
    const { status } = await app.request(`/internal/tls-allowed?domain=${domain}`, {}, { incoming })
    return status
  }
  return { ask, wait: (ms: number) => (time += ms) }
}

test.each([
  ['band.example', 200],
  ['BAND.example', 200],
  ['confirmed.example', 200],
  ['waiting.example', 404],
  ['unknown.example', 404],
  ['localhost', 404],
  ['', 404],
  ['band.example/x', 404],
])('says of the name “%s” %i', async (domain, status) => {
  expect(await newRoute().ask(domain)).toBe(status)
})

test.each([
  ['this machine', '127.0.0.1', {}, 200],
  ['this machine by IPv6', '::1', {}, 200],
  ['a configured proxy', '::ffff:10.0.0.2', {}, 200],
  ['any other machine', '203.0.113.9', {}, 404],
  ['a visitor behind a proxy', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }, 404],
  ['a visitor behind a configured proxy', '10.0.0.2', { forwarded: 'for=203.0.113.9' }, 404],
])(
  'the question for a certificate is answered to this machine and proxies only: %s',
  async (_, peer, headers, status) => {
    expect(await newRoute().ask('band.example', { peer, headers })).toBe(status)
  },
)

test('rate limits requests for names for one second', async () => {
  const { ask, wait } = newRoute()
  for (let at = 0; at < 100; at++) expect(await ask(`${at}.example`)).toBe(404)
  expect(await ask('band.example')).toBe(429)
  wait(1_000)
  for (let at = 0; at < 20; at++) expect(await ask('band.example')).toBe(200)
  expect(await ask('band.example')).toBe(429)
})
