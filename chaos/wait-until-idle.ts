import { setTimeout as after } from 'node:timers/promises'
import type { ChaosWorld } from './world.ts'

/**
 * Waits until no event, job or mail is pending. False on a timeout: another worker takes over the job of a dead one
 * within forty seconds.
 */
export async function waitUntilIdle(world: ChaosWorld, patience = 90_000): Promise<boolean> {
  let calm = 0
  for (const until = Date.now() + patience; Date.now() < until; await after(250)) {
    await world.app.up()
    // Jobs that wait for a retry or a start time run at once.
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

/** Jobs in these queues stay there for inspection. */
export const idleQueues = ['laid-aside']
