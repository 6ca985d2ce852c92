import { and, eq, isNull } from 'drizzle-orm'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { oneTimeTokens, userWebsiteAccess } from '#server/accounts/table.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** Also one that has expired, which is as good as gone. */
export const isOpenInvitation = and(eq(oneTimeTokens.purpose, 'invite'), isNull(oneTimeTokens.usedAt))

type Grant = {
  userId: string
  email: string
  grantedBy: string | null
  action: 'granted' | 'invitation_accepted'
}

/** False when they had access already. An invitation that is still open is over: it must not outlive a later removal. */
export async function giveAccess(
  tx: SiteTx,
  { now }: Pick<AuthContext, 'now'>,
  { userId, email, grantedBy, action }: Grant,
): Promise<boolean> {
  await tx.delete(oneTimeTokens).where(and(isOpenInvitation, eq(oneTimeTokens.email, email)))
  const given = await tx
    .insert(userWebsiteAccess)
    .values({ userId, grantedBy, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: userWebsiteAccess.userId })
  if (!given.length) return false
  const actor = action === 'granted' ? grantedBy : userId
  await record(tx, { resourceType: 'access', action, userId: actor, resourceId: userId, resourceName: email }, now)
  return true
}
