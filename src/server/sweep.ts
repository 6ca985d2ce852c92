import { sweepAccounts } from '#server/accounts/sweep.ts'
import { sweepChecks } from '#server/contact/actions.ts'
import { sweepMessages } from '#server/contact/messages.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { sweepPictures } from '#server/gallery/sweep.ts'
import type { FileParts } from '#server/images/take-picture.ts'
import { sweepMails } from '#server/mail/sweep.ts'
import { sweepMediaFiles } from '#server/media/files.ts'
import { sweepClips } from '#server/previews/clips.ts'
import { sweepExports } from '#server/privacy/actions.ts'
import { sweepStrayChunks } from '#server/uploads/sweep.ts'

type Log = { warn: (facts: object, words: string) => void }

/** What has expired goes, from every website. What goes wrong on one keeps nothing of another. */
export async function sweepAll(
  database: Database,
  { store, incoming }: Pick<FileParts, 'store' | 'incoming'>,
  websiteIds: readonly string[],
  now: Date,
  log: Log,
): Promise<void> {
  await incoming.sweep(now)
  for (const websiteId of websiteIds) {
    try {
      await inSite(database, { websiteId, role: 'auth_service' }, (tx) => sweepAccounts(tx, now))
      await inSite(database, { websiteId, role: 'worker' }, async (tx) => {
        await sweepChecks(tx, now)
        await sweepMessages(tx, now)
        await sweepMails(tx, now)
        await sweepExports(tx, now)
      })
      await sweepPictures({ database, store }, websiteId, now)
      await sweepMediaFiles({ database, store }, websiteId, now)
      await sweepStrayChunks({ database, store }, websiteId, now)
      await sweepClips({ database, store }, websiteId, now)
    } catch (error) {
      log.warn({ err: error }, 'what has expired was not cleared away')
    }
  }
}
