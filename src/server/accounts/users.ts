import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { normalizeEmail } from '#domain/accounts/email.ts'
import { Refusal } from '#domain/refusal.ts'
import { factors, recoveryCodes, sessions, users, userWebsiteAccess } from '#server/accounts/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

export const accountColumns = {
  id: users.id,
  email: users.email,
  passwordHash: users.passwordHash,
  passwordVersion: users.passwordVersion,
  generation: users.generation,
}
export type AccountCredentials = {
  id: string
  email: string
  passwordHash: string
  passwordVersion: number
  generation: number
}

/** `email` is normalized by `normalizeEmail`. */
export async function findAccount(tx: SiteTx, email: string): Promise<AccountCredentials | undefined> {
  const [found] = await tx.select(accountColumns).from(users).where(eq(users.email, email))
  return found
}

export async function accountById(tx: SiteTx, id: string): Promise<AccountCredentials> {
  const [found] = await tx.select(accountColumns).from(users).where(eq(users.id, id))
  if (!found) throw new Refusal('no-session')
  return found
}

/** Every command that changes an account locks it first, so that concurrent changes are serialised. */
export async function lockAccountRow(tx: SiteTx, id: string): Promise<AccountCredentials> {
  const [found] = await tx.select(accountColumns).from(users).where(eq(users.id, id)).for('no key update')
  if (!found) throw new Refusal('no-session')
  return found
}

/** Ends resets and challenges of the old password. Returns the new version. The caller has locked the account. */
export async function storePasswordHash(tx: SiteTx, id: string, passwordHash: string): Promise<number> {
  const passwordVersion = sql`${users.passwordVersion} + 1`
  const [changed] = await tx
    .update(users)
    .set({ passwordHash, passwordVersion })
    .where(eq(users.id, id))
    .returning({ passwordVersion: users.passwordVersion })
  return changed!.passwordVersion
}

export type EnrolledFactor = { id: string; status: 'unverified' | 'verified'; friendlyName: string; createdAt: Date }

export function loadFactors(tx: SiteTx, userId: string): Promise<EnrolledFactor[]> {
  const { id, status, friendlyName, createdAt } = factors
  return tx
    .select({ id, status, friendlyName, createdAt })
    .from(factors)
    .where(eq(factors.userId, userId))
    .orderBy(asc(createdAt))
}

/** An account as its owner sees it. */
export type User = { id: string; email: string; factors: EnrolledFactor[] }

export const loadUser = async (tx: SiteTx, { id, email }: Pick<AccountCredentials, 'id' | 'email'>): Promise<User> => ({
  id,
  email,
  factors: await loadFactors(tx, id),
})

/** Turns two-factor authentication off. The caller mails the owner and ends the other sessions. */
export async function removeFactors(tx: SiteTx, userId: string): Promise<void> {
  await tx.delete(factors).where(eq(factors.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/**
 * Removes a factor that was set up with a browser whose first sign-in was at or after `since`. A factor that is still
 * being set up is always removed: no sign-in needs it. Returns whether two-factor authentication was on and is off now.
 */
export async function removeFactorsOfNewBrowsers(tx: SiteTx, userId: string, since: Date): Promise<boolean> {
  await tx.delete(factors).where(and(eq(factors.userId, userId), eq(factors.status, 'unverified')))
  const isOfNewBrowser = gte(sql`coalesce(${factors.browserSince}, ${factors.createdAt})`, since.toISOString())
  const found = await tx.$count(factors, and(eq(factors.userId, userId), isOfNewBrowser))
  if (found) await removeFactors(tx, userId)
  return found > 0
}

/** For a data export: the data of an account that concerns this website; null without an account. */
export async function accountDataOf(tx: SiteTx, email: string) {
  const account = await findAccount(tx, normalizeEmail(email))
  if (!account) return null
  const [{ createdAt } = { createdAt: null }] = await tx
    .select({ createdAt: users.createdAt })
    .from(users)
    .where(eq(users.id, account.id))
  const [access] = await tx
    .select({ since: userWebsiteAccess.createdAt })
    .from(userWebsiteAccess)
    .where(eq(userWebsiteAccess.userId, account.id))
  const { device, createdAt: openedAt, lastSeenAt } = sessions
  const open = await tx.select({ device, openedAt, lastSeenAt }).from(sessions).where(eq(sessions.userId, account.id))
  return { email: account.email, createdAt, administratorSince: access?.since ?? null, sessions: open }
}

/** For mails: an account that was deleted by hand has no address any more. */
export async function emailOfUser(tx: SiteTx, userId: string): Promise<string> {
  const [found] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return found?.email ?? 'a former administrator'
}
