import { createHash } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import {
  compressPage,
  negotiateEncoding,
  replaceNonceByHashes,
  stripLoadTimes,
  toCachedPage,
} from '#app/http/pages/encoded-page.ts'

const nonce = 'a+b/c+==' // what is special in a pattern is in every third of them
const html = `<html><head><meta property="csp-nonce" content="${nonce}"/>
<style nonce="${nonce}">body{}</style><script nonce="${nonce}">ours()</script>
<script type="module" nonce="${nonce}" src="/assets/a.js"></script><script>smuggled()</script>
<script type="application/ld+json">{"@type":"Thing"}</script></head><body>${'words '.repeat(400)}</body></html>`
const hash = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`
const made = (
  response = new Response(html, { headers: { 'content-type': 'text/html' } }),
  text = nonce,
  startedAt = Date.now(),
) => toCachedPage(response, { nonce: text, turnstile: false, startedAt })
const header = (head: string[], name: string) => head[head.indexOf(name) + 1]

test('replaces the nonce by hashes of the scripts that bore it', async () => {
  const { as, isShared } = await made()
  const { head, body } = as.identity
  const policy = header(head, 'content-security-policy')!
  expect(policy).toContain(`script-src 'self' ${hash('ours()')};`)
  expect(policy).toContain(`style-src 'self' ${hash('body{}')};`)
  expect(policy).not.toContain(hash('smuggled()'))
  expect(policy).not.toMatch(/nonce|unsafe-inline'[^;]*script/)
  expect(body.toString()).not.toContain('nonce')
  expect(isShared).toBe(true)
})

test('does not share a page whose nonce appears elsewhere in it', async () => {
  expect(replaceNonceByHashes(`<p>${nonce}</p>`, nonce).hasNonce).toBe(true)
  expect((await made(new Response(`<p>${nonce}</p>`))).isShared).toBe(false)
})

test('each encoding holds the same page under its own ETag', async () => {
  const { as } = await made()
  const { identity, gzip, br } = as
  expect(gunzipSync(gzip.body)).toEqual(identity.body)
  expect(brotliDecompressSync(br.body)).toEqual(identity.body)
  expect(new Set([identity, gzip, br].map(({ etag }) => etag)).size).toBe(3)
  for (const { head, body, etag } of [identity, gzip, br]) {
    expect(header(head, 'content-length')).toBe(String(body.length))
    expect(header(head, 'etag')).toBe(etag)
    expect(header(head, 'vary')).toBe('Accept-Encoding')
    expect(header(head, 'cache-control')).toBe('public, no-cache')
  }
  expect(header(br.head, 'content-encoding')).toBe('br')
  expect(br.unchanged).not.toContain('content-length')
})

test('an encoding occupies no more memory than it has bytes', async () => {
  const { as, bytes } = await made()
  const occupied = [as.gzip.body, as.br.body].map(({ buffer }) => buffer.byteLength)
  expect(occupied.reduce((sum, each) => sum + each)).toBe(bytes)
})

test('headers for shared pages are on every encoding and on 304, and on no other page', async () => {
  const sharedHeaders = [['cdn-cache-control', 'max-age=300']] as const satisfies [string, string][]
  const madeWith = (status: number) =>
    toCachedPage(new Response(html, { status }), { nonce, turnstile: false, startedAt: Date.now(), sharedHeaders })
  for (const { head, unchanged } of Object.values((await madeWith(200)).as)) {
    expect(header(head, 'cdn-cache-control')).toBe('max-age=300')
    expect(header(unchanged, 'cdn-cache-control')).toBe('max-age=300')
    expect(header(head, 'cache-control')).toBe('public, no-cache')
  }
  expect((await madeWith(404)).as.identity.head).not.toContain('cdn-cache-control')
})

test.each([
  ['status 404', new Response(html, { status: 404 })],
  ['a cookie', new Response(html, { headers: { 'set-cookie': 'a=b' } })],
  ['a wish not to be kept', new Response(html, { headers: { 'cache-control': 'no-store' } })],
])('does not share a page with %s', async (_, response) => {
  const { isShared, as } = await made(response)
  expect(isShared).toBe(false)
  expect(header(as.identity.head, 'cache-control')).toMatch(/private|no-store/)
  expect(as.identity.head).not.toContain('etag')
})

test('the page for addresses without one is kept without a version that a client could know', async () => {
  const { isShared, status, as } = await toCachedPage(new Response(html, { status: 404 }), {
    nonce,
    turnstile: false,
    startedAt: Date.now(),
    isNotFoundPage: true,
  })
  expect([isShared, status]).toEqual([true, 404])
  expect(header(as.br.head, 'cache-control')).toBe('private, no-cache')
  expect(as.br.head).not.toContain('etag')
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['BR', 'br'],
  ['bri, xgzip', 'identity'],
  ['deflate', 'identity'],
  ['*', 'identity'],
  [undefined, 'identity'],
])('accept-encoding %s gets %s', (accepted, encoding) => expect(negotiateEncoding(accepted)).toBe(encoding))

const startedAt = 1_789_000_000_000
const withData = (at: number) =>
  `<script nonce="${nonce}">$_TSR.router=({i:"x",u:${at},s:"success",q:[{state:{dataUpdatedAt:${at + 1}},dehydratedAt:${at + 2}}]})</script>`

test('an unchanged page keeps its ETag when it is rendered again', async () => {
  vi.useFakeTimers({ now: startedAt + 10 })
  const first = await made(new Response(withData(startedAt)), nonce, startedAt)
  vi.setSystemTime(startedAt + 600_000)
  const second = await made(new Response(withData(startedAt + 599_000)), nonce, startedAt + 599_000)
  expect(second.as.br.etag).toBe(first.as.br.etag)
  expect(first.as.identity.body.toString()).toContain(
    '{i:"x",u:Date.now(),s:"success",q:[{state:{dataUpdatedAt:Date.now()},dehydratedAt:Date.now()}]}',
  )
  expect(header(first.as.identity.head, 'content-security-policy')).toContain(
    hash(/<script>(.*)<\/script>/.exec(first.as.identity.body.toString())![1]!),
  )
})

test('removes only the times at which the page was rendered', () => {
  const text = `u:${startedAt} u:${startedAt - 1} u:${startedAt + 1} x:${startedAt} menu:${startedAt} u:${startedAt}5`
  expect(stripLoadTimes(text, { from: startedAt, to: startedAt })).toBe(
    text.replace(`u:${startedAt} `, 'u:Date.now() '),
  )
})

const words = 'The tour begins in spring. '.repeat(200)
const page = (body: string | null = words, status = 200) => new Response(body, { status, headers: { vary: 'Cookie' } })
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test('compresses a page for one visitor by Accept-Encoding and sends its length', async () => {
  const br = await compressPage(page(), 'gzip, deflate, br')
  expect([br.headers.get('content-encoding'), br.headers.get('vary')]).toEqual(['br', 'Cookie, Accept-Encoding'])
  const bytes = await bytesOf(br)
  expect(br.headers.get('content-length')).toBe(String(bytes.length))
  expect(brotliDecompressSync(bytes).toString()).toBe(words)
  const gzip = await compressPage(page(), 'gzip')
  expect(gzip.headers.get('content-encoding')).toBe('gzip')
  expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(words)
})

test('sends a page uncompressed when it is short or the browser accepts no encoding', async () => {
  const plain = await compressPage(page(), undefined)
  expect(plain.headers.get('content-encoding')).toBeNull()
  expect(await plain.text()).toBe(words)
  const short = await compressPage(page('Not here.', 404), 'br')
  expect([short.status, short.headers.get('content-encoding'), await short.text()]).toEqual([404, null, 'Not here.'])
  const elsewhere = await compressPage(page(null, 307), 'br')
  expect([elsewhere.status, elsewhere.headers.get('content-length')]).toEqual([307, null])
})
