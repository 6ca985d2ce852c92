import { expect, test } from 'vitest'
import { loggedPath } from '#app/http/logged-path.ts'

test.each([
  ['/privacy/verify-export/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6', '/privacy/verify-export/…'],
  ['/x/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6.txt', '/x/…'],
  ['/x/ada@example.com', '/x/…'],
  ['/x/ada%40example.com/y', '/x/…/y'],
  ['/x/Ada%20Lovelace', '/x/…'],
  ['/api/Ada Lovelace', '/api/…'],
])('%s is logged as %s', (path, logged) => expect(loggedPath(path)).toBe(logged))

test.each([
  '/tour',
  '/tour/2027-02-18-utrecht-tivolivredenburg.ics',
  '/assets/index-Ab3dE5gH1jK2mN4pQ.js',
  '/api/orders/0199b2f0-7c1e-7000-8000-5b2f0a9c1d2e',
  '/admin/orders/260501-7QX2MK',
])('%s is logged as it is', (path) => expect(loggedPath(path)).toBe(path))
