import { and, eq, gt, gte, isNull, type SQL, sql } from 'drizzle-orm'
import { tokenLifetimesMs } from '#domain/accounts/session.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { oneTimeTokens, users } from '#server/accounts/table.ts'
import { hashToken, hashTokenIfValid, newToken } from '#server/accounts/tokens.ts'
import type { AccountCredentials } from '#server/accounts/users.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/**
 * A link for a new password, the "this was not me" of the mail about a sign-in or a change of the account, or one of the
 * two links that confirm a new e-mail address: to the mailbox of the account and to the new one.
 */
type Purpose = 'reset' | 'disown' | 'email-old' | 'email-new'
const lifetimeOf: Record<Purpose, number> = {
  reset: tokenLifetimesMs.reset,
  disown: tokenLifetimesMs.disowning,
  'email-old': tokenLifetimesMs.emailChange,
  'email-new': tokenLifetimesMs.emailChange,
}

const isForCurrentPassword = eq(oneTimeTokens.passwordVersion, users.passwordVersion)
/** After a change of address, a reader of the old mailbox must not get in by an older mail. */
const isForCurrentEmail = eq(oneTimeTokens.email, users.email)

/** "This was not me" ends only when the password was set by a link of a mail: a stranger may have changed it in a session. */
const isCurrent: Record<Purpose, SQL | undefined> = {
  reset: and(isForCurrentPassword, isForCurrentEmail),
  disown: and(gte(oneTimeTokens.passwordVersion, users.disownLinksFrom), isForCurrentEmail),
  'email-old': and(isForCurrentPassword, isForCurrentEmail),
  'email-new': isForCurrentPassword,
}

/** Returns the token to put into the link. */
export async function createLinkToken(
  tx: SiteTx,
  { now }: Pick<AuthContext, 'now'>,
  purpose: Purpose,
  account: Pick<AccountCredentials, 'id' | 'email' | 'passwordVersion'>,
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
  if (purpose === 'disown')
    await tx
      .update(users)
      .set({ disownableSince: sql`coalesce(${users.disownableSince}, ${now.toISOString()}::timestamptz)` })
      .where(eq(users.id, account.id))
  return token
}

/**
 * Ends all links "This was not me" that were mailed before, on all websites: they carry an older version of the password.
 * The mailbox has just been used to set the password, so they have nothing left to undo.
 */
export async function endDisownLinks(tx: SiteTx, userId: string, passwordVersion: number): Promise<void> {
  await tx.update(users).set({ disownLinksFrom: passwordVersion, disownableSince: null }).where(eq(users.id, userId))
}

/** Includes expired invitations, which the sweep deletes later. */
export const isOpenInvitation = and(eq(oneTimeTokens.purpose, 'invite'), isNull(oneTimeTokens.usedAt))

export type OneTimeLink = {
  id: string
  userId: string
  createdAt: Date
  /** When the oldest disown link of the account that has not been ended was mailed. */
  disownableSince: Date | null
}

/** A link that is unused, not expired, and still fits the account (`isCurrent`). */
export async function findOneTimeLink(
  tx: SiteTx,
  { now }: Pick<AuthContext, 'now'>,
  purpose: Purpose,
  token: string,
): Promise<OneTimeLink | undefined> {
  const hash = hashTokenIfValid(token)
  if (!hash) return
  const [found] = await tx
    .select({
      id: oneTimeTokens.id,
      userId: users.id,
      createdAt: oneTimeTokens.createdAt,
      disownableSince: users.disownableSince,
    })
    .from(oneTimeTokens)
    .innerJoin(users, eq(users.id, oneTimeTokens.userId))
    .where(
      and(
        eq(oneTimeTokens.purpose, purpose),
        isCurrent[purpose],
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
