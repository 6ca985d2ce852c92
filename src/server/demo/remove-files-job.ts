import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { advisoryLock } from '#server/db/locks.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { pictureKey } from '#server/images/pictures.ts'
import { pictures } from '#server/images/table.ts'
import { defineJob } from '#server/jobs/job.ts'
import { mediaObjectKey } from '#server/media/files.ts'
import { mediaFiles } from '#server/media/table.ts'
import { clipKey } from '#server/previews/clips.ts'
import { deleteUploadFolder } from '#server/uploads/stored-file.ts'

const hash = z.string()
const payloadSchema = z.object({
  /** Hashes. */
  pictures: z.array(hash),
  mediaFiles: z.array(hash),
  /** Folders of uploads, which belong to one file each. */
  uploads: z.array(z.string()),
  clips: z.array(z.object({ id: z.string(), clipHash: hash })),
})
export type DemoFiles = z.output<typeof payloadSchema>

/** What the job is enqueued by. */
export const removeDemoFilesJobType = {
  name: 'remove-demo-files',
  check: (value: unknown) => payloadSchema.parse(value),
}

/**
 * Deletes the stored files of demo content whose rows are gone. A picture or a recording that was uploaded again meanwhile
 * stays. What a failure leaves is found by the hourly sweeps.
 */
export const removeDemoFilesJob = ({ store }: { store: ObjectStore }) =>
  defineJob({
    name: removeDemoFilesJobType.name,
    data: payloadSchema,
    patience: 300,
    run: async (files, { websiteId, inSite }) => {
      for (const each of files.pictures)
        await inSite(async (tx) => {
          await advisoryLock(tx, 'files')
          const [kept] = await tx.select({ id: pictures.id }).from(pictures).where(eq(pictures.hash, each))
          if (!kept) await store.delete(pictureKey(websiteId, each))
        })
      for (const each of files.mediaFiles)
        await inSite(async (tx) => {
          await advisoryLock(tx, 'files')
          const [kept] = await tx.select({ id: mediaFiles.id }).from(mediaFiles).where(eq(mediaFiles.hash, each))
          if (!kept) await store.delete(mediaObjectKey(websiteId, each))
        })
      for (const each of files.uploads) await deleteUploadFolder(store, websiteId, each)
      for (const each of files.clips) await store.delete(clipKey(websiteId, each))
    },
  })
