import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { writeArchive } from '#server/backup/archive.ts'
import { openBackupFolder } from '#server/backup/backup-folder.ts'
import { makeHourlyBackup } from '#server/backup/hourly.ts'
import { newId } from '#server/db/id.ts'
import { inSite } from '#server/db/in-site.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openDiskStore } from '#server/files/disk-store.ts'
import { encodeSecrets, readSecrets } from '#server/secrets.ts'
import { syncWebsites } from '#server/sites/sync-websites.ts'

/** How much more memory this process takes while it writes the rows of an hour: 40 MB of them, and a file of 30. */
const dataDir = mkdtempSync(join(tmpdir(), 'stagedoor-memory-'))
const folder = join(dataDir, 'kept')
const websiteId = newId()
const rows = 40_000
const database = await openDatabase({ kind: 'pglite', folder: join(dataDir, 'db') })
await syncWebsites(database, [{ siteId: websiteId, name: 'A site of a test' }])
for (let made = 0; made < rows; made += 5_000)
  await inSite(
    database,
    { websiteId, role: 'administrator', userId: newId() },
    (tx) =>
      tx.execute(sql`insert into announcements (id, title, message)
        select gen_random_uuid(), 'Number ' || n, left(repeat(md5(n::text), 40), 1000) from generate_series(1, 5000) as n`),
    { timeoutMs: 60_000 },
  )
const store = openDiskStore(join(dataDir, 'files'))
mkdirSync(join(dataDir, 'files'), { recursive: true })
const song = join(dataDir, 'song')
writeFileSync(song, randomBytes(30 * 1024 * 1024))
await store.put(`${websiteId}/song`, song)
const now = new Date()
await writeArchive(openBackupFolder(folder).pathFor(new Date(+now - 1000)), async () => ({
  madeAt: now.toISOString(),
  migration: 0,
  tables: {},
  jobs: 0,
}))
const before = process.memoryUsage().rss
let max = before
const watching = setInterval(() => {
  max = Math.max(max, process.memoryUsage().rss)
}, 5)
await makeHourlyBackup({
  dataDir,
  folder,
  store,
  now,
  websiteIds: [websiteId],
  databaseFolder: join(dataDir, 'db'),
  keys: encodeSecrets(readSecrets(dataDir, {})),
  signal: new AbortController().signal,
  database: { holdRows: database.holdRows! },
  diskSpaceOf: async () => null,
})
clearInterval(watching)
await database.close()
rmSync(dataDir, { recursive: true, force: true })
console.log(JSON.stringify({ rows, megabytes: Math.round((max - before) / 1024 ** 2) }))
