import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type JobResult, type Job as Message, PgBoss, type Queue } from 'pg-boss'
import { z } from 'zod'
import type { Database } from '#server/db/database.ts'
import { asRole, inSite, type SiteTx } from '#server/db/in-site.ts'
import { failpoint } from '#server/failpoints.ts'
import { bossTransaction, deadLetterQueue, registerPgBoss, unregisterPgBoss } from '#server/jobs/enqueue.ts'
import { type Job, PermanentJobError } from '#server/jobs/job.ts'

const day = 86_400

/** A worker renews its claim on a job this often; after the timeout another worker takes the job. In seconds. */
const heartbeatSeconds = 5
const heartbeatTimeoutSeconds = 20

const Payload = z.object({ websiteId: z.uuid(), data: z.unknown() })

type Options = {
  jobs: readonly Job[]
  /** False for a process that only enqueues jobs, while another one runs them. */
  work?: boolean
  /** Called for every failed attempt, and for errors of the queue itself. */
  report: (error: unknown, words: string) => void
  /** How often to look for jobs that a dead process has left, in seconds. */
  lookAfter?: number
}

export type Jobs = { stop: () => Promise<void> }

export async function startJobs(
  database: Database,
  { jobs, work = true, report, lookAfter = 15 }: Options,
): Promise<Jobs> {
  const boss = new PgBoss({
    ...database.jobsConnection(),
    createSchema: false,
    schedule: false,
    supervise: work,
    superviseIntervalSeconds: lookAfter,
    monitorIntervalSeconds: lookAfter,
    useListenNotify: work,
  })
  boss.on('error', queueErrorReporter(database, report))
  await boss.start()
  await makeQueues(boss, jobs)
  registerPgBoss(database, boss)
  const workOn = async (job: Job) => {
    const pace = {
      ...pollingOptions(lookAfter),
      heartbeatRefreshSeconds: heartbeatSeconds,
      perJobResults: true,
    } as const
    const worker = await boss.work(job.name, pace, async ([message]) => {
      const result = await runJobAndStoreResult(database, boss, job, message!, report)
      await storeResult(boss, job, message!, result)
      // Fetches the next job at once.
      boss.notifyWorker(worker)
      return [result]
    })
  }
  if (work) {
    if (database.engine === 'pglite') await retryAbandoned(boss)
    for (const job of jobs) await workOn(job)
  }
  const stop = async () => {
    await boss.stop({ timeout: 5_000 })
    unregisterPgBoss(database)
  }
  let stopped: Promise<void> | undefined
  return { stop: () => (stopped ??= stop()) }
}

/** The same error comes back at each poll; it is reported once a minute at most. */
function queueErrorReporter(database: Database, report: Options['report']): (error: Error) => void {
  let lastTime = 0
  return (error) => {
    if (database.storageFull || Date.now() - lastTime < 60_000) return
    lastTime = Date.now()
    report(error, 'error in the job queue')
  }
}

/** New jobs are announced by NOTIFY; retries are only found by polling. */
const pollingOptions = (lookAfter: number) => ({
  pollingIntervalSeconds: Math.min(2, lookAfter),
  notifyPollingIntervalSeconds: Math.min(5, lookAfter),
})

async function runJobAndStoreResult(
  database: Database,
  boss: PgBoss,
  job: Job,
  message: Message<unknown>,
  report: Options['report'],
): Promise<JobResult> {
  const { id, signal } = message
  try {
    const payload = Payload.safeParse(message.data)
    if (!payload.success) throw new PermanentJobError('the job has no website')
    const { websiteId, data } = payload.data
    const scope = { websiteId, role: 'worker' } as const
    if (!(await isOurs(database, websiteId)))
      throw new PermanentJobError('the job is for a website that does not exist here')
    await failpoint('jobs.taken')
    await job.perform(data, {
      websiteId,
      signal,
      inSite: (work) => inSite(database, scope, work),
      finish: (work) =>
        inSite(database, scope, async (tx) => {
          await work(tx)
          await failpoint('jobs.finishing')
          const ended = await asRole(tx, 'none', () =>
            boss.complete(job.name, message, undefined, { db: bossTransaction(tx) }),
          )
          if (!('affected' in ended && ended.affected === 1))
            throw new Error('another worker has taken the job in the meantime')
        }),
    })
    await failpoint('jobs.done')
    return { id, status: 'completed' }
  } catch (error) {
    report(error, `the job ${job.name} ${id} failed`)
    // The reason goes to the log only, which redacts personal data.
    return { id, status: error instanceof PermanentJobError ? 'deadletter' : 'failed', output: {} }
  }
}

/**
 * Repeats until the queue has stored the result: if the connection broke just now, the job would wait until its heartbeat
 * times out. pg-boss then stores the result once more, which changes nothing.
 */
async function storeResult(
  boss: PgBoss,
  { name }: Job,
  message: Message<unknown>,
  { status }: JobResult,
): Promise<void> {
  if (status === 'deadletter') return
  const storeOnce = () => (status === 'completed' ? boss.complete(name, message) : boss.fail(name, message, {}))
  for (let pause = 50; !message.signal.aborted; pause = Math.min(2 * pause, 2_000)) {
    const isStored = await storeOnce().then(
      () => true,
      () => false,
    )
    if (isStored) return
    await after(pause)
  }
}

const isOurs = (database: Database, websiteId: string) =>
  inSite(database, { websiteId, role: 'worker' }, async (tx: SiteTx) => {
    const { rows } = await tx.execute(sql`select 1 from websites`)
    return rows.length === 1
  })

async function makeQueues(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const wanted: Queue[] = [
    { name: deadLetterQueue, retentionSeconds: 90 * day },
    ...jobs.map(({ name, tries = 6, patience = 60, mergesWaiting = false }) => ({
      name,
      ...(mergesWaiting && { policy: 'short' as const }),
      retryLimit: tries - 1,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: patience,
      heartbeatSeconds: heartbeatTimeoutSeconds,
      deleteAfterSeconds: 7 * day,
      deadLetter: deadLetterQueue,
      notify: true,
    })),
  ]
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  // A queue keeps the policy that it was created with.
  for (const { name, policy, ...options } of wanted) {
    const found = existing.get(name)
    if (!found) {
      await boss.createQueue(name, { ...options, ...(policy && { policy }) })
    } else if (Object.entries(options).some(([key, value]) => found[key as keyof typeof found] !== value)) {
      await boss.updateQueue(name, options)
    } else continue
    // Fills pg-boss's cache of queues, so that it need not query them inside a transaction.
    await boss.getJobById(name, '00000000-0000-0000-0000-000000000000')
  }
}

/** No other process works on the embedded database, so a job that is active at the start was left by a process that died. */
async function retryAbandoned(boss: PgBoss): Promise<void> {
  const { rows } = await boss.getDb().executeSql(`select name, id from pgboss.job where state = 'active'`)
  for (const { name, id } of rows) await boss.fail(name, id, { error: 'the process ended' })
}
