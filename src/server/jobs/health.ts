import { sql } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import { recordActivity } from '#server/activity/record.ts'
import { asRole, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { bossOf, bossTransaction, deadLetterQueue } from '#server/jobs/enqueue.ts'

export type FailedJob = { id: string; name: string; failedAt: Date; tries: number }

/** Counts the jobs of this website that wait for a run or a retry, and those in the dead-letter queue. */
export async function countJobs(tx: SiteTx): Promise<{ waiting: number; failed: number }> {
  const { websiteId } = scopeOf(tx)
  const [counted] = await queryWithTimeout<{ waiting: string; failed: string }>(
    tx,
    sql`select count(*) filter (where name <> ${deadLetterQueue}) as waiting, count(*) filter (where name = ${deadLetterQueue}) as failed
      from pgboss.job where state < 'active' and data ->> 'websiteId' = ${websiteId}`,
  )
  return { waiting: Number(counted!.waiting), failed: Number(counted!.failed) }
}

type JobsOfAll = { waiting: number; oldestSeconds: number; laidAside: number; silentSeconds: number }

/**
 * Figures of all websites: jobs that are due, how long the oldest has waited, jobs in the dead-letter queue, and for how
 * long no worker has been running.
 */
export async function jobStatistics(tx: SiteTx): Promise<JobsOfAll> {
  const [counted] = await queryWithTimeout<{ waiting: string; oldest: string; laid_aside: string; silent: string }>(
    tx,
    sql`with ready as (select start_after from pgboss.job
        where state < 'active' and name <> ${deadLetterQueue} and start_after <= now())
      select (select count(*) from ready) as waiting,
        (select coalesce(extract(epoch from now() - min(start_after)), 0) from ready) as oldest,
        (select count(*) from pgboss.job where state < 'active' and name = ${deadLetterQueue}) as laid_aside,
        (${sql.raw(workerSilentSecondsSql)}) as silent`,
  )
  const { waiting, oldest, laid_aside, silent } = counted!
  return {
    waiting: Number(waiting),
    oldestSeconds: Math.round(Number(oldest)),
    laidAside: Number(laid_aside),
    silentSeconds: Math.round(Number(silent)),
  }
}

/** The newest first. The error itself is only in the log: it may hold what only the operator should read. */
export async function failedJobs(tx: SiteTx, limit: number): Promise<FailedJob[]> {
  const { websiteId } = scopeOf(tx)
  const found = await queryWithTimeout<{ id: string; name: string; failed_at: string; tries: number }>(
    tx,
    sql`select id, coalesce(source_name, name) as name, created_on as failed_at, coalesce(source_retry_count, 0) + 1 as tries
      from pgboss.job where name = ${deadLetterQueue} and state < 'active' and data ->> 'websiteId' = ${websiteId}
      order by created_on desc limit ${limit}`,
  )
  return found.map(({ failed_at, ...job }) => ({ ...job, tries: Number(job.tries), failedAt: new Date(failed_at) }))
}

/** Moves these dead-letter jobs of this website, or all of them, back to their queues. */
export async function retryJobs(
  tx: SiteTx,
  ids: readonly string[] | null,
  { userId, now }: { userId: string; now: Date },
): Promise<number> {
  const { websiteId } = scopeOf(tx)
  const boss = bossOf(tx, deadLetterQueue)
  const chosen = { data: { websiteId }, ...(ids && { ids: [...ids] }) }
  const moved = await asRole(tx, 'none', () => boss.redrive(deadLetterQueue, { ...chosen, db: bossTransaction(tx) }))
  if (ids && moved < new Set(ids).size) throw new Refusal('not-found')
  if (moved) await recordActivity(tx, { resourceType: 'job', action: 'retried', userId, details: { jobs: moved } }, now)
  return moved
}

async function queryWithTimeout<Row extends Record<string, unknown>>(
  tx: SiteTx,
  question: ReturnType<typeof sql>,
): Promise<Row[]> {
  return (await asRole(tx, 'none', () => tx.execute<Row>(question))).rows
}

/**
 * For how many seconds no worker has been running, also while there are no jobs. A worker supervises the queues every
 * 15 seconds (`start.ts`) and pg-boss records when; a process that only enqueues jobs never does. Without any worker so
 * far, it counts from the creation of the queues.
 */
export const workerSilentSecondsSql = `select coalesce(extract(epoch from now() - coalesce(max(monitor_claim_on), min(created_on))), 0)::float
  from pgboss.queue`

/** Longer than a restart, and many times the interval between two supervisions. */
export const workerSilentLimitSeconds = 300
