import { sql } from 'drizzle-orm'
import { fromDrizzle, type PgBoss } from 'pg-boss'
import type { Database } from '#server/db/database.ts'
import { asRole, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import type { Job } from '#server/jobs/job.ts'

const bosses = new WeakMap<Database, PgBoss>()

export const registerPgBoss = (database: Database, boss: PgBoss) => bosses.set(database, boss)
export const unregisterPgBoss = (database: Database) => bosses.delete(database)

export function bossOf(tx: SiteTx, jobName: string): PgBoss {
  const boss = bosses.get(scopeOf(tx).database)
  if (!boss) throw new Error(`The job ${jobName} was enqueued before startJobs or after its stop.`)
  return boss
}

/** Holds jobs that have failed for good, until an administrator retries them. The queue's name is stored in the database. */
export const deadLetterQueue = 'laid-aside'

type Options = {
  startAfter?: Date
  /** Enqueued again within this time, by any process, it stays one job. */
  onceInSeconds?: number
  /** Dropped when a job of this name already waits and has not begun; for jobs with `mergesWaiting`. */
  waitsOnceAs?: string
}

/** The job exists if and only if the transaction is committed, and runs on the website of the transaction. */
export async function enqueue<Data>(
  tx: SiteTx,
  job: Pick<Job<Data>, 'name' | 'check'>,
  data: Data,
  { startAfter, onceInSeconds, waitsOnceAs }: Options = {},
): Promise<void> {
  const { websiteId } = scopeOf(tx)
  const boss = bossOf(tx, job.name)
  const payload = { websiteId, data: job.check(data) }
  const once = onceInSeconds
    ? { singletonKey: websiteId, singletonSeconds: onceInSeconds }
    : waitsOnceAs && { singletonKey: waitsOnceAs }
  await asRole(tx, 'none', () =>
    boss.send(job.name, payload, { db: bossTransaction(tx), ...(startAfter && { startAfter }), ...once }),
  )
}

/** Enqueues a job without data for each of these websites, in one statement. */
export async function enqueueOnEach(
  tx: SiteTx,
  job: Pick<Job<object>, 'name' | 'check'>,
  websiteIds: readonly string[],
  { startAfter, onceInSeconds }: Required<Pick<Options, 'onceInSeconds'>> & Options,
): Promise<void> {
  const boss = bossOf(tx, job.name)
  const data = job.check({})
  const jobs = websiteIds.map((websiteId) => ({
    data: { websiteId, data },
    singletonKey: websiteId,
    singletonSeconds: onceInSeconds,
    ...(startAfter && { startAfter }),
  }))
  await asRole(tx, 'none', () => boss.insert(job.name, jobs, { db: bossTransaction(tx) }))
}

/** pg-boss inside our transaction. */
export const bossTransaction = (tx: SiteTx) => fromDrizzle(tx, sql)
