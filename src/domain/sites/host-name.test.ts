import { expect, test } from 'vitest'
import { displayDomain } from '#domain/sites/host-name.ts'

test.each([
  ['the demo artist has its own', 'Marlow Quay', 'marlowquay.example', 'marlowquay.example'],
  ['who has set a domain has that', 'Ada Lund', 'adalund.com', 'adalund.com'],
  ['who has set none yet is where the site lives', 'Ada Lund', 'marlowquay.example', 'localhost'],
])('%s', (_, name, domain, shown) => {
  expect(displayDomain({ name, domain }, { name: 'Marlow Quay' }, 'http://localhost:3000')).toBe(shown)
})
