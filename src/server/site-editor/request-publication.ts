import { z } from 'zod'
import type { SiteTx } from '#server/db/in-site.ts'
import { enqueue } from '#server/jobs/enqueue.ts'

export const publishJobType = {
  name: 'publish-site',
  data: z.object({ number: z.int(), publishAt: z.iso.datetime() }),
}
export type PublicationRequest = z.output<typeof publishJobType.data>

/** To be called in the transaction that schedules the version. */
export const requestPublication = (tx: SiteTx, { number, publishAt }: { number: number; publishAt: Date }) =>
  enqueue(
    tx,
    { name: publishJobType.name, check: (data) => publishJobType.data.parse(data) },
    { number, publishAt: publishAt.toISOString() },
    { startAfter: publishAt },
  )
