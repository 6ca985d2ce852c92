import { and, eq, gt, isNull } from 'drizzle-orm'
import { lifetimes } from '#domain/accounts/lifetimes.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { oneTimeTokens, users } from '#server/accounts/table.ts'
import { hashOf, newToken, tokenHash } from '#server/accounts/tokens.ts'
import type { Account } from '#server/accounts/users.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** A new password, or "this was not me": links to the mailbox of an account. */
type Purpose = 'reset' | 'disown'
const lasts = { reset: lifetimes.reset, disown: lifetimes.disowning } as const

type Whose = Pick<Account, 'id' | 'email' | 'passwordVersion'>

/** The token to put into the link. */
export async function makeLink(
  tx: SiteTx,
  { now }: Pick<AuthContext, 'now'>,
  purpose: Purpose,
  whose: Whose,
): Promise<string> {
  const token = newToken()
  await tx.insert(oneTimeTokens).values({
    purpose,
    tokenHash: tokenHash(token),
    email: whose.email,
    userId: whose.id,
    passwordVersion: whose.passwordVersion,
    expiresAt: new Date(+now + lasts[purpose]),
    createdAt: now,
  })
  return token
}

export type OpenLink = { id: string; userId: string; createdAt: Date }

/**
 * A link for a new password ends when the password changes. "This was not me" does not: the stranger may have been the
 * one who changed it.
 */
export async function openLink(
  tx: SiteTx,
  { now }: Pick<AuthContext, 'now'>,
  purpose: Purpose,
  token: string,
): Promise<OpenLink | undefined> {
  const hash = hashOf(token)
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

export async function useUp(tx: SiteTx, { now }: Pick<AuthContext, 'now'>, { id }: OpenLink): Promise<void> {
  await tx.update(oneTimeTokens).set({ usedAt: now }).where(eq(oneTimeTokens.id, id))
}
