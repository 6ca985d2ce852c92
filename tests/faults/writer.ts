import { ShowDraft } from '#domain/tour/draft.ts'
import { type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { syncWebsites } from '#server/sites/actions.ts'
import { addShow } from '#server/tour/actions.ts'

/** Writes shows for as long as it lives, a few at a time, and says the id of each once it is stored. */
const { options, websiteId } = JSON.parse(process.argv[2]!) as { options: DatabaseOptions; websiteId: string }
const database = await openDatabase(options)
await syncWebsites(database, [{ siteId: websiteId, name: 'A site under fire' }])
const scope = { websiteId, role: 'administrator', userId: 'somebody' } as const
let number = 0
const write = async () => {
  for (;;) {
    const draft = {
      date: '2026-05-01',
      zone: 'UTC',
      venue: `${process.pid}-${number++}`,
      city: 'Berlin',
      country: 'DE',
    }
    const { id } = await inSite(database, scope, (tx) => addShow(tx, ShowDraft.parse(draft)))
    console.log(id)
  }
}
await Promise.all([write(), write(), write()])
