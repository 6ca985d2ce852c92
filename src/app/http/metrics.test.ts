import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import type { HealthFacts } from '#app/health-facts.ts'
import { createMetrics, mayReadMetrics } from '#app/http/metrics.ts'
import { createSiteRegistry } from '#domain/sites/registry.ts'
import type { Database } from '#server/db/database.ts'
import { sites } from '#sites/index.ts'

const token = 'a token of many letters'
const from = (remoteAddress: string, headers: IncomingMessage['headers'] = {}) =>
  mayReadMetrics(
    { socket: { remoteAddress } as IncomingMessage['socket'], headers: { host: 'localhost:3000', ...headers } },
    token,
  )

test('metrics are served to this machine and to requests with the token', () => {
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map((peer) => from(peer))).toEqual([true, true, true])
  expect(from('127.0.0.1', { host: '127.0.0.1:3000' })).toBe(true)
  expect(from('203.0.113.9', { authorization: `Bearer ${token}`, host: 'site.example' })).toBe(true)
})

test.each([
  ['another machine', '203.0.113.9', {}],
  ['another machine with a wrong token', '203.0.113.9', { authorization: 'Bearer nonsense' }],
  ['one behind a proxy on this machine', '127.0.0.1', { 'x-forwarded-for': '203.0.113.9' }],
  ['one behind a proxy that says nothing but the name', '127.0.0.1', { host: 'site.example' }],
  ['a browser that was led here by another name', '127.0.0.1', { host: 'evil.example' }],
])('metrics are refused to %s', (_, peer, headers) => expect(from(peer, headers)).toBe(false))

test('metrics accept no bearer token when none is configured', () => {
  const stranger = { socket: { remoteAddress: '203.0.113.9' }, headers: { authorization: 'Bearer undefined' } }
  expect(mayReadMetrics(stranger as IncomingMessage, undefined)).toBe(false)
})

test('counts requests by kind, status and duration', async () => {
  const metrics = createMetrics()
  for (const ms of [0.4, 8, 20_000]) metrics.request('page', 200, ms)
  metrics.request('api', 503, 3)
  metrics.refused('overload', 12)
  metrics.refused('malformed')
  metrics.refused('malformed')
  const isDown = () => Promise.reject(new Error('down'))
  const database: Database = {
    engine: 'postgres',
    storageFull: false,
    onStorageChange: () => {},
    ping: isDown,
    transaction: isDown,
    pool: () => ({ open: 3, idle: 1, waiting: 7 }),
    jobsConnection: () => ({}),
    close: async () => {},
  }
  const gigabyte = 1024 ** 3
  const healthFacts: HealthFacts = {
    keys: { dataKey: '0a1b2c3d', appSecret: '4e5f6071' },
    diskSpace: async () => ({ free: gigabyte / 2, total: 8 * gigabyte }),
    files: 'stay',
    store: { head: isDown },
  }
  const text = await metrics.text({
    services: { database, sites: createSiteRegistry(sites), healthFacts },
    pages: { counts: () => ({ hit: 5, miss: 2, stale: 1, fills: 2, pages: 2, bytes: 1000 }) },
  })
  for (const line of [
    'stagedoor_requests_total{kind="page",status="200"} 3',
    'stagedoor_requests_total{kind="api",status="503"} 1',
    'stagedoor_refused_total{reason="overload"} 12',
    'stagedoor_refused_total{reason="malformed"} 2',
    'stagedoor_request_duration_seconds_bucket{kind="page",le="0.001"} 1',
    'stagedoor_request_duration_seconds_bucket{kind="page",le="0.01"} 2',
    'stagedoor_request_duration_seconds_bucket{kind="page",le="10"} 2',
    'stagedoor_request_duration_seconds_bucket{kind="page",le="+Inf"} 3',
    'stagedoor_request_duration_seconds_sum{kind="page"} 20.0084',
    'stagedoor_page_cache_requests_total{result="hit"} 5',
    'stagedoor_page_cache_bytes 1000',
    'stagedoor_database_connections{state="busy"} 2',
    'stagedoor_database_waiting 7',
    'stagedoor_keys_info{data_key="0a1b2c3d",app_secret="4e5f6071"} 1',
    `stagedoor_disk_free_bytes ${gigabyte / 2}`,
    'stagedoor_disk_uploads_refused 1',
    'stagedoor_object_store_up 0',
  ])
    expect(text.split('\n')).toContain(line)
  for (const line of text.trim().split('\n'))
    expect(line).toMatch(/^(# (HELP|TYPE) |stagedoor_\w+(\{[^}]+\})? [\d.e+-]+$)/)
})
