import { z } from 'zod'
import type { ObjectStore } from '#server/files/object-store.ts'
import { defineJob, type Job } from '#server/jobs/job.ts'
import { fileById } from '#server/uploads/complete.ts'
import { noteTags } from '#server/uploads/metadata.ts'
import { tagsOfStored } from '#server/uploads/metadata-reading.ts'

type Parts = {
  store: ObjectStore
  /** What visitors see of the products of a website is read anew. */
  forget: (websiteId: string) => void
}

const ReadTags = z.strictObject({ fileId: z.uuid() })
export type ReadTags = z.infer<typeof ReadTags>

/** What was read in the browser is a help for the owner; what is read here, once all of a file is there, is what counts. */
export const readTagsJob = ({ store, forget }: Parts): Job<ReadTags> =>
  defineJob({
    name: 'read-tags',
    data: ReadTags,
    tries: 5,
    run: async ({ fileId }, { websiteId, inSite, finish, signal }) => {
      const file = await inSite((tx) => fileById(tx, fileId))
      if (file?.fileType !== 'tracks') return
      const tags = await tagsOfStored(store, file, signal)
      await finish((tx) => noteTags(tx, file, tags))
      forget(websiteId)
    },
  })
