import { expect, test } from 'vitest'
import { networkPrefixOf } from '#domain/accounts/limits.ts'

test.each([
  ['192.0.2.7', '192.0.2.0/24'],
  ['192.0.2.255', '192.0.2.0/24'],
  ['192.0.20.7', '192.0.20.0/24'],
  ['2001:db8:0:7::/64', '2001:db8:0:7::/64'],
  ['', ''],
])('the client address %s belongs to the network %s', (address, network) =>
  expect(networkPrefixOf(address)).toBe(network),
)
