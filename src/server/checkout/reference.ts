import { createHash, randomBytes } from 'node:crypto'

/** Crockford's base 32: no letters that are mistaken for digits or each other. */
const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const encode = (bytes: Uint8Array): string => [...bytes].map((byte) => crockfordAlphabet[byte % 32]).join('')

/** Opens the order for its buyer, so it is random: `K7Q2-9XWM-4TPA`. */
export const generateOrderReference = (): string => encode(randomBytes(12)).replace(/(.{4})(?=.)/g, '$1-')

/** For parcels and mails; does not reveal how many orders there are: `260501-7QX2MK`. */
export function createOrderNumber(checkoutId: string, madeAt: Date, attempt = 0): string {
  const hash = createHash('sha256').update(`${checkoutId} ${attempt}`).digest()
  return `${madeAt.toISOString().slice(2, 10).replaceAll('-', '')}-${encode(hash.subarray(0, 6))}`
}
