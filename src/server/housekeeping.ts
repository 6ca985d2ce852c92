import { z } from 'zod'
import { sweepAccounts } from '#server/accounts/sweep.ts'
import { sweepUndoableDeletes } from '#server/activity/undoable-delete.ts'
import { countFinishedDaysAndPrune } from '#server/analytics/count-days.ts'
import { sweepMessages } from '#server/contact/messages.ts'
import { sweepUsedHumanChecks } from '#server/contact/receive-message.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { clockAheadOfDatabase } from '#server/db/server-info.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { deleteSiteIfDue } from '#server/hosted-sites/delete-job.ts'
import { defineJob, type Job } from '#server/jobs/job.ts'
import { sweepMails } from '#server/mail/queue.ts'
import { sweepMediaFiles } from '#server/media/files.ts'
import { indexOlderNames, type NameIndexDeps } from '#server/orders/name-index.ts'
import { sweepPictures } from '#server/pictures/sweep.ts'
import { sweepClips } from '#server/previews/clips.ts'
import { sweepExports } from '#server/privacy/export.ts'
import { sweepPreviewLinks } from '#server/site-editor/preview-links.ts'
import { requestDuePublication } from '#server/site-editor/publishing.ts'
import { readSettings } from '#server/sites/settings.ts'
import { sweepStrayChunks } from '#server/uploads/sweep.ts'

type Deps = NameIndexDeps & {
  store: ObjectStore
  sites: { siteOf: (websiteId: string) => { zone: string } | null }
  clock: () => Date
  warn: (facts: object, words: string) => void
}

const payloadSchema = z.object({})
/** Few attempts: the next hour brings the job again. */
const maxTries = 2

/** The hourly jobs of every website: delete expired data, index older names, count the visits of days that are over. */
export function createHousekeepingJobs({ database, store, sealer, keys, sites, clock, warn }: Deps): Job<object>[] {
  return [
    defineJob({
      name: 'sweep',
      data: payloadSchema,
      tries: maxTries,
      patience: 300,
      run: (_, { websiteId }) => sweepSite({ database, store }, websiteId, clock()),
    }),
    defineJob({
      name: 'index-names',
      data: payloadSchema,
      tries: maxTries,
      patience: 300,
      run: (_, { websiteId }) => indexOlderNames({ database, sealer, keys }, websiteId),
    }),
    defineJob({
      name: 'count-days',
      data: payloadSchema,
      tries: maxTries,
      patience: 120,
      run: async (_, { websiteId }) => {
        const starter = sites.siteOf(websiteId)
        if (!starter) return
        const scope = { websiteId, role: 'worker' } as const
        await inSite(
          database,
          scope,
          async (tx) => {
            const now = clock()
            const ahead = await clockAheadOfDatabase(tx, now)
            // A day that is closed too early accepts no more events, and deleted events do not come back.
            if (ahead)
              warn(
                { aheadSeconds: Math.round(ahead / 1000) },
                'skipped counting days: the clock differs from the database’s',
              )
            else await countFinishedDaysAndPrune(tx, (await readSettings(tx)).region?.zone ?? starter.zone, now)
          },
          { timeoutMs: 60_000 },
        )
      },
    }),
  ]
}

/** Deletes a website that is due, otherwise its expired data, and enqueues a due publication whose job was lost. */
export async function sweepSite(
  parts: { database: Database; store: ObjectStore },
  websiteId: string,
  now: Date,
): Promise<void> {
  const { database } = parts
  const isGone = await inSite(database, { websiteId, role: 'worker' }, (tx) => deleteSiteIfDue(tx, now), {
    timeoutMs: 60_000,
  })
  if (isGone) return
  await inSite(database, { websiteId, role: 'auth_service' }, (tx) => sweepAccounts(tx, now))
  await inSite(database, { websiteId, role: 'worker' }, async (tx) => {
    await sweepUsedHumanChecks(tx, now)
    await sweepMessages(tx, now)
    await sweepMails(tx, now)
    await sweepExports(tx, now)
    await sweepUndoableDeletes(tx, now)
    await sweepPreviewLinks(tx, now)
    await requestDuePublication(tx, now)
  })
  await sweepPictures(parts, websiteId, now)
  await sweepMediaFiles(parts, websiteId, now)
  await sweepStrayChunks(parts, websiteId, now)
  await sweepClips(parts, websiteId, now)
}
