import { expect, test } from 'vitest'
import { pathKindOf, requestKindOf } from '#app/http/request-kind.ts'

test('classifies a request by method and URL', () => {
  const kinds = (method: string, ...urls: string[]) => urls.map((url) => requestKindOf({ method, url }))
  expect(kinds('GET', '/', '/tour', '/healthz-not', '/sandbox/pay/cs_1')).toEqual(Array(4).fill('page'))
  const pay = ['/cart', '/checkout?cancelled=SD-1', '/payment/confirm?session_id=cs_1']
  expect(kinds('GET', ...pay, '/carton', '/payment/other')).toEqual([
    'checkout',
    'checkout',
    'checkout',
    'page',
    'page',
  ])
  expect(kinds('GET', '/api/shop/products', '/api/tour?q=x')).toEqual(['read', 'read'])
  expect(kinds('GET', '/healthz', '/readyz', '/readyz?x', '/metrics')).toEqual(Array(4).fill('health'))
  const files = ['/assets/a.js', '/images/a', '/favicon.ico', '/media/files/a', '/api/download?token=x']
  expect(kinds('GET', ...files)).toEqual(Array(5).fill('stream'))
  expect(kinds('POST', '/api/upload/chunked', '/api/download-events')).toEqual(['stream', 'change'])
  expect(kinds('POST', '/api/shop/checkout', '/api/webhooks/stripe', '/sandbox/pay/cs_1')).toEqual(
    Array(3).fill('sale'),
  )
  expect(kinds('POST', '/functions/v1/contact-form', '/api/shop/checkouts')).toEqual(['change', 'change'])
})

test('pathKindOf tells pages, admin screens, API, files and health checks apart', () => {
  const of = {
    '/tour': 'page',
    '/admin/orders': 'admin',
    '/api/site': 'api',
    '/assets/a.js': 'file',
    '/favicon.ico': 'file',
    '/readyz': 'health',
  }
  for (const [path, kind] of Object.entries(of)) expect(pathKindOf(path)).toBe(kind)
})
