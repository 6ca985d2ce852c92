import { randomBytes } from 'node:crypto'
import { ShowDraft } from '#domain/tour/draft.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { syncWebsites } from '#server/sites/sync-websites.ts'
import { insertShow } from '#server/tour/commands.ts'

/** Writes shows until it is killed, a few at a time, and prints the id of each stored one. */
type WorkerOptions = { options: DatabaseOptions; websiteId: string; heavy?: boolean }
const { options, websiteId, heavy = false }: WorkerOptions = JSON.parse(process.argv[2]!)
const database = await openDatabase(options)
await syncWebsites(database, [{ siteId: websiteId, name: 'A site under fire' }])
const scope = { websiteId, role: 'administrator', userId: 'somebody' } as const
let number = 0
const write = async () => {
  for (;;) {
    const additionalInfo = heavy ? randomBytes(3_600).toString('base64') : null
    const place = {
      date: '2026-05-01',
      zone: 'UTC',
      venue: `${process.pid}-${number++}`,
      city: 'Berlin',
      country: 'DE',
    }
    const { id } = await inSite(database, scope, (tx) => insertShow(tx, ShowDraft.parse({ ...place, additionalInfo })))
    console.log(id)
  }
}
await Promise.all([write(), write(), write()])
