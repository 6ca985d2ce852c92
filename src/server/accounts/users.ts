import { and, asc, eq, gte, sql } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import { factors, recoveryCodes, users } from '#server/accounts/table.ts'
import type { SiteTx } from '#server/db/in-site.ts'

export const accountColumns = {
  id: users.id,
  email: users.email,
  passwordHash: users.passwordHash,
  passwordVersion: users.passwordVersion,
  generation: users.generation,
}
export type Account = {
  id: string
  email: string
  passwordHash: string
  passwordVersion: number
  generation: number
}

/** `email` as `sameEmail` has made it. */
export async function accountOf(tx: SiteTx, email: string): Promise<Account | undefined> {
  const [found] = await tx.select(accountColumns).from(users).where(eq(users.email, email))
  return found
}

export async function accountById(tx: SiteTx, id: string): Promise<Account> {
  const [found] = await tx.select(accountColumns).from(users).where(eq(users.id, id))
  if (!found) throw new Refusal('no-session')
  return found
}

/** Whatever changes an account begins with this: two changes at once come one after the other. */
export async function lockedAccount(tx: SiteTx, id: string): Promise<Account> {
  const [found] = await tx.select(accountColumns).from(users).where(eq(users.id, id)).for('no key update')
  if (!found) throw new Refusal('no-session')
  return found
}

/** What was begun with the old one is over; answers the version of the new one. Whoever calls this has locked the account. */
export async function setPassword(tx: SiteTx, id: string, passwordHash: string): Promise<number> {
  const passwordVersion = sql`${users.passwordVersion} + 1`
  const [changed] = await tx
    .update(users)
    .set({ passwordHash, passwordVersion })
    .where(eq(users.id, id))
    .returning({ passwordVersion: users.passwordVersion })
  return changed!.passwordVersion
}

export type Factor = { id: string; status: 'unverified' | 'verified'; friendlyName: string; createdAt: Date }

export function factorsOf(tx: SiteTx, userId: string): Promise<Factor[]> {
  const { id, status, friendlyName, createdAt } = factors
  return tx
    .select({ id, status, friendlyName, createdAt })
    .from(factors)
    .where(eq(factors.userId, userId))
    .orderBy(asc(createdAt))
}

/** An account as its owner sees it. */
export type User = { id: string; email: string; factors: Factor[] }

export const userOf = async (tx: SiteTx, { id, email }: Pick<Account, 'id' | 'email'>): Promise<User> => ({
  id,
  email,
  factors: await factorsOf(tx, id),
})

/** Switches two-factor authentication off. The caller mails its owner and ends the other sessions. */
export async function turnOff(tx: SiteTx, userId: string): Promise<void> {
  await tx.delete(factors).where(eq(factors.userId, userId))
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Also one that is being set up: whoever has its secret could finish that. */
export async function turnOffIfSetUpSince(tx: SiteTx, userId: string, since: Date): Promise<void> {
  const [found] = await tx
    .select({ id: factors.id })
    .from(factors)
    .where(and(eq(factors.userId, userId), gte(factors.createdAt, since)))
    .limit(1)
  if (found) await turnOff(tx, userId)
}
