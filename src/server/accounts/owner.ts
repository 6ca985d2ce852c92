import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { normalizeEmail } from '#domain/accounts/email.ts'
import { addAdministrator } from '#server/accounts/access.ts'
import { accessNotices, mailAdministrators } from '#server/accounts/administrator-mails.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { hashPassword, passwordMatches } from '#server/accounts/passwords.ts'
import { applyDueRemovals } from '#server/accounts/removal.ts'
import { endOtherSessions } from '#server/accounts/sessions.ts'
import { createAccount } from '#server/accounts/sign-up.ts'
import { users, userWebsiteAccess } from '#server/accounts/table.ts'
import { findAccount, lockAccountRow, removeFactors, storePasswordHash } from '#server/accounts/users.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { failpoint } from '#server/failpoints.ts'
import type { PendingPassword } from '#server/secrets.ts'

/** Advisory lock: of the processes that start together, one creates the owner. */
const ownerLock = 7_270_012

export type Owner = {
  userId: string
  email: string
  /** Only in the process that has created the account, and only without a configured password: to be shown once. */
  generatedPassword?: string
}

/**
 * Gives every website an administrator: on the first start, and for a website that is added later, the owner, whose
 * account is created here. A website that has an administrator is left as it is.
 */
export async function ensureOwner(
  database: Database,
  siteIds: readonly string[],
  { email: typed, password }: { email: string; password?: string | undefined },
  now: Date,
  pending: PendingPassword = unpersistedPassword,
): Promise<Owner> {
  const email = normalizeEmail(typed)
  const at = <T>(websiteId: string, work: (tx: SiteTx) => Promise<T>) =>
    inSite(database, { websiteId, role: 'auth_service' }, work)
  const [first] = siteIds
  if (!first) throw new Error('There is no website to own.')

  const unowned: string[] = []
  for (const siteId of siteIds) if (!(await at(siteId, firstAdministrator))) unowned.push(siteId)
  const left = await findUnshownPassword(pending, (address) => at(first, (tx) => findAccount(tx, address)))
  if (!unowned.length) return { ...(await at(first, firstAdministrator))!, ...left }

  const known = await at(first, (tx) => findAccount(tx, email))
  const chosen = known ? '' : (password ?? pending.make(email))
  const passwordHash = known ? null : await hashPassword(chosen)
  await failpoint('owner.password')
  const made = passwordHash ? await at(first, (tx) => createAccount(tx, { now }, { email, passwordHash })) : undefined
  const owner = (await at(first, (tx) => findAccount(tx, email)))!
  for (const siteId of unowned)
    await at(siteId, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${ownerLock})`)
      if (await firstAdministrator(tx)) return
      await addAdministrator(tx, { now }, { userId: owner.id, email, grantedBy: null, action: 'granted' })
    })
  await failpoint('owner.made')
  return { userId: owner.id, email, ...(made && !password ? { generatedPassword: chosen } : left) }
}

const unpersistedPassword: PendingPassword = {
  left: () => null,
  make: () => randomBytes(12).toString('base64url'),
  remove: () => {},
}

/** A password that an earlier process has generated and not shown, if it still matches the account. */
async function findUnshownPassword(
  pending: PendingPassword,
  accountAt: (email: string) => Promise<{ passwordHash: string } | undefined>,
): Promise<{ email: string; generatedPassword: string } | undefined> {
  const left = pending.left()
  if (!left) return
  const account = await accountAt(left.email)
  // The account is not created yet, and will get this password.
  if (!account) return
  if (await passwordMatches(account.passwordHash, left.password))
    return { email: left.email, generatedPassword: left.password }
  pending.remove()
}

async function firstAdministrator(tx: SiteTx): Promise<Owner | undefined> {
  const [found] = await tx
    .select({ userId: users.id, email: users.email })
    .from(userWebsiteAccess)
    .innerJoin(users, eq(users.id, userWebsiteAccess.userId))
    .orderBy(userWebsiteAccess.createdAt)
    .limit(1)
  return found
}

/** A website on which an owner is restored, as its mails name it. */
export type RestoredSite = AuthContext['site']

/**
 * For the operator of the machine: makes a user the first administrator, who can remove any other at once and has a day
 * to stop their own removal. Ends the user's sessions. With `reset` the user also gets a new password, and two-factor
 * authentication is turned off: for an account that a stranger has got into. The answer has a password only where the
 * account is new or was reset: to be shown once.
 */
export async function restoreOwner(
  database: Database,
  sites: readonly RestoredSite[],
  { email: typed, reset = false }: { email: string; reset?: boolean },
  now: Date,
): Promise<{ email: string; password?: string }> {
  const email = normalizeEmail(typed)
  const chosen = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(chosen)
  let showsPassword = reset
  for (const [index, site] of sites.entries())
    await inSite(database, { websiteId: site.siteId, role: 'auth_service' }, async (tx) => {
      const all = await applyDueRemovals(tx, now)
      if (await createAccount(tx, { now }, { email, passwordHash })) showsPassword = true
      const { id: userId } = (await findAccount(tx, email))!
      if (index === 0) await endSessionsAndReset(tx, userId, reset ? passwordHash : null)
      await makeFirstAdministrator(tx, all, userId, now)
      const subject = { resourceType: 'access', resourceId: userId, resourceName: email } as const
      await recordActivity(tx, { ...subject, action: 'restored', userId: null }, now)
      await mailAdministrators(tx, { site, now, device: 'A command on the machine' }, accessNotices.restored({ email }))
    })
  return { email, ...(showsPassword && { password: chosen }) }
}

/** Sessions end on all websites at once. */
async function endSessionsAndReset(tx: SiteTx, userId: string, passwordHash: string | null): Promise<void> {
  await lockAccountRow(tx, userId)
  if (passwordHash) {
    await storePasswordHash(tx, userId, passwordHash)
    await removeFactors(tx, userId)
  }
  await endOtherSessions(tx, userId)
}

async function makeFirstAdministrator(
  tx: SiteTx,
  all: readonly { userId: string; createdAt: Date }[],
  userId: string,
  now: Date,
): Promise<void> {
  const others = all.filter((one) => one.userId !== userId).map(({ createdAt }) => +createdAt)
  const own = all.find((one) => one.userId === userId)?.createdAt ?? now
  const createdAt = new Date(Math.min(+own, ...others.map((time) => time - 1)))
  const access = { createdAt, removalBy: null, removalAt: null, removalTokenHash: null }
  await tx
    .insert(userWebsiteAccess)
    .values({ userId, grantedBy: null, ...access })
    .onConflictDoUpdate({ target: [userWebsiteAccess.websiteId, userWebsiteAccess.userId], set: access })
}
