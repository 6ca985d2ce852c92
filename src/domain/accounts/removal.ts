import { tokenLifetimesMs } from '#domain/accounts/session.ts'

type Access = { userId: string; createdAt: Date }

/** A total order, also for administrators who got access at the same time. */
const hadAccessFirst = (one: Access, other: Access): boolean =>
  +one.createdAt === +other.createdAt ? one.userId < other.userId : one.createdAt < other.createdAt

/**
 * When a removal takes effect, or null for at once. An administrator who got access before the requester has time to stop
 * it: otherwise a new administrator could remove all earlier ones.
 */
export function accessRemovalEffectiveAt(requester: Access, target: Access, now: Date): Date | null {
  if (requester.userId === target.userId || hadAccessFirst(requester, target)) return null
  return new Date(+now + tokenLifetimesMs.removalNotice)
}
