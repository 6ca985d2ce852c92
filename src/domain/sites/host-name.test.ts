import { expect, test } from 'vitest'
import { displayDomain } from '#domain/sites/host-name.ts'

test.each([
  ['the domain of the starter on the demo site', 'Marlow Quay', 'marlowquay.example', 'marlowquay.example'],
  ['the domain of an own site', 'Ada Lund', 'adalund.com', 'adalund.com'],
  ['the host of an own site without a domain', 'Ada Lund', 'marlowquay.example', 'localhost'],
])('the domain of a site is displayed as %s', (_, name, domain, shown) => {
  expect(displayDomain({ name, domain }, { name: 'Marlow Quay' }, 'http://localhost:3000')).toBe(shown)
})
