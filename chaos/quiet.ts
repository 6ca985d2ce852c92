import { setTimeout as after } from 'node:timers/promises'
import type { World } from './world.ts'

/**
 * Waits until nothing is under way any more: no message, no job, no mail. False when it does not come to rest: a job of
 * which nobody heard again is taken up by another within forty seconds.
 */
export async function quiet(world: World, patience = 90_000): Promise<boolean> {
  let calm = 0
  for (const until = Date.now() + patience; Date.now() < until; await after(250)) {
    await world.app.up()
    // What waits for another try, or for a minute to be over, need not wait for us.
    await world.rows(
      `update pgboss.job set start_after = now() where state in ('created', 'retry') and start_after > now()`,
    )
    const [left] = await world.rows<{ jobs: number; mails: number }>(
      `select (select count(*)::int from pgboss.job where state in ('created', 'retry', 'active') and name <> all($1)) as jobs,
        (select count(*)::int from mails where state = 'queued') as mails`,
      [idleQueues],
    )
    const isCalm = left!.jobs === 0 && left!.mails === 0 && (await world.payments.waiting()) === 0
    calm = isCalm ? calm + 1 : 0
    if (calm === 3) return true
  }
  return false
}

/** What lies there is there to be looked at. */
export const idleQueues = ['laid-aside']
