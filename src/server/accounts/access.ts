import { aliasedTable, and, asc, eq, gt, isNull, or } from 'drizzle-orm'
import { emailProblem, normalizeEmail } from '#domain/accounts/email.ts'
import { accountRateLimits } from '#domain/accounts/limits.ts'
import { tokenLifetimesMs } from '#domain/accounts/session.ts'
import { Refusal } from '#domain/refusal.ts'
import { accountTexts } from '#domain/texts/own-words.ts'
import {
  accessGrantedMail,
  accessNotices,
  invitationMail,
  mailAdministrators,
} from '#server/accounts/administrator-mails.ts'
import {
  type AuthContext,
  clientDetails,
  refuseInvalidFields,
  type SessionUser,
} from '#server/accounts/auth-context.ts'
import { isOpenInvitation } from '#server/accounts/one-time-links.ts'
import { hashPassword } from '#server/accounts/passwords.ts'
import { accountLimitKey, enforceLimits } from '#server/accounts/rate-limits.ts'
import { applyDueRemovals, lockAdministrators } from '#server/accounts/removal.ts'
import {
  createAccount,
  type SignUpInput,
  type SignUpStatus,
  signUpProblems,
  verifiedStatus,
} from '#server/accounts/sign-up.ts'
import { oneTimeTokens, users, userWebsiteAccess } from '#server/accounts/table.ts'
import { hashToken, hashTokenIfValid, newToken } from '#server/accounts/tokens.ts'
import { emailOfUser, findAccount } from '#server/accounts/users.ts'
import { recordActivity } from '#server/activity/record.ts'
import { asRole, type EditContext, type SiteTx } from '#server/db/in-site.ts'
import { queueMail } from '#server/mail/queue.ts'

export type Administrator = {
  userId: string
  email: string
  grantedBy: string | null
  createdAt: Date
  /** The administrator who has requested the removal of this one, and when it takes effect. */
  removalBy: string | null
  removalAt: Date | null
}
export type Invitation = { id: string; email: string; createdAt: Date; expiresAt: Date }

const maxListed = 500

/** The administrators of this website and the open invitations. */
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
      .limit(maxListed)
    const { id, email, expiresAt, createdAt: invitedAt } = oneTimeTokens
    const invitations = await tx
      .select({ id, email, createdAt: invitedAt, expiresAt })
      .from(oneTimeTokens)
      .where(and(isOpenInvitation, gt(expiresAt, auth.now)))
      .orderBy(asc(invitedAt), asc(id))
      .limit(maxListed)
    return { administrators, invitations }
  })
}

/** Whether a user administers the website of the transaction. */
export async function isAdministrator(tx: SiteTx, { userId, now }: EditContext): Promise<boolean> {
  const { userId: ofUser, removalAt } = userWebsiteAccess
  const isInForce = and(eq(ofUser, userId), or(isNull(removalAt), gt(removalAt, now)))
  const found = await asRole(tx, 'auth_service', () => tx.select().from(userWebsiteAccess).where(isInForce))
  return found.length > 0
}

/** In the role `auth_service`. */
export async function administratorEmails(tx: SiteTx): Promise<string[]> {
  const found = await tx
    .select({ email: users.email })
    .from(userWebsiteAccess)
    .innerJoin(users, eq(users.id, userWebsiteAccess.userId))
    .orderBy(asc(userWebsiteAccess.createdAt), asc(userWebsiteAccess.userId))
    .limit(maxListed)
  return found.map(({ email }) => email)
}

/** A person without an account is invited by mail instead, and has access once they have created one. */
export async function grantAccess(
  auth: AuthContext,
  administrator: SessionUser,
  { email: typed }: { email: string },
): Promise<{ outcome: 'granted' | 'invited' }> {
  refuseInvalidFields({ email: emailProblem(typed) })
  const email = normalizeEmail(typed)
  await enforceLimits(auth, [accountLimitKey(auth, accountRateLimits.invitationOfSite, auth.site.siteId)])
  return auth.inSite(async (tx) => {
    await lockAdministrators(tx, administrator, auth.now)
    return grantAccessOrInvite(tx, auth, administrator, email)
  })
}

