import { and, eq, gt, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { limits, networkOf } from '#domain/accounts/limits.ts'
import { maxAttempts, wrongCodesOfFactor } from '#domain/accounts/second-factor.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AuthContext, Person } from '#server/accounts/auth-context.ts'
import { deviceOf } from '#server/accounts/device.ts'
import { factors } from '#server/accounts/table.ts'
import { stepOf } from '#server/accounts/totp.ts'
import { counting, takeAll } from '#server/accounts/tries.ts'
import type { Account } from '#server/accounts/users.ts'
import { record } from '#server/activity/actions.ts'
import { type Place, Unreadable } from '#server/crypto/sealer.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { type Counted, forget, peek } from '#server/limits/take.ts'

/** A factor belongs to a person, not to a website. */
export const secretPlace = (factorId: string): Place => ({
  websiteId: null,
  table: 'factors',
  column: 'secret',
  rowId: factorId,
})

type Which = { factorId: string; userId: string; status: 'verified' | 'unverified' }

/** Uses a right code up. Whoever calls this has locked the account and bounds how often it is called. */
export async function acceptsCode(
  tx: SiteTx,
  { sealer, now }: Pick<AuthContext, 'sealer' | 'now'>,
  { factorId, userId, status }: Which,
  code: string,
): Promise<boolean> {
  const which = and(eq(factors.id, factorId), eq(factors.userId, userId), eq(factors.status, status))
  const [factor] = await tx.select().from(factors).where(which)
  const step = factor ? stepOf(secretOf(sealer, factor), code, now, factor.lastUsedStep) : null
  if (step === null) return false
  const isUnused = or(isNull(factors.lastUsedStep), lt(factors.lastUsedStep, step))
  const used = await tx
    .update(factors)
    .set({ lastUsedStep: step })
    .where(and(which, isUnused))
    .returning({ id: factors.id })
  return used.length === 1
}

export type CodeCheck = 'right' | 'locked' | { attemptsRemaining: number }

type SignInTry = { account: Account; factorId: string; challengeId: string }

/**
 * Every try is counted as wrong before the code is looked at, and all counts are cleared when it was right. Wrong codes
 * lock the challenge and the network, and when there were many of them everybody but browsers that have signed in
 * before, whose tries are their own. The counts must be kept, so whoever refuses does it after the transaction, and has
 * locked the account: those who try at the same time come one by one.
 */
export async function checkCode(
  tx: SiteTx,
  auth: AuthContext,
  { account, factorId, challengeId }: SignInTry,
  code: string,
): Promise<CodeCheck> {
  const { isKnown, counts } = countsOf(auth, account, factorId)
  const all = [counting(auth, limits.codeOfChallenge, challengeId), ...counts]
  const { left, over } = await takeAll(tx, auth, all)
  if (over) return 'locked'
  const leftOfFactor = isKnown ? left : await takeOfFactor(tx, auth, factorId)
  if (leftOfFactor === null) return 'locked'
  if (!(await acceptsCode(tx, auth, { factorId, userId: account.id, status: 'verified' }, code)))
    return { attemptsRemaining: Math.min(left, leftOfFactor) }
  for (const counted of all) await forget(tx, counted)
  await tx.update(factors).set({ wrongCodes: 0, wrongCodesEndAt: null }).where(eq(factors.id, factorId))
  return 'right'
}

/** How many codes a new challenge from here may be answered with. */
export async function attemptsLeft(tx: SiteTx, auth: AuthContext, account: Account, factorId: string): Promise<number> {
  const { isKnown, counts } = countsOf(auth, account, factorId)
  let least: number = maxAttempts
  for (const counted of counts) least = Math.min(least, (await peek(tx, counted, auth.now)).left)
  if (isKnown) return least
  const { wrongCodes, wrongCodesEndAt, id } = factors
  const [counted] = await tx
    .select({ wrongCodes })
    .from(factors)
    .where(and(eq(id, factorId), gt(wrongCodesEndAt, auth.now)))
  return Math.max(0, Math.min(least, wrongCodesOfFactor.most - (counted?.wrongCodes ?? 0)))
}

function countsOf(auth: AuthContext, account: Account, factorId: string): { isKnown: boolean; counts: Counted[] } {
  const device = deviceOf(auth, account)
  if (device?.has !== 'signed-in')
    return {
      isKnown: false,
      counts: [counting(auth, limits.codeFromNetwork, `${factorId} ${networkOf(auth.address)}`)],
    }
  const whose = `${factorId} ${device.id}`
  return {
    isKnown: true,
    counts: [counting(auth, limits.codeOfDevice, whose), counting(auth, limits.codesOfDevice, whose)],
  }
}

/** Counts one code of all that a factor is tried with; null when there were too many. */
async function takeOfFactor(tx: SiteTx, { now }: AuthContext, factorId: string): Promise<number | null> {
  const { wrongCodes, wrongCodesEndAt } = factors
  const { most, ms } = wrongCodesOfFactor
  const isOver = or(isNull(wrongCodesEndAt), lte(wrongCodesEndAt, now))
  const ends = new Date(+now + ms).toISOString()
  const [taken] = await tx
    .update(factors)
    .set({
      wrongCodes: sql`case when ${isOver} then 1 else ${wrongCodes} + 1 end`,
      wrongCodesEndAt: sql`case when ${isOver} then ${ends}::timestamptz else ${wrongCodesEndAt} end`,
    })
    .where(and(eq(factors.id, factorId), or(isOver, lt(wrongCodes, most))))
    .returning({ wrongCodes })
  return taken ? most - taken.wrongCodes : null
}

function secretOf(sealer: AuthContext['sealer'], { id, secret }: { id: string; secret: Buffer }): string {
  try {
    return sealer.open(secretPlace(id), secret)
  } catch (error) {
    throw error instanceof Unreadable ? new Refusal('codes-unreadable') : error
  }
}

/** A wrong code of somebody who is signed in already. */
export async function recordWrongCode(
  tx: SiteTx,
  { address, now }: AuthContext,
  { userId }: Person,
  during: 'confirmation' | 'enrolment',
  isLast = false,
): Promise<void> {
  const action = isLast ? 'second_factor_locked' : 'second_factor_failed'
  await record(tx, { resourceType: 'account', action, userId, details: { during, address } }, now)
}
