import { describe, expect, test } from 'vitest'
import { isSitePath, safeRedirectPath } from '#domain/accounts/redirect.ts'

describe('accepts a path on this site', () => {
  test.each([
    '/',
    '/tour',
    '/admin/orders?page=2&status=paid',
    '/shop?q=a%2Fb%5Cc&next=//evil.example',
    '/shop?q=100%',
    '/history#1999',
    '/tour/m%C3%BCnchen',
    '/sale/100%25',
    '/@ann',
    '/a.b/..c/d..',
    '/privacy/verify-export/abc-_123',
    '/?redirect=https://evil.example',
  ])('%s', (path) => {
    expect(isSitePath(path)).toBe(true)
    expect(safeRedirectPath(path, '/admin/dashboard')).toBe(path)
  })
})

describe('rejects a path that leads off the site', () => {
  test.each([
    '',
    'tour',
    '../tour',
    '?next=1',
    '#top',
    ' /tour',
    '/tour ',
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '/\\evil.example',
    '/\\/evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '\\evil.example',
    '/a\\b',
    '/a//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/../b',
    '/./a',
    '/%2e%2e/a',
    '/%2f/evil.example',
    '/%2fevil.example',
    '/%2F%2Fevil.example',
    '%2f%2fevil.example',
    '/%5cevil.example',
    '/%5C%5Cevil.example',
    '/%252fevil.example',
    '/%25252fevil.example',
    '/%255cevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    '/%09/evil.example',
    '/%0a/evil.example',
    '/tour\r\nSet-Cookie: a=b',
    '/tour%0d%0aSet-Cookie:%20a=b',
    '/tour?x=%0D%0ASet-Cookie:%20a=b',
    '/tour?x=%250d%250aSet-Cookie:%20a=b',
    '/tour\0',
    '/tour%00',
    '/tour%7f',
    '/tour?x=%7f',
    '/tour%c2%85',
    '/／evil.example',
    '/%EF%BC%8Fevil.example',
    '/%EF%BC%8F%EF%BC%8Fevil.example',
    '/%EF%BC%BCevil.example',
    '/\u2028/evil.example',
    '/\u200b/evil.example',
    '/%',
    '/%zz',
    '/%c3%28',
    '/%ff',
    'https://evil.example',
    'http://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'HTTPS://evil.example',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'mailto:ann@example.com',
    'evil.example',
    '@evil.example',
    '.evil.example',
    `/${'a'.repeat(2048)}`,
  ])('%j', (path) => {
    expect(isSitePath(path)).toBe(false)
    expect(safeRedirectPath(path, '/admin/dashboard')).toBe('/admin/dashboard')
  })
})

test('the redirect after a sign-in falls back to the default path', () => {
  expect(safeRedirectPath(null, '/admin/dashboard')).toBe('/admin/dashboard')
  expect(safeRedirectPath(undefined, '/admin/dashboard')).toBe('/admin/dashboard')
})

test('no accepted path of a redirect leaves the site, however often it is decoded', () => {
  const pieces = ['/', '\\', '%2f', '%5c', '%252f', '.', '%2e', 'evil.example', '@', ':', '?', '#', 'a', '／']
  const ask = (path: string, depth: number): void => {
    if (isSitePath(path)) {
      for (let read = path, i = 0; i < 3; read = decodeURIComponent(read), i++) {
        expect(new URL(read, 'https://site.example').host, path).toBe('site.example')
      }
    }
    if (depth) for (const piece of pieces) ask(path + piece, depth - 1)
  }
  ask('/', 4)
})
