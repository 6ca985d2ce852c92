import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { sameEmail } from '#domain/accounts/email.ts'
import { accessMails, tellAdministrators } from '#server/accounts/access-mails.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { giveAccess } from '#server/accounts/give-access.ts'
import { hashPassword, passwordMatches } from '#server/accounts/passwords.ts'
import { applyDueRemovals } from '#server/accounts/removal.ts'
import { endOthers } from '#server/accounts/sessions.ts'
import { makeAccount } from '#server/accounts/sign-up.ts'
import { users, userWebsiteAccess } from '#server/accounts/table.ts'
import { accountOf, lockedAccount, setPassword, turnOff } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { failpoint } from '#server/failpoints.ts'
import type { UnsaidPassword } from '#server/secrets.ts'

/** Held while the owner is made, by one of the processes that start together. */
const lock = 7_270_012

export type Owner = {
  userId: string
  email: string
  /** Only in the process that has made the account, and only when nobody had chosen a password: to be told once. */
  generatedPassword?: string
}

type Wanted = { email: string; password?: string | undefined }

/**
 * Sees to it that every website has somebody who may enter: on the first start that is the owner, who is made here, and
 * so it is for a website that is added later. A website that has an administrator is left as it is.
 */
export async function ensureOwner(
  database: Database,
  siteIds: readonly string[],
  { email: typed, password }: Wanted,
  now: Date,
  unsaid: UnsaidPassword = keptNowhere,
): Promise<Owner> {
  const email = sameEmail(typed)
  const at = <T>(websiteId: string, work: (tx: SiteTx) => Promise<T>) =>
    inSite(database, { websiteId, role: 'auth_service' }, work)
  const [first] = siteIds
  if (!first) throw new Error('There is no website to own.')

  const unowned: string[] = []
  for (const siteId of siteIds) if (!(await at(siteId, firstAdministrator))) unowned.push(siteId)
  const left = await stillGood(unsaid, (address) => at(first, (tx) => accountOf(tx, address)))
  if (!unowned.length) return { ...(await at(first, firstAdministrator))!, ...left }

  const known = await at(first, (tx) => accountOf(tx, email))
  const chosen = known ? '' : (password ?? unsaid.make(email))
  const passwordHash = known ? null : await hashPassword(chosen)
  await failpoint('owner.password')
  const made = passwordHash ? await at(first, (tx) => makeAccount(tx, { now }, { email, passwordHash })) : undefined
  const owner = (await at(first, (tx) => accountOf(tx, email)))!
  for (const siteId of unowned)
    await at(siteId, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
      if (await firstAdministrator(tx)) return
      await giveAccess(tx, { now }, { userId: owner.id, email, grantedBy: null, action: 'granted' })
    })
  await failpoint('owner.made')
  return { userId: owner.id, email, ...(made && !password ? { generatedPassword: chosen } : left) }
}

const keptNowhere: UnsaidPassword = {
  left: () => null,
  make: () => randomBytes(12).toString('base64url'),
  forget: () => {},
}

/** One that an earlier process has made and not said, if it still opens the account. */
async function stillGood(
  unsaid: UnsaidPassword,
  accountAt: (email: string) => Promise<{ passwordHash: string } | undefined>,
): Promise<{ email: string; generatedPassword: string } | undefined> {
  const left = unsaid.left()
  if (!left) return
  const account = await accountAt(left.email)
  // The account is still to be made, with this password.
  if (!account) return
  if (await passwordMatches(account.passwordHash, left.password))
    return { email: left.email, generatedPassword: left.password }
  unsaid.forget()
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

/** A website that an owner is put back on, as its mails name it. */
export type RestoredSite = AuthContext['site']

type Restored = {
  email: string
  /** Only where the account is new or a new password was asked for: to be told once. */
  password?: string
}

/**
 * For whoever runs the machine: gives somebody access, before everybody else, so that they can remove anyone at once and
 * nobody can remove them without their knowing. What was open in their name is over. With `reset` they also get a new
 * password, and two-factor authentication is off: for an account that somebody else has got into.
 */
export async function restoreOwner(
  database: Database,
  sites: readonly RestoredSite[],
  { email: typed, reset = false }: { email: string; reset?: boolean },
  now: Date,
): Promise<Restored> {
  const email = sameEmail(typed)
  const chosen = randomBytes(12).toString('base64url')
  const passwordHash = await hashPassword(chosen)
  let isTold = reset
  for (const [at, site] of sites.entries())
    await inSite(database, { websiteId: site.siteId, role: 'auth_service' }, async (tx) => {
      const all = await applyDueRemovals(tx, now)
      if (await makeAccount(tx, { now }, { email, passwordHash })) isTold = true
      const { id: userId } = (await accountOf(tx, email))!
      if (at === 0) await enterAnew(tx, userId, reset ? passwordHash : null)
      await putFirst(tx, all, userId, now)
      const about = { resourceType: 'access', resourceId: userId, resourceName: email } as const
      await record(tx, { ...about, action: 'restored', userId: null }, now)
      await tellAdministrators(tx, { site, now, device: 'A command on the machine' }, accessMails.restored({ email }))
    })
  return { email, ...(isTold && { password: chosen }) }
}

/** Sessions end on all websites at once. */
async function enterAnew(tx: SiteTx, userId: string, passwordHash: string | null): Promise<void> {
  await lockedAccount(tx, userId)
  if (passwordHash) {
    await setPassword(tx, userId, passwordHash)
    await turnOff(tx, userId)
  }
  await endOthers(tx, userId)
}

async function putFirst(
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
