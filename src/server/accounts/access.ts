import { aliasedTable, and, asc, eq, gt } from 'drizzle-orm'
import { emailProblem, sameEmail } from '#domain/accounts/email.ts'
import { limits } from '#domain/accounts/limits.ts'
import { accessMails, emailOf, tellAdministrators } from '#server/accounts/access-mails.ts'
import type { AuthContext, Person } from '#server/accounts/auth-context.ts'
import { refuseProblems } from '#server/accounts/fields.ts'
import { giveAccess, isOpenInvitation } from '#server/accounts/give-access.ts'
import { invite } from '#server/accounts/invitations.ts'
import { accessMail } from '#server/accounts/mails.ts'
import { lockedAdministrators } from '#server/accounts/removal.ts'
import { oneTimeTokens, users, userWebsiteAccess } from '#server/accounts/table.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { accountOf } from '#server/accounts/users.ts'
import { queueMail } from '#server/mail/queue.ts'

export type Administrator = {
  userId: string
  email: string
  grantedBy: string | null
  createdAt: Date
  /** Who wants to take this access away, and when that takes effect. */
  removalBy: string | null
  removalAt: Date | null
}
export type Invitation = { id: string; email: string; createdAt: Date; expiresAt: Date }

const mostListed = 500

/** Who may enter this website, and who was asked to. */
export function listAccess(auth: AuthContext): Promise<{ administrators: Administrator[]; invitations: Invitation[] }> {
  return auth.inSite(async (tx) => {
    const granter = aliasedTable(users, 'granter')
    const { userId, createdAt, grantedBy, removalBy, removalAt } = userWebsiteAccess
    const administrators = await tx
      .select({ userId, email: users.email, grantedBy: granter.email, createdAt, removalBy, removalAt })
      .from(userWebsiteAccess)
      .innerJoin(users, eq(users.id, userId))
      .leftJoin(granter, eq(granter.id, grantedBy))
      .orderBy(asc(createdAt), asc(userId))
      .limit(mostListed)
    const { id, email, expiresAt, createdAt: invitedAt } = oneTimeTokens
    const invitations = await tx
      .select({ id, email, createdAt: invitedAt, expiresAt })
      .from(oneTimeTokens)
      .where(and(isOpenInvitation, gt(expiresAt, auth.now)))
      .orderBy(asc(invitedAt), asc(id))
      .limit(mostListed)
    return { administrators, invitations }
  })
}

/** Somebody without an account is invited by mail instead, and has access once they have made one. */
export async function grantAccess(
  auth: AuthContext,
  by: Person,
  { email: typed }: { email: string },
): Promise<{ outcome: 'granted' | 'invited' }> {
  refuseProblems({ email: emailProblem(typed) })
  const email = sameEmail(typed)
  await countTry(auth, [counting(auth, limits.invitationOfSite, auth.site.siteId)])
  return auth.inSite(async (tx) => {
    await lockedAdministrators(tx, by, auth.now)
    const account = await accountOf(tx, email)
    if (!account) {
      await invite(tx, auth, by, email)
      return { outcome: 'invited' }
    }
    if (await giveAccess(tx, auth, { userId: account.id, email, grantedBy: by.userId, action: 'granted' })) {
      await queueMail(tx, accessMail(auth, email))
      await tellAdministrators(tx, auth, accessMails.granted({ by: await emailOf(tx, by.userId), email }), account.id)
    }
    return { outcome: 'granted' }
  })
}
