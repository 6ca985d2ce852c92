import { escapeIdentifier, escapeLiteral } from 'pg'
import type { DiskSpace } from '#domain/files/disk-space.ts'
import { OperatorError } from '#domain/operator-error.ts'
import { type ArchiveWriter, type Manifest, textStream, writeArchive } from '#server/backup/archive.ts'
import { type LostKeys, requireDiskSpace, requireMatchingKeys, websitesOf } from '#server/backup/preconditions.ts'
import { backupTablesOf, readRowsAsJsonLines, tableChecksum } from '#server/backup/rows.ts'
import { createSiteRowConditions } from '#server/backup/site-row-conditions.ts'
import { inSnapshot } from '#server/backup/snapshot.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import { lastAppliedMigration, type OwnerConnection } from '#server/db/migrations.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import type { EncodedSecrets } from '#server/secrets.ts'

export type BackupDeps = {
  dataDir: string
  database: DatabaseOptions
  store: ObjectStore
  keys: EncodedSecrets
  /** Ids of keys and secrets that are declared lost. */
  lost?: LostKeys
  /** The websites of `sites/`. The database may hold others: hosted sites, and sites whose folder was removed. */
  websiteIds: readonly string[]
  /** Only this website, with the users that its rows refer to. */
  onlySite?: string
  now: Date
  /** The space on the disk of a folder; null when the operating system does not report it. */
  diskSpaceOf: (folder: string) => Promise<DiskSpace | null>
}

/**
 * Writes database, files and keys into one archive while the server runs. The content of a key in the store never changes,
 * and a file is stored before a row names it. So the files from before the database was read, together with those that
 * came since, are all that its rows name, except for files that came and went in these minutes: a clip that was cut again
 * at once, or the chunks of a cancelled upload.
 */
export async function makeBackup(deps: BackupDeps, path: string): Promise<Manifest> {
  await requireDiskSpace(deps, path)
  return writeArchive(path, async (archive) => {
    await archive.add('keys.json', textStream(JSON.stringify(deps.keys)), 'text')
    const copied = new Set<string>()
    for (const id of await websitesOf(deps)) await addFiles(archive, deps.store, id, copied)
    const { websiteIds, ...about } = await inSnapshot(deps, async (owner) => {
      await requireMatchingKeys(owner, deps)
      return addDatabase(archive, owner, deps.onlySite)
    })
    for (const id of websiteIds) await addFiles(archive, deps.store, id, copied)
    return { madeAt: deps.now.toISOString(), ...about }
  })
}

async function addDatabase(archive: ArchiveWriter, owner: OwnerConnection, onlySite: string | undefined) {
  const conditionOf = onlySite ? await createSiteRowConditions(owner, onlySite) : () => 'true'
  const websites = await owner.rows<{ id: string }>(
    `select website_id as id from public.websites where ${conditionOf('websites')} order by 1`,
  )
  if (onlySite && !websites.length) throw new OperatorError(`There is no website ${onlySite}.`)
  const tables: Manifest['tables'] = {}
  for (const table of await backupTablesOf(owner)) {
    const where = conditionOf(table)
    tables[table] = await tableChecksum(owner, table, where)
    const rows = `(select * from public.${escapeIdentifier(table)} where ${where})`
    await archive.add(`database/${table}.jsonl`, readRowsAsJsonLines(owner, rows), 'text')
  }
  return {
    websiteIds: websites.map(({ id }) => id),
    migration: await lastAppliedMigration(owner),
    tables,
    jobs: await addJobs(archive, owner, onlySite),
  }
}

export const unfinishedJobsSql = `(select * from pgboss.job where state < 'completed')`

/** Jobs that have not ended. */
async function addJobs(archive: ArchiveWriter, owner: OwnerConnection, onlySite?: string): Promise<number> {
  const [queue] = await owner.rows<{ there: boolean }>(`select to_regclass('pgboss.job') is not null as there`)
  if (!queue?.there) return 0
  const ofSite =
    onlySite && `(select * from ${unfinishedJobsSql} as open where data ->> 'websiteId' = ${escapeLiteral(onlySite)})`
  const jobs = ofSite ?? unfinishedJobsSql
  const [counted] = await owner.rows<{ jobs: string }>(`select count(*)::text as jobs from ${jobs} as t`)
  await archive.add('jobs.jsonl', readRowsAsJsonLines(owner, jobs), 'text')
  return Number(counted!.jobs)
}

async function addFiles(
  archive: ArchiveWriter,
  store: ObjectStore,
  websiteId: string,
  copied: Set<string>,
): Promise<void> {
  for await (const { key } of store.list(`${websiteId}/`)) {
    if (copied.has(key)) continue
    copied.add(key)
    const bytes = await store.get(key).catch((error) => nullIfDeleted(store, key, error))
    if (bytes) await archive.add(`files/${key}`, bytes, 'file')
  }
}

/** Deleted since the list was made. */
export async function nullIfDeleted(store: ObjectStore, key: string, error: unknown): Promise<null> {
  if (await store.head(key)) throw error
  return null
}
