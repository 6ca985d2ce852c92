import { z } from 'zod'
import { countDays } from '#server/analytics/count-days.ts'
import { aheadOfDatabase } from '#server/db/clock.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { defineJob, type Job } from '#server/jobs/job.ts'
import { sweepSite } from '#server/sweep.ts'

type Parts = {
  database: Database
  store: ObjectStore
  sites: readonly { siteId: string; zone: string }[]
  clock: () => Date
  warn: (facts: object, words: string) => void
}

const data = z.object({})
/** However often it fails, the next hour brings it again. */
const tries = 2

/** What is done on every website once an hour: what has expired goes, and days that are over are counted. */
export function housekeeping({ database, store, sites, clock, warn }: Parts): Job<object>[] {
  const zones = new Map(sites.map(({ siteId, zone }) => [siteId, zone]))
  return [
    defineJob({
      ...{ name: 'sweep', data, tries, patience: 300 },
      run: (_, { websiteId }) => sweepSite({ database, store }, websiteId, clock()),
    }),
    defineJob({
      ...{ name: 'count-days', data, tries, patience: 120 },
      run: async (_, { websiteId }) => {
        const zone = zones.get(websiteId)
        if (!zone) return
        const scope = { websiteId, role: 'worker' } as const
        await inSite(
          database,
          scope,
          async (tx) => {
            const now = clock()
            const ahead = await aheadOfDatabase(tx, now)
            // A day that is closed too early takes no more events, and what is forgotten does not come back.
            if (ahead)
              warn({ aheadSeconds: Math.round(ahead / 1000) }, 'no day was counted: the clock is not the database’s')
            else await countDays(tx, zone, now)
          },
          { longest: 60_000 },
        )
      },
    }),
  ]
}
