/**
 * The network that an address is in: its /24 for IPv4. An IPv6 address comes here as its /64 already, which is what one
 * line gets (`Visit.address`).
 */
export function networkOf(address: string): string {
  const [, first] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address) ?? []
  return first ? `${first}.0/24` : address
}
