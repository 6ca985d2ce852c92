import type { Limit } from '#domain/accounts/limits.ts'
import type { Activity } from '#domain/activity/activity.ts'
import { Refusal } from '#domain/refusal.ts'
import type { AuthContext } from '#server/accounts/auth-context.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { type Counted, type TooMany, take } from '#server/limits/take.ts'

export const counting = ({ keys }: Pick<AuthContext, 'keys'>, limit: Limit, whom: string): Counted => ({
  limit,
  subject: keys.blind(whom),
})

/** What is written down when a limit is reached, once. */
type WhenLocked = (tx: SiteTx, counted: Counted) => Activity | Promise<Activity>

/**
 * Counts a try before anything else is looked at, and refuses it when there were too many. What is refused by one limit
 * is not counted by the next: a flood from one address does not use up an account's tries.
 */
export async function countTry(auth: AuthContext, all: Counted[], whenLocked?: WhenLocked): Promise<void> {
  await triesLeft(auth, all, whenLocked)
}

/** The same; answers how many more there are. */
export async function triesLeft(auth: AuthContext, all: Counted[], whenLocked?: WhenLocked): Promise<number> {
  const { left, over } = await auth.inSite((tx) => takeAll(tx, auth, all, whenLocked))
  if (over) throw tooMany(over)
  return left
}

/** The same inside a transaction that is open already: whoever refuses does it when that is through. */
export async function takeAll(
  tx: SiteTx,
  { now }: Pick<AuthContext, 'now'>,
  all: Counted[],
  whenLocked?: WhenLocked,
): Promise<{ left: number; over: TooMany | null }> {
  let least = Number.POSITIVE_INFINITY
  for (const counted of all) {
    const { left, over } = await take(tx, counted, now)
    if (over?.isFirst && whenLocked) await record(tx, await whenLocked(tx, counted), now)
    if (over) return { left: 0, over }
    least = Math.min(least, left)
  }
  return { left: least, over: null }
}

export const tooMany = ({ waitSeconds }: TooMany): Refusal =>
  new Refusal('too-many', { facts: { retryAfterSeconds: waitSeconds } })
