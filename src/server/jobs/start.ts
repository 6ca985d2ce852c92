import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { type JobResult, type Job as Message, PgBoss, type Queue } from 'pg-boss'
import { z } from 'zod'
import { asRole } from '#server/db/as-role.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { failpoint } from '#server/failpoints.ts'
import { dropBoss, laidAside, onTx, setBoss } from '#server/jobs/enqueue.ts'
import { type Job, NeverRuns } from '#server/jobs/job.ts'

const day = 86_400

/** Whoever works on a job says so this often; when nothing was heard for so long, another takes it up. In seconds. */
const signOfLife = 5
const longestSilence = 20

const Payload = z.object({ websiteId: z.uuid(), data: z.unknown() })

type Options = {
  jobs: readonly Job[]
  /** False for a process that only hands jobs in, while another one runs them. */
  work?: boolean
  /** Hears of every try that failed, and of trouble with the queue itself. */
  report: (error: unknown, words: string) => void
  /** How often jobs are looked for that a dead process has left, in seconds. */
  lookAfter?: number
}

export type Jobs = { stop: () => Promise<void> }

export async function startJobs(
  database: Database,
  { jobs, work = true, report, lookAfter = 15 }: Options,
): Promise<Jobs> {
  const boss = new PgBoss({
    ...database.forJobs(),
    createSchema: false,
    schedule: false,
    supervise: work,
    superviseIntervalSeconds: lookAfter,
    monitorIntervalSeconds: lookAfter,
    useListenNotify: work,
  })
  boss.on('error', troubleOf(database, report))
  await boss.start()
  await makeQueues(boss, jobs)
  setBoss(database, boss)
  const workOn = async (job: Job) => {
    const pace = { ...paceOf(lookAfter), heartbeatRefreshSeconds: signOfLife, perJobResults: true } as const
    const worker = await boss.work(job.name, pace, async ([message]) => {
      const result = await settle(database, boss, job, message!, report)
      await tell(boss, job, message!, result)
      // One done, the next is fetched at once.
      boss.notifyWorker(worker)
      return [result]
    })
  }
  if (work) {
    if (database.engine === 'pglite') await takeUpAgain(boss)
    for (const job of jobs) await workOn(job)
  }
  const stop = async () => {
    await boss.stop({ timeout: 5_000 })
    dropBoss(database)
  }
  let stopped: Promise<void> | undefined
  return { stop: () => (stopped ??= stop()) }
}

/** The same trouble comes back each time a queue is looked at; once a minute is enough to know. */
function troubleOf(database: Database, report: Options['report']): (error: Error) => void {
  let lastTime = 0
  return (error) => {
    if (database.storageFull || Date.now() - lastTime < 60_000) return
    lastTime = Date.now()
    report(error, 'the job queue is in trouble')
  }
}

/** New jobs announce themselves; a second try does not, and is found by looking. */
const paceOf = (lookAfter: number) => ({
  pollingIntervalSeconds: Math.min(2, lookAfter),
  notifyPollingIntervalSeconds: Math.min(5, lookAfter),
})

async function settle(
  database: Database,
  boss: PgBoss,
  job: Job,
  message: Message<unknown>,
  report: Options['report'],
): Promise<JobResult> {
  const { id, signal } = message
  try {
    const payload = Payload.safeParse(message.data)
    if (!payload.success) throw new NeverRuns('the job names no website')
    const { websiteId, data } = payload.data
    const scope = { websiteId, role: 'worker' } as const
    if (!(await isOurs(database, websiteId))) throw new NeverRuns('the job is for a website that is not here')
    await failpoint('jobs.taken')
    await job.perform(data, {
      websiteId,
      signal,
      inSite: (work) => inSite(database, scope, work),
      finish: (work) =>
        inSite(database, scope, async (tx) => {
          await work(tx)
          await failpoint('jobs.finishing')
          const ended = await asRole(tx, 'none', () => boss.complete(job.name, message, undefined, { db: onTx(tx) }))
          if (!('affected' in ended && ended.affected === 1))
            throw new Error('the job has been given to another in the meantime')
        }),
    })
    await failpoint('jobs.done')
    return { id, status: 'completed' }
  } catch (error) {
    report(error, `the job ${job.name} ${id} failed`)
    // Why is for the log, which leaves out what errors quote of people.
    return { id, status: error instanceof NeverRuns ? 'deadletter' : 'failed', output: {} }
  }
}

/**
 * Again until the queue knows how it ended: a connection that breaks just now would have the job lie there until its
 * worker is thought dead. pg-boss then says it once more, which changes nothing.
 */
async function tell(boss: PgBoss, { name }: Job, message: Message<unknown>, { status }: JobResult): Promise<void> {
  if (status === 'deadletter') return
  const tellOnce = () => (status === 'completed' ? boss.complete(name, message) : boss.fail(name, message, {}))
  for (let pause = 50; !message.signal.aborted; pause = Math.min(2 * pause, 2_000)) {
    const isTold = await tellOnce().then(
      () => true,
      () => false,
    )
    if (isTold) return
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
    { name: laidAside, retentionSeconds: 90 * day },
    ...jobs.map(({ name, tries = 6, patience = 60 }) => ({
      name,
      retryLimit: tries - 1,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      expireInSeconds: patience,
      heartbeatSeconds: longestSilence,
      deleteAfterSeconds: 7 * day,
      deadLetter: laidAside,
      notify: true,
    })),
  ]
  const existing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  for (const { name, ...options } of wanted) {
    const found = existing.get(name)
    if (!found) {
      await boss.createQueue(name, options)
    } else if (Object.entries(options).some(([key, value]) => found[key as keyof typeof found] !== value)) {
      await boss.updateQueue(name, options)
    } else continue
    // So that pg-boss knows the queue from now on and need not ask when it stands inside a transaction.
    await boss.getJobById(name, '00000000-0000-0000-0000-000000000000')
  }
}

/** Nobody else works on the embedded database, so what is under way at the start was left by a process that died. */
async function takeUpAgain(boss: PgBoss): Promise<void> {
  const { rows } = await boss.getDb().executeSql(`select name, id from pgboss.job where state = 'active'`)
  for (const { name, id } of rows) await boss.fail(name, id, { error: 'the process ended' })
}