/** The caller must check that the user may grant access. */
export async function grantAccessOrInvite(
  tx: SiteTx,
  auth: AuthContext,
  { userId: grantedBy }: Pick<SessionUser, 'userId'>,
  email: string,
): Promise<{ outcome: 'granted' | 'invited' }> {
  const account = await findAccount(tx, email)
  if (!account) {
    await createInvitation(tx, auth, { userId: grantedBy }, email)
    return { outcome: 'invited' }
  }
  if (await addAdministrator(tx, auth, { userId: account.id, email, grantedBy, action: 'granted' })) {
    await queueMail(tx, accessGrantedMail(auth, email))
    const by = await emailOfUser(tx, grantedBy)
    await mailAdministrators(tx, auth, accessNotices.granted({ by, email }), account.id)
  }
  return { outcome: 'granted' }
}

/** A second invitation to the same address replaces the first. */
export async function createInvitation(
  tx: SiteTx,
  auth: AuthContext,
  { userId }: Pick<SessionUser, 'userId'>,
  email: string,
): Promise<void> {
  await tx.delete(oneTimeTokens).where(and(isOpenInvitation, eq(oneTimeTokens.email, email)))
  const token = newToken()
  await tx.insert(oneTimeTokens).values({
    purpose: 'invite',
    tokenHash: hashToken(token),
    email,
    invitedBy: userId,
    expiresAt: new Date(+auth.now + tokenLifetimesMs.invitation),
    createdAt: auth.now,
  })
  await queueMail(tx, invitationMail(auth, email, token))
  await mailAdministrators(tx, auth, accessNotices.invited({ by: await emailOfUser(tx, userId), email }))
  const details = clientDetails(auth)
  await recordActivity(
    tx,
    { resourceType: 'access', action: 'invited', userId, resourceName: email, details },
    auth.now,
  )
}

const isInvitation = ({ now }: AuthContext, token: string) =>
  and(isOpenInvitation, eq(oneTimeTokens.tokenHash, hashTokenIfValid(token) ?? ''), gt(oneTimeTokens.expiresAt, now))

/** The address that an invitation was sent to. Does not use it up. */
export function readInvitation(auth: AuthContext, { token }: { token: string }): Promise<{ email: string }> {
  return auth.inSite(async (tx) => {
    const { email } = oneTimeTokens
    const [found] = await tx.select({ email }).from(oneTimeTokens).where(isInvitation(auth, token))
    if (!found) throw new Refusal('link-invalid')
    return found
  })
}

/**
 * The invitation came by mail, so the address is proven and the account is created at once, with access. An account that
 * exists already keeps its password and gets access; the answer says so.
 */
export async function acceptInvitation(
  auth: AuthContext,
  form: SignUpInput & { invitation: string },
): Promise<SignUpStatus> {
  refuseInvalidFields(signUpProblems(form, auth))
  const { email } = await readInvitation(auth, { token: form.invitation })
  refuseInvalidFields({ email: normalizeEmail(form.email) === email ? null : accountTexts.invitedOther })
  const passwordHash = await hashPassword(form.password)
  const isNew = await auth.inSite(async (tx) => {
    await applyDueRemovals(tx, auth.now)
    const [used] = await tx
      .update(oneTimeTokens)
      .set({ usedAt: auth.now })
      .where(isInvitation(auth, form.invitation))
      .returning({ invitedBy: oneTimeTokens.invitedBy })
    if (!used) throw new Refusal('link-invalid')
    const made = await createAccount(tx, auth, { email, passwordHash })
    const userId = made ?? (await findAccount(tx, email))!.id
    if (await addAdministrator(tx, auth, { userId, email, grantedBy: used.invitedBy, action: 'invitation_accepted' }))
      await mailAdministrators(tx, auth, accessNotices.accepted({ email }))
    return made !== undefined
  })
  return verifiedStatus(isNew)
}

type NewAdministrator = {
  userId: string
  email: string
  grantedBy: string | null
  action: 'granted' | 'invitation_accepted'
}

/**
 * False when the user has access already. Deletes an open invitation, which would otherwise give access again after a
 * later removal.
 */
export async function addAdministrator(
  tx: SiteTx,
  { now }: Pick<AuthContext, 'now'>,
  { userId, email, grantedBy, action }: NewAdministrator,
): Promise<boolean> {
  await tx.delete(oneTimeTokens).where(and(isOpenInvitation, eq(oneTimeTokens.email, email)))
  const added = await tx
    .insert(userWebsiteAccess)
    .values({ userId, grantedBy, createdAt: now })
    .onConflictDoNothing()
    .returning({ userId: userWebsiteAccess.userId })
  if (!added.length) return false
  const actor = action === 'granted' ? grantedBy : userId
  await recordActivity(
    tx,
    { resourceType: 'access', action, userId: actor, resourceId: userId, resourceName: email },
    now,
  )
  return true
}
