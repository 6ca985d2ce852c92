import { expect, test } from 'vitest'
import { loggedPath } from '#app/http/logged-path.ts'

test('a token in the address never reaches the log', () => {
  expect(loggedPath('/privacy/verify-export/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6')).toBe('/privacy/verify-export/…')
})

test.each(['/tour', '/assets/index-Ab3dE5gH1jK2mN4pQ.js', '/api/orders/0199b2f0-7c1e-7000-8000-5b2f0a9c1d2e'])(
  '%s is logged as it is',
  (path) => expect(loggedPath(path)).toBe(path),
)
