import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { enqueueOnEach } from '#server/jobs/enqueue.ts'
import type { Job } from '#server/jobs/job.ts'

/** Websites per transaction. */
const atOnce = 500

type Options = {
  jobs: readonly Pick<Job<object>, 'name' | 'check'>[]
  sites: { readonly websiteIds: readonly string[] }
  everySeconds?: number
  /** Delay of the first run after a start, so that the start itself is not slowed down. */
  afterSeconds?: number
  report: (error: unknown, words: string) => void
}

/** Enqueues recurring jobs for each website. When several processes do so, each job still runs once. */
export function enqueueRegularly(
  database: Database,
  { jobs, sites, everySeconds = 3_600, afterSeconds = 60, report }: Options,
): { stop: () => Promise<void> } {
  let enqueuing = Promise.resolve()
  async function enqueueAll(onceInSeconds: number, startAfter?: Date) {
    const { websiteIds } = sites
    for (let from = 0; from < websiteIds.length; from += atOnce) {
      const some = websiteIds.slice(from, from + atOnce)
      await inSite(database, { websiteId: some[0]!, role: 'worker' }, async (tx) => {
        for (const job of jobs) await enqueueOnEach(tx, job, some, { onceInSeconds, ...(startAfter && { startAfter }) })
      }).catch((error) => report(error, 'failed to enqueue the recurring jobs'))
    }
  }
  enqueuing = enqueueAll(60, new Date(Date.now() + afterSeconds * 1000))
  const timer = setInterval(() => {
    enqueuing = enqueueAll(everySeconds)
  }, everySeconds * 1000).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await enqueuing
    },
  }
}
