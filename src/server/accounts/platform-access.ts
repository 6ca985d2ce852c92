import { asc, eq } from 'drizzle-orm'
import { normalizeEmail } from '#domain/accounts/email.ts'
import { platformAccess, users } from '#server/accounts/table.ts'
import { findAccount } from '#server/accounts/users.ts'
import type { SiteTx } from '#server/db/in-site.ts'

export type PlatformPerson = { email: string; grantedAt: Date }

/** Runs in the role `auth_service`. False when no account has this address. */
export async function grantPlatformAccess(tx: SiteTx, email: string, now: Date): Promise<boolean> {
  const account = await findAccount(tx, normalizeEmail(email))
  if (!account) return false
  await tx.insert(platformAccess).values({ userId: account.id, grantedAt: now }).onConflictDoNothing()
  return true
}

/** Takes effect with the next request of the user. False when they had no platform access. */
export async function revokePlatformAccess(tx: SiteTx, email: string): Promise<boolean> {
  const account = await findAccount(tx, normalizeEmail(email))
  if (!account) return false
  const revoked = await tx.delete(platformAccess).where(eq(platformAccess.userId, account.id)).returning()
  return revoked.length > 0
}

export async function listPlatformAccess(tx: SiteTx): Promise<PlatformPerson[]> {
  return tx
    .select({ email: users.email, grantedAt: platformAccess.grantedAt })
    .from(platformAccess)
    .innerJoin(users, eq(users.id, platformAccess.userId))
    .orderBy(asc(platformAccess.grantedAt), asc(users.email))
}
