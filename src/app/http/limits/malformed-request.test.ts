import { expect, test } from 'vitest'
import { findMalformedRequest } from '#app/http/limits/malformed-request.ts'

const request = (changes: { method?: string; url?: string; headers?: [string, string][] }) => ({
  method: changes.method ?? 'GET',
  url: changes.url ?? '/',
  rawHeaders: (changes.headers ?? [['Host', 'localhost:3000']]).flat(),
})
const withHost = (host: string) => request({ headers: [['Host', host]] })

test.each([
  'localhost',
  'localhost:3000',
  'marlow.example',
  'Marlow.Example.',
  '127.0.0.1:80',
  '[::1]:3000',
  'a-b.c',
  'my_app:3000',
  'xn--mller-kva.example',
])('the host %s is well formed', (host) => expect(findMalformedRequest(withHost(host))).toBeNull())

test.each([
  '',
  ' ',
  'a b',
  'user@host',
  'host/path',
  'host#x',
  'host?x',
  'a..b',
  'host:99999',
  'host:x',
  'ho\tst',
  '-a',
  '[::1',
  '::1',
  'a,b',
  'a%00',
  'höst',
  '[0:0:0:0:0:0:0:1]',
  '[::FFFF:127.0.0.1]:3000',
  '127.1',
  '0x7f.0.0.1:80',
  '2130706433',
])('the host "%s" is refused', (host) =>
  expect(findMalformedRequest(withHost(host))).toMatchObject({ status: 400, reason: 'malformed' }),
)

test('refuses two Host headers and a missing one', () => {
  const twice = [
    ['Host', 'localhost'],
    ['host', 'localhost'],
  ] as [string, string][]
  expect(findMalformedRequest(request({ headers: twice }))).toMatchObject({ status: 400 })
  expect(findMalformedRequest(request({ headers: [] }))).toMatchObject({ status: 400 })
})

test('an absolute address must name the host of the Host header', () => {
  expect(findMalformedRequest(request({ url: 'http://localhost:3000/tour' }))).toBeNull()
  expect(findMalformedRequest(request({ url: 'http://evil.example/tour' }))).toMatchObject({ status: 400 })
  expect(findMalformedRequest(request({ url: '*', method: 'OPTIONS' }))).toMatchObject({ status: 400 })
  expect(findMalformedRequest(request({ url: 'HTTP://localhost:3000/tour' }))).toMatchObject({ status: 400 })
  expect(findMalformedRequest(request({ url: 'http://ann@localhost:3000/tour' }))).toMatchObject({ status: 400 })
  expect(findMalformedRequest(request({ url: 'http://:x@localhost:3000/tour' }))).toMatchObject({ status: 400 })
})

test('accepts a backslash in a query', () => {
  expect(findMalformedRequest(request({ url: '/shop?q=a\\b' }))).toBeNull()
})

test.each(['/%', '/%zz', '/%00', '/a%c0%af', '/a\\b', '/\\evil.example', 'http://localhost:3000\\b'])(
  'the address %s is malformed',
  (url) => {
    expect(findMalformedRequest(request({ url }))).toMatchObject({ status: 400 })
  },
)

test('answers 414, 431 and 405 for long addresses, many headers and unknown methods', () => {
  expect(findMalformedRequest(request({ url: `/${'a'.repeat(9000)}` }))).toMatchObject({ status: 414 })
  const many = Array.from({ length: 101 }, (_, i): [string, string] => [`x-${i}`, '1'])
  expect(findMalformedRequest(request({ headers: [['Host', 'localhost'], ...many] }))).toMatchObject({ status: 431 })
  expect(findMalformedRequest(request({ method: 'TRACE' }))).toMatchObject({ status: 405 })
})
