import { setTimeout as after } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DatabaseOptions } from '#server/db/database.ts'
import { inSite, type SiteTx } from '#server/db/in-site.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'
import { startJobs } from '#server/jobs/start-jobs.ts'
import { syncWebsites } from '#server/sites/sync-websites.ts'
import { websites } from '#server/sites/table.ts'

/** Queues so many jobs, works on them, and prints after each how many are done in total. */
type WorkerOptions = { options: DatabaseOptions; websiteId: string; jobs: number }
const { options, websiteId, jobs }: WorkerOptions = JSON.parse(process.argv[2]!)
const database = await openDatabase(options)
if (jobs) await syncWebsites(database, [{ siteId: websiteId, name: 'done:' }])

const done = async (tx: SiteTx) => (await tx.select().from(websites))[0]!.name.split(' ').length - 1

/** The job adds a number to the name of the site, so that running it twice or not at all shows. */
const note = defineJob({
  name: 'note',
  data: z.object({ number: z.number() }),
  tries: 50,
  patience: 1,
  run: async ({ number }, run) => {
    await after(5)
    await run.finish(async (tx) => {
      await tx.update(websites).set({ name: sql`${websites.name} || ${` ${number}`}` })
    })
    console.log(await run.inSite(done))
  },
})
await startJobs(database, { jobs: [note], report: (error, words) => console.error(words, error), lookAfter: 1 })
await inSite(database, { websiteId, role: 'visitor' }, async (tx) => {
  for (let number = 0; number < jobs; number++) await enqueue(tx, note, { number })
})
console.log(await inSite(database, { websiteId, role: 'visitor' }, done))
