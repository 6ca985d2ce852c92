import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { escapeIdentifier } from 'pg'
import { PgBoss } from 'pg-boss'
import { z } from 'zod'
import { OperatorError } from '#domain/operator-error.ts'
import { type Archive, checkArchive, type Manifest, openArchive, readText } from '#server/backup/archive.ts'
import {
  insertJsonLines,
  splitLines,
  stableSessionSettings,
  tableChecksum,
  tablesOf,
  withoutForeignKeysAndTriggers,
} from '#server/backup/rows.ts'
import type { Database, DatabaseOptions } from '#server/db/database.ts'
import {
  type DatabaseLogin,
  type DatabaseOwner,
  migrateTo,
  type OwnerConnection,
  prepareRoles,
} from '#server/db/migrations.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { openPgliteAsOwner, pgliteLogin } from '#server/db/pglite.ts'
import { lockFolder, syncFolderTree } from '#server/db/pglite-files.ts'
import { loginOf, openPostgresAsOwner } from '#server/db/postgres.ts'
import { failpoint } from '#server/failpoints.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { syncPathSync } from '#server/platform.ts'
import { storeSecrets } from '#server/secrets.ts'

export type RestoreDeps = {
  dataDir: string
  database: DatabaseOptions
  store: ObjectStore
  /** Keys that the settings give. */
  given: Parameters<typeof storeSecrets>[2]
}

const Keys = z.strictObject({ appSecret: z.string(), dataKey: z.string(), oldKeys: z.array(z.string()) })

/**
 * Puts everything of a backup into an empty place. The archive is read through before anything is written; rows and jobs
 * come last and as a whole. So one that was cut short can be run again, until it says that the place is not empty.
 */
export async function restoreBackup(deps: RestoreDeps, path: string): Promise<Manifest> {
  const { dataDir, database, given } = deps
  const archive = await openArchive(path)
  await checkArchive(archive, path)
  await refuseTargetWithData(database)
  await withRestoreMarker(dataDir, resolve(path), async () => {
    storeSecrets(dataDir, Keys.parse(JSON.parse(await readText(archive.read('keys.json')))), given)
    await restoreFiles(archive, deps)
    await failpoint('restore.files')
    if (database.kind === 'postgres') await restoreDatabase(archive, database)
    else await fillThenRename(database.folder, (folder) => restoreDatabase(archive, { ...database, folder }))
  })
  return archive.manifest
}

async function refuseTargetWithData(options: DatabaseOptions): Promise<void> {
  if (await isDatabaseEmpty(options)) return
  throw new OperatorError(
    options.kind === 'pglite'
      ? `There is a database in ${options.folder} already; restore into an empty DATA_DIR.`
      : 'The database of DATABASE_URL holds tables already; restore into an empty one.',
  )
}

