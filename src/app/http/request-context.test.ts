import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import {
  canonicalUrlOf,
  createTrustedProxyCheck,
  rateLimitedClientOf,
  rateLimitKeyOf,
  requestContextOf,
} from '#app/http/request-context.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import { minimalSite } from '#tests/fixtures/domain/sites.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('rate limits count the address %s as %s', (address, bucket) => expect(rateLimitKeyOf(address)).toBe(bucket))

test('only the configured proxies are trusted', () => {
  const trusted = createTrustedProxyCheck(['127.0.0.1', '10.1.0.0/16'])
  expect(['127.0.0.1', '10.1.200.3'].every(trusted)).toBe(true)
  expect(['127.0.0.2', '10.2.0.1', '::1'].some(trusted)).toBe(false)
})

test.each([
  ['127.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['127.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['::ffff:127.0.0.1', '2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['127.0.0.1', 'unknown', 'unknown'],
  ['127.0.0.1', '', null],
  ['127.0.0.1', '10.1.0.5', null],
  ['127.0.0.1', '198.51.100.1, 203.0.113.7, 10.1.0.5', '203.0.113.7'],
  ['127.0.0.1', '203.0.113.7, , 10.1.0.5', null],
  ['127.0.0.1', '203.0.113.7, not an address', 'not an address'],
  ['::1', '', null],
])('a request from %s with X-Forwarded-For %j is of the client %s', (peer, forwarded, visitor) => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: peer })
  const request = Object.assign(new IncomingMessage(socket), { headers: { 'x-forwarded-for': forwarded } })
  expect(rateLimitedClientOf(request, createTrustedProxyCheck(['127.0.0.1', '10.1.0.0/16']))).toBe(visitor)
})

const sites = createSiteRegistry([
  minimalSite({ isDefault: true, hosts: ['www.site.example', 'localhost', '127.0.0.1', '[::1]'] }),
])

test.each([
  ['Site.example', 'https', '/tour?past=include', 'https://site.example/tour?past=include'],
  ['site.example.', 'https', '/', 'https://site.example/'],
  ['site.example:8443', 'https', '//evil.example/x', 'https://site.example//evil.example/x'],
  ['site.example:3000', 'http', 'http://site.example:3000/shop', 'https://site.example/shop'],
  ['WWW.site.example', 'https', '/', 'https://site.example/'],
  ['site.example', 'https', '/', null],
  ['site.example:443', 'https', '/', null],
  ['site.example:80', 'http', '/', null],
  ['site.example:443', 'http', '/', 'https://site.example/'],
  ['www.site.example', 'https', '/', null],
  ['localhost:3000', 'http', '/', null],
  ['LOCALHOST:3000', 'http', '/', null],
  ['127.0.0.1:3000', 'http', '/', null],
  ['[::1]:3000', 'http', '/', null],
])('%s over %s has for the path %s the canonical URL %s', (host, scheme, url, address) => {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: '127.0.0.1' })
  const headers = { host, 'x-forwarded-proto': scheme }
  const request = Object.assign(new IncomingMessage(socket), { headers, url })
  const contextDeps = { sites, proxies: createTrustedProxyCheck(['127.0.0.1']), fallbackToDefaultSite: false }
  expect(canonicalUrlOf(request, requestContextOf(request, '', contextDeps)!)).toBe(address)
})
