import { expect, test } from 'vitest'
import { hasSessionCookie, isFixedPage, pageCacheKeyOf } from '#app/http/pages/cacheable-address.ts'

test.each([
  ['/', '/'],
  ['/?', '/'],
  ['/tour', '/tour'],
  ['/tour/2031-07-03-berlin-lido', '/tour/2031-07-03-berlin-lido'],
  ['/shop/contact', '/shop/contact'],
  ['/privacy', '/privacy'],
  ['/tour?past=include', '/tour?past=include'],
  ['/tour?utm_source=x&past=include&fbclid=1', '/tour?past=include'],
  ['/?fbclid=IwAR2&utm_campaign=on-sale', '/'],
])('%s is cached as %s', (url, address) => expect(pageCacheKeyOf(url)).toBe(address))

test.each([
  ...['/admin', '/admin/login', '/downloads/abc', '/orders/find', '/payment/confirm', '/cart', '/checkout'],
  ...['/privacy/verify-export/abc', '/reset-password', '/auth/callback', '/sandbox/pay/1', '/dev/ui', '/api/site'],
  ...['//', '/tour/', '//tour', '/Tour', '/tour%2f', '/tour/a.css', '/tour.ics', '/tour/..%2fadmin', '/tour/a/b'],
  ...[
    '/tour?past=exclude',
    '/tour?past=include&past=include',
    '/tour?q=x',
    '/shop?category=vinyl',
    '/?a',
    '/?session=1',
  ],
  ...['http://localhost/', '*', '', '/tour/-', `/tour/${'a'.repeat(200)}`, '/?utm_source=x&admin=1', '/tour#x'],
])('%s is not cacheable', (url) => expect(pageCacheKeyOf(url)).toBeNull())

test.each([
  ['session=abc', true],
  ['__Host-session=abc', true],
  ['theme=dark; session=abc', true],
  ['a=b;session =abc', true],
  ['theme=dark; cookie-consent=all; cart=12', false],
  ['mysession=abc; session-id=1; x=session=1', false],
  ['', false],
  [undefined, false],
])('cookies %s hold a session: %s', (cookies, personal) => expect(hasSessionCookie(cookies)).toBe(personal))

test('distinguishes pages with a fixed path from pages of single shows and products', () => {
  expect(['/', '/tour', '/tour?past=include', '/shop/contact', '/privacy'].map(isFixedPage)).not.toContain(false)
  expect(['/tour/a', '/shop/anything'].map(isFixedPage)).not.toContain(true)
})
