import { lifetimes } from '#domain/accounts/lifetimes.ts'

type Access = { userId: string; createdAt: Date }

/** Everyone has a place in this order, also those who got access at the same moment. */
const hadAccessFirst = (one: Access, other: Access): boolean =>
  +one.createdAt === +other.createdAt ? one.userId < other.userId : one.createdAt < other.createdAt

/**
 * When a removal takes effect, or null for at once. Somebody who got access earlier has time to stop it: otherwise
 * whoever is let in could put everyone out who was there before.
 */
export function removalTakesEffect(by: Access, whom: Access, now: Date): Date | null {
  if (by.userId === whom.userId || hadAccessFirst(by, whom)) return null
  return new Date(+now + lifetimes.removalNotice)
}
