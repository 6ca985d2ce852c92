import { accountRateLimits, networkPrefixOf, type RateLimit } from '#domain/accounts/limits.ts'
import type { ActivityRecord } from '#domain/activity/activity.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { verifyDeviceCookie } from '#server/accounts/tokens.ts'
import type { AccountCredentials } from '#server/accounts/users.ts'
import { recordActivity } from '#server/activity/record.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import {
  countAttempt,
  type LimitExceeded,
  type RateLimitKey,
  resetLimit,
  uncountAttempt,
} from '#server/limits/rate-limit.ts'

export const accountLimitKey = (
  { keys }: Pick<AuthContext, 'keys'>,
  limit: RateLimit,
  subject: string,
): RateLimitKey => ({
  limit,
  subject: keys.blind(subject),
})

/** The line for the activity log when a limit is exceeded for the first time. */
type LockedActivity = (tx: SiteTx, key: RateLimitKey) => ActivityRecord | Promise<ActivityRecord>

/**
 * Counts an attempt before any other work is done, and refuses it over the limit. Returns how many attempts are left. An
 * attempt that one limit refuses is not counted by the next: a flood from one address does not use up an account's
 * attempts.
 */
export async function enforceLimits(
  auth: AuthContext,
  keys: RateLimitKey[],
  lockedActivity?: LockedActivity,
): Promise<number> {
  const { left, over } = await auth.inSite((tx) => countAttempts(tx, auth, keys, lockedActivity))
  if (over) throw tooManyAttemptsRefusal(over)
  return left
}

type CountedAttempts = {
  left: number
  over: LimitExceeded | null
  /** The keys that have counted it; after the one that is over, none does. */
  counted: RateLimitKey[]
}

/** The same inside an open transaction. The count must be committed, so the caller refuses after the transaction. */
export async function countAttempts(
  tx: SiteTx,
  { now }: Pick<AuthContext, 'now'>,
  keys: RateLimitKey[],
  lockedActivity?: LockedActivity,
): Promise<CountedAttempts> {
  let min = Number.POSITIVE_INFINITY
  for (const [at, key] of keys.entries()) {
    const { left, over } = await countAttempt(tx, key, now)
    if (over?.isFirst && lockedActivity) await recordActivity(tx, await lockedActivity(tx, key), now)
    if (over) return { left: 0, over, counted: keys.slice(0, at + 1) }
    min = Math.min(min, left)
  }
  return { left: min, over: null, counted: keys }
}

export const tooManyAttemptsRefusal = ({ waitSeconds }: LimitExceeded): Refusal =>
  new Refusal('too-many', { facts: { retryAfterSeconds: waitSeconds } })

/**
 * A browser that has signed in before has a limit of its own. All other browsers share the limits of their network and
 * of the account: wrong passwords lock strangers out, never such a browser.
 */
export function signInLimits(auth: AuthContext, email: string, account: AccountCredentials | undefined) {
  const device = verifyDeviceCookie(auth, account)
  if (device) {
    const ofDevice = accountLimitKey(auth, accountRateLimits.signInOfDevice, device.id)
    return { keys: [ofDevice], clear: (tx: SiteTx) => resetLimit(tx, ofDevice) }
  }
  const ofAddress = accountLimitKey(auth, accountRateLimits.signInFromAddress, auth.address)
  const ofNetwork = networkSignInKey(auth, email)
  const ofAccount = accountLimitKey(auth, accountRateLimits.signInOfAccount, email)
  return {
    keys: [ofAddress, ofNetwork, ofAccount],
    clear: async (tx: SiteTx) => {
      await uncountAttempt(tx, ofAddress)
      await resetLimit(tx, ofNetwork)
      await uncountAttempt(tx, ofAccount)
    },
  }
}

const networkSignInKey = (auth: AuthContext, email: string) =>
  accountLimitKey(auth, accountRateLimits.signInFromNetwork, `${email} ${networkPrefixOf(auth.address)}`)

/** After a new password was set, earlier wrong passwords no longer count. */
export async function resetSignInLimits(tx: SiteTx, auth: AuthContext, email: string): Promise<void> {
  await resetLimit(tx, networkSignInKey(auth, email))
  await resetLimit(tx, accountLimitKey(auth, accountRateLimits.signInOfAccount, email))
}
