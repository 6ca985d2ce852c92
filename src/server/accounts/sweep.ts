import { lt, lte, or } from 'drizzle-orm'
import { applyDueRemovals } from '#server/accounts/removal.ts'
import { challenges, oneTimeTokens, sessions } from '#server/accounts/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { sweepLimits } from '#server/limits/rate-limit.ts'

const day = 86_400_000

/** Deletes expired rows. Nothing depends on it: an expired row is refused whether or not it still exists. */
export async function sweepAccounts(tx: SiteTx, now: Date): Promise<void> {
  await applyDueRemovals(tx, now)
  await tx.delete(challenges).where(lte(challenges.expiresAt, now))
  await tx.delete(sessions).where(or(lte(sessions.expiresAt, now), lte(sessions.idleExpiresAt, now)))
  // The browser that has signed up may still ask for the status of its sign-up.
  await tx.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, new Date(+now - 7 * day)))
  await sweepLimits(tx, now)
}
