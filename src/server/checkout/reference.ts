import { createHash, randomBytes } from 'node:crypto'

/** Without those that are read for one another. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const spelled = (bytes: Uint8Array): string => [...bytes].map((byte) => letters[byte % 32]).join('')

/** What a buyer finds their order by, and nobody guesses: `K7Q2-9XWM-4TPA`. */
export const newReference = (): string => spelled(randomBytes(12)).replace(/(.{4})(?=.)/g, '$1-')

/** What an order is called on parcels and in letters, which says nothing of how many there are: `260501-7QX2MK`. */
export function orderNumber(checkoutId: string, madeAt: Date, attempt = 0): string {
  const hash = createHash('sha256').update(`${checkoutId} ${attempt}`).digest()
  return `${madeAt.toISOString().slice(2, 10).replaceAll('-', '')}-${spelled(hash.subarray(0, 6))}`
}
