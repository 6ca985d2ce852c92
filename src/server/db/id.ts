import { randomBytes } from 'node:crypto'

let lastId = 0n

/** A UUIDv7 of that time. Unlike those of `newId`, ids of one millisecond are in no order. */
export function idAt(time: Date): string {
  const hex = (+time).toString(16).padStart(12, '0') + randomBytes(10).toString('hex')
  const variant = (0x8 | (Number.parseInt(hex[15]!, 16) & 0x3)).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12, 15)}-${variant}${hex.slice(16, 19)}-${hex.slice(19, 31)}`
}

/** The time of creation of a UUIDv7. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))

/** A UUIDv7: ids sort by their time of creation, also those that one process creates within a millisecond. */
export function newId(now = Date.now()): string {
  const random = randomBytes(10)
  // 48 bits of time, then 12 bits that start low and count up while the clock stands still (or is set back).
  const fresh = (BigInt(now) << 12n) | BigInt(random.readUInt16BE(0) & 0x7ff)
  lastId = fresh > lastId ? fresh : lastId + 1n
  const time = (lastId >> 12n).toString(16).padStart(12, '0')
  const count = (lastId & 0xfffn).toString(16).padStart(3, '0')
  const variant = (0x8 | (random[2]! & 0x3)).toString(16)
  const rest = random.subarray(2).toString('hex').slice(1)
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}${rest.slice(0, 3)}-${rest.slice(3)}`
}
