import { and, eq, gt, isNull } from 'drizzle-orm'
import { lifetimes } from '#domain/accounts/session.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { oneTimeTokens, users } from '#server/accounts/table.ts'
import { hashToken, hashTokenIfValid, newToken } from '#server/accounts/tokens.ts'
import type { Account } from '#server/accounts/users.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** A link for a new password, or the "this was not me" of the mail about a sign-in. */
type Purpose = 'reset' | 'disown'
const lifetimeOf = { reset: lifetimes.reset, disown: lifetimes.disowning } as const

/** Returns the token to put into the link. */
export async function createLinkToken(
  tx: SiteTx,
  { now }: Pick<AuthContext, 'now'>,
  purpose: Purpose,
  account: Pick<Account, 'id' | 'email' | 'passwordVersion'>,
): Promise<string> {
  const token = newToken()
  await tx.insert(oneTimeTokens).values({
    purpose,
    tokenHash: hashToken(token),
    email: account.email,
    userId: account.id,
    passwordVersion: account.passwordVersion,
    expiresAt: new Date(+now + lifetimeOf[purpose]),
    createdAt: now,
  })
  return token
}

/** Includes expired invitations, which the sweep deletes later. */
export const isOpenInvitation = and(eq(oneTimeTokens.purpose, 'invite'), isNull(oneTimeTokens.usedAt))

export type OneTimeLink = { id: string; userId: string; createdAt: Date }

/**
 * A link that is unused and not expired. A link for a new password also ends when the password changes. "This was not
 * me" does not: the stranger may have changed the password.
 */
export async function findLink(
  tx: SiteTx,
  { now }: Pick<AuthContext, 'now'>,
  purpose: Purpose,
  token: string,
): Promise<OneTimeLink | undefined> {
  const hash = hashTokenIfValid(token)
  if (!hash) return
  const [found] = await tx
    .select({ id: oneTimeTokens.id, userId: users.id, createdAt: oneTimeTokens.createdAt })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(
      and(
        eq(oneTimeTokens.purpose, purpose),
        purpose === 'reset' ? eq(users.passwordVersion, oneTimeTokens.passwordVersion) : undefined,
        eq(oneTimeTokens.tokenHash, hash),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
  return found
}

export async function markLinkUsed(tx: SiteTx, { now }: Pick<AuthContext, 'now'>, { id }: OneTimeLink): Promise<void> {
  await tx.update(oneTimeTokens).set({ usedAt: now }).where(eq(oneTimeTokens.id, id))
}
