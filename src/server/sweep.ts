import { sweepAccounts } from '#server/accounts/sweep.ts'
import { sweepChecks } from '#server/contact/actions.ts'
import { sweepMessages } from '#server/contact/messages.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { sweepPictures } from '#server/gallery/sweep.ts'
import { sweepMails } from '#server/mail/sweep.ts'
import { sweepMediaFiles } from '#server/media/files.ts'
import { sweepClips } from '#server/previews/clips.ts'
import { sweepExports } from '#server/privacy/actions.ts'
import { sweepStrayChunks } from '#server/uploads/sweep.ts'

/** What has expired goes from a website. */
export async function sweepSite(
  parts: { database: Database; store: ObjectStore },
  websiteId: string,
  now: Date,
): Promise<void> {
  const { database } = parts
  await inSite(database, { websiteId, role: 'auth_service' }, (tx) => sweepAccounts(tx, now))
  await inSite(database, { websiteId, role: 'worker' }, async (tx) => {
    await sweepChecks(tx, now)
    await sweepMessages(tx, now)
    await sweepMails(tx, now)
    await sweepExports(tx, now)
  })
  await sweepPictures(parts, websiteId, now)
  await sweepMediaFiles(parts, websiteId, now)
  await sweepStrayChunks(parts, websiteId, now)
  await sweepClips(parts, websiteId, now)
}
