import { z } from 'zod'
import type { SiteTx } from '#server/db/in-site.ts'
import type { Images } from '#server/images/images.ts'
import type { FindOriginal } from '#server/images/original.ts'
import type { StoredPicture } from '#server/images/pictures.ts'
import { enqueue } from '#server/jobs/enqueue.ts'
import { defineJob, type Job } from '#server/jobs/job.ts'

const data = z.strictObject({ hash: z.string(), name: z.string() })
type VariantsJobPayload = z.infer<typeof data>
const variantsJobType = { name: 'make-variants', check: (value: unknown) => data.parse(value) }

type Deps = {
  find: FindOriginal
  prepare: Images['prepare']
  siteOf: (websiteId: string) => Parameters<FindOriginal>[0] | null
}

/** Makes the variants of a picture that has arrived. What a process had made before it died is not made again. */
export const createVariantsJob = ({ find, prepare, siteOf }: Deps): Job<VariantsJobPayload> =>
  defineJob({
    name: variantsJobType.name,
    data,
    patience: 3_600,
    run: async (picture, { websiteId, signal }) => {
      const site = siteOf(websiteId)
      const original = site && (await find(site, picture))
      if (original) await prepare(original, signal)
    },
  })

/** In the transaction that stores the picture. */
export const requestVariants = (tx: SiteTx, { hash, name }: Pick<StoredPicture, 'hash' | 'name'>): Promise<void> =>
  enqueue(tx, variantsJobType, { hash, name })
