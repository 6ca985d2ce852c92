import { basename } from 'node:path'
import { escapeIdentifier } from 'pg'
import {
  type ArchiveWriter,
  type Manifest,
  openArchive,
  type ReferencedFile,
  textStream,
  writeArchive,
} from '#server/backup/archive.ts'
import { openBackupFolder } from '#server/backup/backup-folder.ts'
import { type BackupDeps, nullIfDeleted, unfinishedJobsSql } from '#server/backup/full-backup.ts'
import { folderBytes, requireDiskSpaceFor, requireMatchingKeys } from '#server/backup/preconditions.ts'
import { backupTablesOf, rowHashSql, stableTransactionSettings } from '#server/backup/rows.ts'
import type { Database, HeldRows } from '#server/db/database.ts'
import { lastAppliedMigration } from '#server/db/migrations.ts'

type Deps = Omit<BackupDeps, 'database'> & {
  database: Required<Pick<Database, 'holdRows'>>
  /** The folder of the embedded database, for its size. */
  databaseFolder: string
  /** The folder of the backups. */
  folder: string
  /** Aborts the backup when the process is about to end; no partial archive stays. */
  signal: AbortSignal
}

type KnownFiles = Map<string, ReferencedFile>
type Row = { line: string; hash?: string }

const jobsEntry = 'jobs'

/**
 * Backs up the rows of an embedded database once an hour, in the process that has it open: another process would need a
 * database of its own in memory. A file that is in an earlier archive of the folder is named with its hash and not
 * copied. Null while there is no whole backup to begin from.
 */
export async function makeHourlyBackup(deps: Deps): Promise<string | null> {
  const { folder, now, store, signal } = deps
  const backups = openBackupFolder(folder)
  if (!backups.newest(now, 'whole')) return null
  const known = await filesIn(backups.newest(now)!.path)
  const path = backups.pathFor(now, 'hourly')
  await requireDiskSpaceFor(await requiredSpaceOf(deps, known), deps.diskSpaceOf)
  await writeArchive(path, async (archive) => {
    const files = { archive, store, known, signal, visitedKeys: new Set<string>(), elsewhere: [] as ReferencedFile[] }
    await archive.add('keys.json', textStream(JSON.stringify(deps.keys)), 'text')
    // As in a whole backup: the files from before the rows were read, and later those that came since.
    for (const id of deps.websiteIds) await addFiles(files, id)
    const { held, websiteIds, migration, ...about } = await holdAllRows(deps)
    const sums = await addRows(archive, held, about, signal).finally(held.release)
    for (const id of websiteIds) await addFiles(files, id)
    return { madeAt: now.toISOString(), migration, ...sums, elsewhere: files.elsewhere }
  })
  return path
}

/** The files that an archive has or names, and where their bytes are. */
async function filesIn(path: string): Promise<KnownFiles> {
  const { entries, elsewhere = [] } = (await openArchive(path)).manifest
  const own = entries.filter(({ name }) => name.startsWith('files/'))
  const all = [...elsewhere, ...own.map((entry) => ({ ...entry, archive: basename(path) }))]
  return new Map(all.map((entry) => [entry.name, entry]))
}

/** The database keeps the held rows in temporary files, so they need space twice. */
async function requiredSpaceOf({ databaseFolder, folder, store, websiteIds }: Deps, known: KnownFiles) {
  const rows = folderBytes(databaseFolder)
  let files = 0
  for (const id of websiteIds)
    for await (const { key, bytes } of store.list(`${id}/`)) if (!known.has(`files/${key}`)) files += bytes
  return [{ folder, bytes: 2 * rows + files }]
}

type Files = Pick<Deps, 'store' | 'signal'> & {
  archive: ArchiveWriter
  known: KnownFiles
  visitedKeys: Set<string>
  elsewhere: ReferencedFile[]
}

/** The content of a key never changes, so a file that is in an archive is not read again. */
async function addFiles(
  { archive, store, known, signal, visitedKeys, elsewhere }: Files,
  websiteId: string,
): Promise<void> {
  for await (const { key, bytes } of store.list(`${websiteId}/`)) {
    signal.throwIfAborted()
    if (visitedKeys.has(key)) continue
    visitedKeys.add(key)
    const name = `files/${key}`
    const before = known.get(name)
    if (before?.bytes === bytes) {
      elsewhere.push(before)
      continue
    }
    const content = await store.get(key).catch((error) => nullIfDeleted(store, key, error))
    if (content) await archive.add(name, content, 'file')
  }
}

async function holdAllRows(deps: Deps) {
  let [tables, websiteIds, migration, hasJobs]: [string[], string[], number, boolean] = [[], [], 0, false]
  const held = await deps.database.holdRows(stableTransactionSettings, async (owner) => {
    await requireMatchingKeys(owner, deps)
    tables = await backupTablesOf(owner)
    migration = await lastAppliedMigration(owner)
    const websites = await owner.rows<{ id: string }>('select website_id as id from public.websites order by 1')
    websiteIds = websites.map(({ id }) => id)
    const rows = tables.map((table): [string, string] => [
      `database/${table}`,
      `select row_to_json(t)::text as line, ${rowHashSql}::text as hash from public.${escapeIdentifier(table)} as t`,
    ])
    const [queue] = await owner.rows<{ there: boolean }>(`select to_regclass('pgboss.job') is not null as there`)
    const open = queue!.there ? [[jobsEntry, `select row_to_json(t)::text as line from ${unfinishedJobsSql} as t`]] : []
    hasJobs = queue!.there
    return Object.fromEntries([...rows, ...open])
  })
  return { held, tables, websiteIds, migration, hasJobs }
}

async function addRows(
  archive: ArchiveWriter,
  held: HeldRows,
  about: { tables: string[]; hasJobs: boolean },
  signal: AbortSignal,
) {
  const tables: Manifest['tables'] = {}
  for (const name of about.tables) {
    signal.throwIfAborted()
    const counted = { rows: 0, sum: 0n }
    await archive.add(`database/${name}.jsonl`, rowLinesOf(held, `database/${name}`, counted), 'text')
    tables[name] = { rows: counted.rows, sum: counted.sum.toString() }
  }
  const open = { rows: 0, sum: 0n }
  if (about.hasJobs) await archive.add('jobs.jsonl', rowLinesOf(held, jobsEntry, open), 'text')
  return { tables, jobs: open.rows }
}

/** Counts the rows and sums their hashes on the way; a restore compares both. */
async function* rowLinesOf(
  held: HeldRows,
  name: string,
  counted: { rows: number; sum: bigint },
): AsyncGenerator<string> {
  for await (const rows of held.read<Row>(name)) {
    counted.rows += rows.length
    for (const { hash } of rows) if (hash) counted.sum += BigInt(hash)
    yield `${rows.map(({ line }) => line).join('\n')}\n`
  }
}
