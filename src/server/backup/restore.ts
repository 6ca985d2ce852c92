import { createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { escapeIdentifier } from 'pg'
import { PgBoss } from 'pg-boss'
import { z } from 'zod'
import { Explained } from '#domain/explained.ts'
import { type Archive, checkArchive, type Manifest, openArchive, textOf } from '#server/backup/archive.ts'
import { insertLines, readAlike, splitLines, sumOf, tablesOf, withoutChecks } from '#server/backup/rows.ts'
import { type Database, type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { migrateTo, type Owner } from '#server/db/migrations.ts'
import { openPgliteAsOwner, pgliteLogin } from '#server/db/pglite.ts'
import { loginOf, openAsOwner } from '#server/db/postgres.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { keepSecrets } from '#server/secrets.ts'

export type RestoreParts = {
  dataDir: string
  database: DatabaseOptions
  store: ObjectStore
  /** Keys that the settings give. */
  given: Parameters<typeof keepSecrets>[2]
}

const Keys = z.strictObject({ appSecret: z.string(), dataKey: z.string(), oldKeys: z.array(z.string()) })

/**
 * Puts everything of a backup into an empty place. The archive is read through before anything is written; the database
 * comes last and as a whole, so that one that was cut short can be run again.
 */
export async function restoreBackup(parts: RestoreParts, path: string): Promise<Manifest> {
  const archive = await openArchive(path)
  await checkArchive(archive, path)
  await refuseFullPlace(parts.database)
  keepSecrets(parts.dataDir, Keys.parse(JSON.parse(await textOf(archive.read('keys.json')))), parts.given)
  await putFiles(archive, parts)
  await putDatabase(archive, parts.database)
  const database = await openDatabase(parts.database)
  await putJobs(archive, database).finally(database.close)
  return archive.manifest
}

async function refuseFullPlace(options: DatabaseOptions): Promise<void> {
  if (options.kind === 'pglite' && !existsSync(options.folder)) return
  if (options.kind === 'pglite' && readdirSync(options.folder).length > 0)
    throw new Explained(`There is a database in ${options.folder} already; restore into an empty DATA_DIR.`)
  if (options.kind === 'pglite') return
  const owner = await openAsOwner(options.ownerUrl ?? options.url)
  const tables = await tablesOf(owner).finally(owner.close)
  if (tables.length)
    throw new Explained('The database of DATABASE_URL holds tables already; restore into an empty one.')
}

async function putFiles({ names, read }: Archive, { dataDir, store }: RestoreParts): Promise<void> {
  const incoming = join(dataDir, 'files/incoming')
  mkdirSync(incoming, { recursive: true })
  const folder = await mkdtemp(join(incoming, 'restore-'))
  try {
    for (const name of names('files')) {
      const draft = join(folder, 'file')
      await pipeline(read(name), createWriteStream(draft))
      await store.put(name.slice('files/'.length), draft)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function putDatabase(archive: Archive, options: DatabaseOptions): Promise<void> {
  const { manifest, read } = archive
  const [owner, login] =
    options.kind === 'pglite'
      ? [await openPgliteAsOwner(options.folder), pgliteLogin]
      : [await openAsOwner(options.ownerUrl ?? options.url), loginOf(options.url)]
  try {
    await owner.run(readAlike)
    await owner.run('begin')
    await migrateTo(manifest.migration, owner, login)
    await withoutChecks(owner, async () => {
      for (const table of Object.keys(manifest.tables))
        await insertLines(owner, `public.${escapeIdentifier(table)}`, splitLines(read(`database/${table}.jsonl`)))
    })
    await compare(owner, manifest)
    await owner.run('commit')
  } finally {
    await owner.close()
  }
}

/** What is in the database now is what was in it then, row by row. */
async function compare(owner: Owner, { tables }: Manifest): Promise<void> {
  for (const [table, { rows, sum }] of Object.entries(tables)) {
    const found = await sumOf(owner, table)
    if (found.rows !== rows || found.sum !== sum)
      throw new Explained(`The table ${table} did not come back as it was; nothing was restored to the database.`)
  }
}

/** A start makes the queues what they should be; here they need only be there. */
async function putJobs({ manifest, read }: Archive, database: Database): Promise<void> {
  if (!manifest.jobs) return
  const boss = new PgBoss({ ...database.forJobs(), createSchema: false, schedule: false, supervise: false })
  await boss.start()
  try {
    const lines = (await textOf(read('jobs.jsonl'))).split('\n').filter(Boolean)
    const named = lines.map((line) => JSON.parse(line) as { name: string; dead_letter: string | null })
    const queues = new Set(named.flatMap(({ name, dead_letter }) => (dead_letter ? [name, dead_letter] : [name])))
    for (const name of queues) await boss.createQueue(name)
    const db = boss.getDb()
    const owner: Owner = {
      run: (text) => db.executeSql(text),
      rows: async (text, values) => (await db.executeSql(text, values)).rows,
    }
    await insertLines(owner, 'pgboss.job', lines)
  } finally {
    await boss.stop({ graceful: false })
  }
}
