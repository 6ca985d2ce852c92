import { expect, test } from 'vitest'
import { createTestApi } from '#tests/api.ts'
import { createTestSite, defaultEngine, openTestDatabase } from '#tests/database.ts'
import { silentLog } from '#tests/fixtures/log.ts'

const database = await openTestDatabase(defaultEngine)

type Line = Record<string, unknown>

async function newPage() {
  const lines: Line[] = []
  const log = { ...silentLog, warn: (facts: object) => lines.push(facts as Line) }
  const site = await createTestSite(database)
  const api = createTestApi(
    database,
    site,
    { kind: 'visitor' },
    {},
    { log, site: { name: `A site ${site.websiteId}` } },
  )
  const report = (body: unknown, { type = 'application/csp-report', address = site.websiteId } = {}) =>
    api.request(
      '/api/csp-reports',
      {
        method: 'POST',
        headers: { 'content-type': type },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      },
      address,
    )
  return { lines, report }
}

const old = (changes: object = {}) => ({
  'csp-report': {
    'document-uri': 'https://site.example/downloads/9sWm0vZ1nJrT3kQxLhYc2Db5Gf8Ap6Ei4Uo7Ws1Xz0K?token=secret#x',
    referrer: 'https://elsewhere.example/?q=secret',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/secret.js?key=secret',
    'script-sample': 'secret',
    ...changes,
  },
})

test('logs a CSP violation without query, path ids or samples', async () => {
  const { lines, report } = await newPage()
  expect((await report(old())).status).toBe(202)
  expect(lines).toMatchObject([
    { directive: 'script-src-elem', blocked: 'https://evil.example', page: '/downloads', count: 1 },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/secret|9sWm0/)
})

test('accepts the Reporting API format, with several reports and other types', async () => {
  const { lines, report } = await newPage()
  const of = (blockedURL: string) => ({
    type: 'csp-violation',
    age: 10,
    url: 'https://site.example/tour',
    user_agent: 'x',
    body: {
      documentURL: 'https://site.example/tour',
      effectiveDirective: 'img-src',
      blockedURL,
      disposition: 'enforce',
    },
  })
  const sent = [of('inline'), of('data:image/png;base64,secret'), { type: 'deprecation', body: { id: 'x' } }]
  expect((await report(sent, { type: 'application/reports+json; charset=utf-8' })).status).toBe(202)
  expect(lines.map(({ blocked, page }) => [blocked, page])).toEqual([
    ['inline', '/tour'],
    ['data:', '/tour'],
  ])
})

test('logs equal reports at the first, tenth and hundredth time', async () => {
  const { lines, report } = await newPage()
  for (let at = 0; at < 120; at++) await report(old(), { address: `${Math.floor(at / 20)} ${lines.length}` })
  expect(lines.map(({ count }) => count)).toEqual([1, 10, 100])
})

test('rate limits the reports of each sender separately', async () => {
  const { report } = await newPage()
  const statuses: number[] = []
  for (let at = 0; at < 61; at++) statuses.push((await report(old())).status)
  expect(statuses.filter((status) => status === 202)).toHaveLength(60)
  const late = await report(old())
  expect([late.status, Number(late.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await report(old(), { address: 'somebody else' })).status).toBe(202)
})

test.each([
  ['too much', JSON.stringify(old({ 'script-sample': 'x'.repeat(16 * 1024) })), 'application/csp-report', 413],
  ['a form', 'a=b', 'application/x-www-form-urlencoded', 415],
  ['no type', '{}', '', 415],
  ['broken JSON', '{"csp-report":', 'application/csp-report', 400],
  ['something else', '{"csp-report":7}', 'application/csp-report', 400],
  ['a thousand', JSON.stringify(Array(1_000).fill({ type: 'x' })), 'application/reports+json', 400],
])('refuses %s as a CSP report and logs nothing', async (_, body, type, status) => {
  const { lines, report } = await newPage()
  expect((await report(body, { type })).status).toBe(status)
  expect(lines).toEqual([])
})

test('logs unknown values in a valid report as unknown', async () => {
  const { lines, report } = await newPage()
  const nonsense = { 'document-uri': 'javascript:x', 'effective-directive': '<b>', 'blocked-uri': 'a b\n{"level":50}' }
  expect((await report(old({ ...nonsense, 'violated-directive': 7 }))).status).toBe(202)
  expect(lines).toMatchObject([{ directive: 'unknown', blocked: 'unknown', page: '/…' }])
})
