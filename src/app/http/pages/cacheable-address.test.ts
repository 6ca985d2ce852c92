import { expect, test } from 'vitest'
import {
  hasSessionCookie,
  isFilteredPage,
  isFixedPage,
  isNowhere,
  pageCacheKeyOf,
} from '#app/http/pages/cacheable-address.ts'

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
  ['/history?session=1&a', '/history'],
  ['/tour?past=exclude', '/tour'],
  ['/tour?past=include&past=include', '/tour?past=include'],
  ['/tour?country=DE&x=1&past=include&page=2', '/tour?past=include&country=DE&page=2'],
  ['/tour?country=Germany', '/tour'],
  ['/shop?category=vinyl', '/shop?category=vinyl'],
  ['/shop?sort=price&category=vinyl&in=stock&utm_source=x', '/shop?category=vinyl&in=stock&sort=price'],
  ['/shop?to=020&from=abc&view=list', '/shop?to=20&view=list'],
  ['/shop?q=', '/shop'],
  ['/cart', '/cart'],
  ['/checkout?cancelled=1', '/checkout'],
  ['/orders/find?number=ABC-1', '/orders/find'],
])('%s is cached as %s', (url, address) => expect(pageCacheKeyOf(url)).toBe(address))

test.each([
  ...['/admin', '/admin/login', '/downloads/abc', '/payment/confirm', '/payment/confirm?session_id=1'],
  ...['/privacy/verify-export/abc', '/reset-password', '/auth/callback', '/sandbox/pay/1', '/dev/ui', '/api/site'],
  ...['//', '/tour/', '//tour', '/Tour', '/tour%2f', '/tour/a.css', '/tour.ics', '/tour/..%2fadmin', '/tour/a/b'],
  ...['/tour?q=x', '/tour?past=include&q=x', '/shop?q=x', '/shop?category=vinyl&q=x&sort=price'],
  ...['http://localhost/', '*', '', '/tour/-', `/tour/${'a'.repeat(200)}`, '/tour#x', '/_'],
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

test('distinguishes what a client asks for by filters from the few pages that everybody gets', () => {
  expect(['/', '/tour', '/tour?past=include', '/shop', '/tour/a'].map(isFilteredPage)).not.toContain(true)
  const filtered = ['/shop?category=vinyl', '/shop?sort=price', '/tour?past=include&country=DE']
  expect(filtered.map(isFilteredPage)).not.toContain(false)
  expect(filtered.map(isFixedPage)).not.toContain(true)
})

test.each([...['/wp-login.php', '/a/b/c', '/no-such-page', '/Shop/', '/%66oo', '/tours', '/administration']])(
  '%s is no address of the site',
  (path) => expect(isNowhere(path)).toBe(true),
)

test.each([
  ...['/', '/tour', '/tour/a', '/shop/a', '/payment/confirm', '/downloads/abc', '/reset-password', '/orders/find'],
  ...['/admin', '/admin/none', '/preview/abc/none', '/dev/ui', '/images/none', '/privacy/verify-export/abc'],
])('%s leads somewhere', (path) => expect(isNowhere(path)).toBe(false))
