import { randomBytes } from 'node:crypto'

let last = 0n

/** A UUIDv7: ids sort by their time of creation, also those that one process creates within a millisecond. */
export function newId(now = Date.now()): string {
  const random = randomBytes(10)
  // 48 bits of time, then 12 bits that start low and count up while the clock stands still (or is set back).
  const fresh = (BigInt(now) << 12n) | BigInt(random.readUInt16BE(0) & 0x7ff)
  last = fresh > last ? fresh : last + 1n
  const time = (last >> 12n).toString(16).padStart(12, '0')
  const count = (last & 0xfffn).toString(16).padStart(3, '0')
  const variant = (0x8 | (random[2]! & 0x3)).toString(16)
  const rest = random.subarray(2).toString('hex').slice(1)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}${rest.slice(0, 3)}-${rest.slice(3)}`
}
