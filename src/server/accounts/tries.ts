import type { Limit } from '#domain/accounts/limits.ts'
import type { Activity } from '#domain/activity/activity.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Desk } from '#server/accounts/desk.ts'
import { record } from '#server/activity/actions.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { type Counted, take } from '#server/limits/take.ts'

export const counting = ({ keys }: Pick<Desk, 'keys'>, limit: Limit, whom: string): Counted => ({
  limit,
  subject: keys.blind(whom),
})

/** What is written down when a limit is reached, once. */
type WhenLocked = (tx: SiteTx, counted: Counted) => Activity | Promise<Activity>

/**
 * Counts a try before anything else is looked at, and refuses it when there were too many. What is refused by one limit
 * is not counted by the next: a flood from one address does not use up an account's tries.
 */
export async function countTry(desk: Desk, all: Counted[], whenLocked?: WhenLocked): Promise<void> {
  const tooMany = await desk.inSite(async (tx) => {
    for (const counted of all) {
      const over = await take(tx, counted, desk.now)
      if (over?.isFirst && whenLocked) await record(tx, await whenLocked(tx, counted), desk.now)
      if (over) return over
    }
    return null
  })
  if (tooMany) throw new Refusal('too-many', { facts: { retryAfterSeconds: tooMany.waitSeconds } })
}
