import { and, eq, lte } from 'drizzle-orm'
import { z } from 'zod'
import { notifyProcesses } from '#server/cache/shared-cache.ts'
import { type SiteTx, scopeOf } from '#server/db/in-site.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { hostedSites } from '#server/hosted-sites/table.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob } from '#server/jobs/job.ts'
import { websites } from '#server/sites/table.ts'

const name = 'delete-site-files'
const payloadSchema = z.object({})

/**
 * Deletes the website of the transaction with all its rows, if the time to restore it is over. The policies of the
 * database allow no other deletion. False when nothing was deleted.
 */
export async function deleteSiteIfDue(tx: SiteTx, now: Date): Promise<boolean> {
  const { websiteId } = scopeOf(tx)
  const isDue = and(eq(hostedSites.websiteId, websiteId), lte(hostedSites.deleteAfter, now))
  const [due] = await tx.select().from(hostedSites).where(isDue)
  if (!due) return false
  const gone = await tx.delete(websites).where(eq(websites.websiteId, websiteId)).returning()
  if (!gone.length) return false
  await enqueue(tx, { name, check: (value) => payloadSchema.parse(value) }, {})
  // Its pages left the CDN when it was closed.
  await notifyProcesses(tx, websiteId, 'hosts')
  return true
}

/** Deletes the files of a website after its rows: a file without a row is harmless, a row without its file is not. */
export const deleteSiteFilesJob = ({ store }: { store: ObjectStore }) =>
  defineJob({
    name,
    data: payloadSchema,
    patience: 3_600,
    run: async (_, { websiteId, inSite }) => {
      const [stays] = await inSite((tx) => tx.select().from(websites).where(eq(websites.websiteId, websiteId)))
      if (stays) return
      for await (const { key } of store.list(`${websiteId}/`)) await store.delete(key)
    },
  })
