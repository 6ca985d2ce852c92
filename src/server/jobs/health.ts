import { sql } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import { record } from '#server/activity/actions.ts'
import { asRole } from '#server/db/as-role.ts'
import { placeOf, type SiteTx } from '#server/db/in-site.ts'
import { bossOf, laidAside, onTx } from '#server/jobs/enqueue.ts'
import { silentFor } from '#server/jobs/sign-of-life.ts'

export type FailedJob = { id: string; name: string; failedAt: Date; tries: number }

/** The jobs of this website that wait for their turn or their next try, and those that were laid aside. */
export async function countJobs(tx: SiteTx): Promise<{ waiting: number; failed: number }> {
  const { websiteId } = placeOf(tx).scope
  const [counted] = await asking<{ waiting: string; failed: string }>(
    tx,
    sql`select count(*) filter (where name <> ${laidAside}) as waiting, count(*) filter (where name = ${laidAside}) as failed
      from pgboss.job where state < 'active' and data ->> 'websiteId' = ${websiteId}`,
  )
  return { waiting: Number(counted!.waiting), failed: Number(counted!.failed) }
}

type JobsOfAll = { waiting: number; oldestSeconds: number; laidAside: number; silentSeconds: number }

/**
 * The jobs of all websites: those that could be worked on, how long the oldest of them has waited, those laid aside, and
 * for how long nobody has been there to work on any.
 */
export async function jobsOfAll(tx: SiteTx): Promise<JobsOfAll> {
  const [counted] = await asking<{ waiting: string; oldest: string; laid_aside: string; silent: string }>(
    tx,
    sql`with ready as (select start_after from pgboss.job
        where state < 'active' and name <> ${laidAside} and start_after <= now())
      select (select count(*) from ready) as waiting,
        (select coalesce(extract(epoch from now() - min(start_after)), 0) from ready) as oldest,
        (select count(*) from pgboss.job where state < 'active' and name = ${laidAside}) as laid_aside,
        (${sql.raw(silentFor)}) as silent`,
  )
  const { waiting, oldest, laid_aside, silent } = counted!
  return {
    ...{ waiting: Number(waiting), oldestSeconds: Math.round(Number(oldest)), laidAside: Number(laid_aside) },
    silentSeconds: Math.round(Number(silent)),
  }
}

/** The newest first. What went wrong is in the log of the process: it may hold what only its operator should read. */
export async function failedJobs(tx: SiteTx, limit: number): Promise<FailedJob[]> {
  const { websiteId } = placeOf(tx).scope
  const found = await asking<{ id: string; name: string; failed_at: string; tries: number }>(
    tx,
    sql`select id, coalesce(source_name, name) as name, created_on as failed_at, coalesce(source_retry_count, 0) + 1 as tries
      from pgboss.job where name = ${laidAside} and state < 'active' and data ->> 'websiteId' = ${websiteId}
      order by created_on desc limit ${limit}`,
  )
  return found.map(({ failed_at, ...job }) => ({ ...job, tries: Number(job.tries), failedAt: new Date(failed_at) }))
}

/** These laid-aside jobs of this website, or all of them, are back where they came from. */
export async function retryJobs(
  tx: SiteTx,
  ids: readonly string[] | null,
  { userId, now }: { userId: string; now: Date },
): Promise<number> {
  const { websiteId } = placeOf(tx).scope
  const boss = bossOf(tx, laidAside)
  const chosen = { data: { websiteId }, ...(ids && { ids: [...ids] }) }
  const moved = await asRole(tx, 'none', () => boss.redrive(laidAside, { ...chosen, db: onTx(tx) }))
  if (ids && moved < new Set(ids).size) throw new Refusal('not-found')
  if (moved) await record(tx, { resourceType: 'job', action: 'retried', userId, details: { jobs: moved } }, now)
  return moved
}

async function asking<Row extends Record<string, unknown>>(
  tx: SiteTx,
  question: ReturnType<typeof sql>,
): Promise<Row[]> {
  return (await asRole(tx, 'none', () => tx.execute<Row>(question))).rows
}