async function restoreFiles({ names, read }: Archive, { dataDir, store }: RestoreDeps): Promise<void> {
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

/** Fills a temporary folder beside the target and renames it when it is complete. The lock keeps other processes out until then. */
async function fillThenRename(folder: string, fill: (beside: string) => Promise<void>): Promise<void> {
  const lock = lockFolder(folder)
  const beside = `${folder}.restored`
  const remove = () => {
    for (const path of ['', '.lock', '.reserve', '.new'].map((end) => beside + end))
      rmSync(path, { recursive: true, force: true })
  }
  try {
    remove()
    await fill(beside)
    syncFolderTree(beside)
    renameSync(beside, folder)
    syncPathSync(dirname(folder))
  } finally {
    remove()
    lock.release()
  }
}

async function restoreDatabase(archive: Archive, options: DatabaseOptions): Promise<void> {
  const { manifest, read } = archive
  const { owner, login, asLogin } = await openEmptyDatabase(options)
  try {
    const jobs = manifest.jobs ? (await readText(read('jobs.jsonl'))).split('\n').filter(Boolean) : []
    if (jobs.length) {
      await prepareRoles(owner, login)
      await asLogin((forJobs) => createQueues(forJobs, jobs))
    }
    await failpoint('restore.queues')
    await owner.run(stableSessionSettings)
    await owner.run('begin')
    await migrateTo(manifest.migration, owner, login)
    await withoutForeignKeysAndTriggers(owner, async () => {
      for (const table of Object.keys(manifest.tables))
        await insertJsonLines(owner, `public.${escapeIdentifier(table)}`, splitLines(read(`database/${table}.jsonl`)))
    })
    if (jobs.length) await insertJsonLines(owner, 'pgboss.job', jobs)
    await compare(owner, manifest)
    await failpoint('restore.rows')
    await owner.run('commit')
  } finally {
    await owner.close()
  }
  await failpoint('restore.kept')
  const database = await openDatabase(options)
  await database.close()
}

type OpenedTarget = {
  owner: DatabaseOwner
  login: DatabaseLogin
  asLogin: (work: (forJobs: ReturnType<Database['jobsConnection']>) => Promise<void>) => Promise<void>
}

async function openEmptyDatabase(options: DatabaseOptions): Promise<OpenedTarget> {
  if (options.kind === 'pglite') {
    const owner = await openPgliteAsOwner(options.folder)
    return { owner, login: pgliteLogin, asLogin: owner.asLogin }
  }
  const { url, ownerUrl = url } = options
  const asLogin: OpenedTarget['asLogin'] = (work) => work({ connectionString: url, max: 1 })
  return { owner: await openPostgresAsOwner(ownerUrl), login: loginOf(url), asLogin }
}

/** Compares every table with the counts and sums of the manifest. */
async function compare(owner: OwnerConnection, { tables }: Manifest): Promise<void> {
  for (const [table, { rows, sum }] of Object.entries(tables)) {
    const found = await tableChecksum(owner, table)
    if (found.rows !== rows || found.sum !== sum)
      throw new OperatorError(`The table ${table} did not come back as it was; nothing was restored to the database.`)
  }
}

/** A start makes the queues what they should be; here they need only be there. */
async function createQueues(forJobs: ReturnType<Database['jobsConnection']>, jobs: string[]): Promise<void> {
  const boss = new PgBoss({ ...forJobs, createSchema: false, schedule: false, supervise: false })
  await boss.start()
  try {
    const named = jobs.map((line) => JSON.parse(line) as { name: string; dead_letter: string | null })
    const queues = new Set(named.flatMap(({ name, dead_letter }) => (dead_letter ? [name, dead_letter] : [name])))
    for (const name of queues) await boss.createQueue(name)
  } finally {
    await boss.stop({ graceful: false })
  }
}

const restoreMarkerPath = (dataDir: string) => join(dataDir, 'restore-unfinished')

/** As long as a restore works, and when it was cut short, the data folder says so. */
export async function withRestoreMarker(dataDir: string, archive: string, restore: () => Promise<void>): Promise<void> {
  writeFileSync(restoreMarkerPath(dataDir), archive, { flush: true })
  syncPathSync(dataDir)
  await restore()
  // A start may have found the rows and removed it.
  rmSync(restoreMarkerPath(dataDir), { force: true })
}

/**
 * The archive of a restore that was cut short; null when there was none. Rows come last and all at once: where there are
 * any, it had done its work.
 */
export async function unfinishedRestore(dataDir: string, database: DatabaseOptions): Promise<string | null> {
  const mark = restoreMarkerPath(dataDir)
  return existsSync(mark) && (await isDatabaseEmpty(database)) ? readFileSync(mark, 'utf8') : null
}

export async function requireFinishedRestore(dataDir: string, database: DatabaseOptions): Promise<void> {
  const archive = await unfinishedRestore(dataDir, database)
  if (archive === null) return rmSync(restoreMarkerPath(dataDir), { force: true })
  throw new OperatorError(
    `A restore of ${archive} was begun here and not finished, so the sites would be empty. Run npm run restore -- "${archive}" again, or remove ${restoreMarkerPath(dataDir)} to begin with nothing.`,
  )
}

/** Whether the database is empty or missing. */
export async function isDatabaseEmpty(options: DatabaseOptions): Promise<boolean> {
  if (options.kind === 'pglite') return !existsSync(options.folder) || readdirSync(options.folder).length === 0
  const owner = await openPostgresAsOwner(options.ownerUrl ?? options.url)
  const tables = await tablesOf(owner).finally(owner.close)
  return tables.length === 0
}
