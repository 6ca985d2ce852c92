import { sql } from 'drizzle-orm'
import { fromDrizzle, type PgBoss } from 'pg-boss'
import { asRole } from '#server/db/as-role.ts'
import type { Database } from '#server/db/database.ts'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'
import type { Job } from '#server/jobs/job.ts'

const bosses = new WeakMap<Database, PgBoss>()

export const setBoss = (database: Database, boss: PgBoss) => bosses.set(database, boss)
export const dropBoss = (database: Database) => bosses.delete(database)

export function bossOf(tx: SiteTx, jobName: string): PgBoss {
  const boss = bosses.get(placeOf(tx).database)
  if (!boss) throw new Error(`The job ${jobName} was enqueued before startJobs or after its end.`)
  return boss
}

/** Where a job ends up that has failed for good; there it can be looked at and sent back. */
export const laidAside = 'laid-aside'

type Options = {
  startAfter?: Date
  /** Handed in again within this time, by whomever, it is one and the same. */
  onceInSeconds?: number
}

/** The job exists exactly if the transaction is committed, and runs on the website of the transaction. */
export async function enqueue<Data>(
  tx: SiteTx,
  job: Pick<Job<Data>, 'name' | 'check'>,
  data: Data,
  { startAfter, onceInSeconds }: Options = {},
): Promise<void> {
  const { scope } = placeOf(tx)
  const boss = bossOf(tx, job.name)
  const payload = { websiteId: scope.websiteId, data: job.check(data) }
  const once = onceInSeconds && { singletonKey: scope.websiteId, singletonSeconds: onceInSeconds }
  await asRole(tx, 'none', () =>
    boss.send(job.name, payload, { db: onTx(tx), ...(startAfter && { startAfter }), ...once }),
  )
}

/** pg-boss, but inside our transaction. */
export const onTx = (tx: SiteTx) => fromDrizzle(tx, sql)
