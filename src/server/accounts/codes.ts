import { and, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { lifetimes } from '#domain/accounts/lifetimes.ts'
import { maxAttempts } from '#domain/accounts/second-factor.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Desk, Person } from '#server/accounts/desk.ts'
import { factors } from '#server/accounts/table.ts'
import { stepOf } from '#server/accounts/totp.ts'
import { record } from '#server/activity/actions.ts'
import { type Place, Unreadable } from '#server/crypto/sealer.ts'
import type { SiteTx } from '#server/db/in-site.ts'

/** A factor belongs to a person, not to a website. */
export const secretPlace = (factorId: string): Place => ({
  websiteId: null,
  table: 'factors',
  column: 'secret',
  rowId: factorId,
})

export type CodeCheck = 'right' | 'locked' | { attemptsRemaining: number }

type Which = { factorId: string; userId: string; status: 'verified' | 'unverified' }

/**
 * Every try is counted as wrong before the code is looked at, by a statement that lets those who try at the same time
 * through one by one, and given back when it was right. So nobody gets more tries by asking in parallel. The count must
 * be kept, so whoever refuses does it after the transaction.
 */
export async function checkCode(
  tx: SiteTx,
  { sealer, now }: Pick<Desk, 'sealer' | 'now'>,
  { factorId, userId, status }: Which,
  code: string,
): Promise<CodeCheck> {
  const { wrongCodes, wrongCodesEndAt } = factors
  const forgotten = or(isNull(wrongCodesEndAt), lte(wrongCodesEndAt, now))
  const [factor] = await tx
    .update(factors)
    .set({
      wrongCodes: sql`case when ${forgotten} then 1 else ${wrongCodes} + 1 end`,
      wrongCodesEndAt: new Date(+now + lifetimes.wrongCodes),
    })
    .where(
      and(
        eq(factors.id, factorId),
        eq(factors.userId, userId),
        eq(factors.status, status),
        or(forgotten, lt(wrongCodes, maxAttempts)),
      ),
    )
    .returning()
  if (!factor) return 'locked'
  const step = stepOf(secretOf(sealer, factor), code, now, factor.lastUsedStep)
  if (step === null) return { attemptsRemaining: maxAttempts - factor.wrongCodes }
  await tx
    .update(factors)
    .set({ lastUsedStep: step, wrongCodes: factor.wrongCodes - 1 })
    .where(eq(factors.id, factorId))
  return 'right'
}

function secretOf(sealer: Desk['sealer'], { id, secret }: { id: string; secret: Buffer }): string {
  try {
    return sealer.open(secretPlace(id), secret)
  } catch (error) {
    throw error instanceof Unreadable ? new Refusal('codes-unreadable') : error
  }
}

/** A wrong code of somebody who is signed in already. */
export async function recordWrongCode(
  tx: SiteTx,
  { address, now }: Desk,
  { userId }: Person,
  attemptsRemaining: number,
  during: 'confirmation' | 'enrolment',
): Promise<void> {
  const action = attemptsRemaining ? 'second_factor_failed' : 'second_factor_locked'
  await record(tx, { resourceType: 'account', action, userId, details: { during, address } }, now)
}
