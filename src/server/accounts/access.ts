import { aliasedTable, and, asc, eq, gt, or, type SQL } from 'drizzle-orm'
import { emailProblem, sameEmail } from '#domain/accounts/email.ts'
import { limits } from '#domain/accounts/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Desk, Person } from '#server/accounts/desk.ts'
import { refuseProblems } from '#server/accounts/fields.ts'
import { giveAccess, isOpenInvitation, lockedAccess } from '#server/accounts/give-access.ts'
import { invite } from '#server/accounts/invitations.ts'
import { accessMail } from '#server/accounts/mails.ts'
import { oneTimeTokens, users, userWebsiteAccess } from '#server/accounts/table.ts'
import { counting, countTry } from '#server/accounts/tries.ts'
import { accountOf } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

export type Administrator = { userId: string; email: string; grantedBy: string | null; createdAt: Date }
export type Invitation = { id: string; email: string; createdAt: Date; expiresAt: Date }

const mostListed = 500

/** Who may enter this website, and who was asked to. */
export function listAccess(desk: Desk): Promise<{ administrators: Administrator[]; invitations: Invitation[] }> {
  return desk.inSite(async (tx) => {
    const granter = aliasedTable(users, 'granter')
    const { userId, createdAt, grantedBy } = userWebsiteAccess
    const administrators = await tx
      .select({ userId, email: users.email, grantedBy: granter.email, createdAt })
      .from(userWebsiteAccess)
      .innerJoin(users, eq(users.id, userId))
      .leftJoin(granter, eq(granter.id, grantedBy))
      .orderBy(asc(createdAt), asc(userId))
      .limit(mostListed)
    const { id, email, expiresAt, createdAt: invitedAt } = oneTimeTokens
    const invitations = await tx
      .select({ id, email, createdAt: invitedAt, expiresAt })
      .from(oneTimeTokens)
      .where(and(isOpenInvitation, gt(expiresAt, desk.now)))
      .orderBy(asc(invitedAt), asc(id))
      .limit(mostListed)
    return { administrators, invitations }
  })
}

/** Somebody without an account is invited by mail instead, and has access once they have made one. */
export async function grantAccess(
  desk: Desk,
  by: Person,
  { email: typed }: { email: string },
): Promise<{ outcome: 'granted' | 'invited' }> {
  refuseProblems({ email: emailProblem(typed) })
  const email = sameEmail(typed)
  await countTry(desk, [counting(desk, limits.invitationOfSite, desk.site.siteId)])
  return desk.inSite(async (tx) => {
    await lockedAdministrators(tx, by)
    const account = await accountOf(tx, email)
    if (!account) {
      await invite(tx, desk, by, email)
      return { outcome: 'invited' }
    }
    if (await giveAccess(tx, desk, { userId: account.id, email, grantedBy: by.userId, action: 'granted' }))
      await queueMail(tx, accessMail(desk, email))
    return { outcome: 'granted' }
  })
}

/**
 * Takes access away, or an invitation back; `id` is of either. The last administrator stays. Whoever is removed does not
 * come back by an invitation that they were sent or have sent.
 */
export function removeAccess(desk: Desk, by: Person, id: string): Promise<void> {
  return desk.inSite(async (tx) => {
    const all = await lockedAdministrators(tx, by)
    if (!all.includes(id)) {
      const isOpen = and(eq(oneTimeTokens.id, id), gt(oneTimeTokens.expiresAt, desk.now))
      if (!(await takeBack(tx, desk, by, isOpen))) throw new Refusal('not-found')
      return
    }
    if (all.length === 1) throw new Refusal('last-administrator')
    await tx.delete(userWebsiteAccess).where(eq(userWebsiteAccess.userId, id))
    const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, id))
    const about = { resourceType: 'access', resourceId: id, resourceName: user?.email } as const
    await record(tx, { ...about, action: 'removed', userId: by.userId }, desk.now)
    await takeBack(tx, desk, by, or(eq(oneTimeTokens.invitedBy, id), user && eq(oneTimeTokens.email, user.email)))
  })
}

async function takeBack(tx: SiteTx, { now }: Desk, by: Person, which: SQL | undefined): Promise<number> {
  const taken = await tx
    .delete(oneTimeTokens)
    .where(and(isOpenInvitation, which))
    .returning({ email: oneTimeTokens.email })
  for (const { email } of taken) {
    const about = { resourceType: 'access', resourceName: email, userId: by.userId } as const
    await record(tx, { ...about, action: 'invitation_taken_back' }, now)
  }
  return taken.length
}

/** Two who remove each other at the same moment do not both succeed: whoever asks must still be one of them. */
async function lockedAdministrators(tx: SiteTx, by: Person): Promise<string[]> {
  const all = await lockedAccess(tx)
  if (!all.includes(by.userId)) throw new Refusal('no-website-access')
  return all
}
