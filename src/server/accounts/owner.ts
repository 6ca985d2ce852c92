import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { sameEmail } from '#domain/accounts/email.ts'
import { giveAccess } from '#server/accounts/give-access.ts'
import { hashPassword, passwordMatches } from '#server/accounts/passwords.ts'
import { makeAccount } from '#server/accounts/sign-up.ts'
import { users, userWebsiteAccess } from '#server/accounts/table.ts'
import { accountOf } from '#server/accounts/users.ts'
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
