import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import type { Job } from '#server/jobs/job.ts'

type Options = {
  jobs: readonly Pick<Job<object>, 'name' | 'check'>[]
  websiteIds: readonly string[]
  everySeconds?: number
  /** How long after a start they come for the first time: whoever starts a house wants to see it first. */
  afterSeconds?: number
  report: (error: unknown, words: string) => void
}

/** Hands in jobs that come back by themselves, for each website; of several processes that do so, one is heard. */
export function handInRegularly(
  database: Database,
  { jobs, websiteIds, everySeconds = 3_600, afterSeconds = 60, report }: Options,
): { stop: () => Promise<void> } {
  let handingIn = Promise.resolve()
  async function handIn(onceInSeconds: number, startAfter?: Date) {
    for (const websiteId of websiteIds)
      await inSite(database, { websiteId, role: 'worker' }, async (tx) => {
        for (const job of jobs) await enqueue(tx, job, {}, { onceInSeconds, ...(startAfter && { startAfter }) })
      }).catch((error) => report(error, 'what is done regularly was not handed in'))
  }
  handingIn = handIn(60, new Date(Date.now() + afterSeconds * 1000))
  const timer = setInterval(() => {
    handingIn = handIn(everySeconds)
  }, everySeconds * 1000).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await handingIn
    },
  }
}
