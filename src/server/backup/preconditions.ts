import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { availableFileBytes, type DiskSpace, reservedDiskBytes } from '#domain/files/disk-space.ts'
import { OperatorError } from '#domain/operator-error.ts'
import { megabytesText } from '#domain/ui/transfer-speed.ts'
import { createDerivedKeys } from '#server/crypto/derived-keys.ts'
import { secretIdOf } from '#server/crypto/keys-in-use.ts'
import { createSealer } from '#server/crypto/sealer.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import type { OwnerConnection } from '#server/db/migrations.ts'
import { openPostgresAsOwner } from '#server/db/postgres.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { decodeDataKeys, type EncodedSecrets } from '#server/secrets.ts'

type DiskSpaceDeps = {
  dataDir: string
  database: DatabaseOptions
  store: ObjectStore
  /** Only this website. */
  onlySite?: string
  /** Null when the operating system does not report it; then nothing is refused. */
  diskSpaceOf: (folder: string) => Promise<DiskSpace | null>
}

/** A backup that fills the disk would stop the sites. Rows become smaller in an archive, so this is the most it takes. */
export async function requireDiskSpace(deps: DiskSpaceDeps, path: string): Promise<void> {
  const { database, dataDir, diskSpaceOf } = deps
  const inDatabase = await databaseBytes(database)
  const archive = { folder: dirname(path), bytes: inDatabase + (await storedBytes(deps)) }
  // A running server copies its embedded database beside it.
  const copy = { folder: dataDir, bytes: database.kind === 'pglite' ? inDatabase : 0 }
  const isOneDisk = statSync(archive.folder).dev === statSync(copy.folder).dev
  await requireDiskSpaceFor(
    isOneDisk ? [{ ...archive, bytes: archive.bytes + copy.bytes }] : [archive, copy],
    diskSpaceOf,
  )
}

/** The most bytes that each folder gets. */
export async function requireDiskSpaceFor(
  needs: { folder: string; bytes: number }[],
  diskSpaceOf: DiskSpaceDeps['diskSpaceOf'],
): Promise<void> {
  for (const { folder, bytes } of needs) {
    const diskSpace = await diskSpaceOf(folder)
    if (!diskSpace || bytes <= availableFileBytes(diskSpace)) continue
    const reserved = megabytesText(reservedDiskBytes(diskSpace.total))
    throw new OperatorError(
      `There is no room for a backup on the disk of ${folder}: it may take ${megabytesText(bytes)}, ${megabytesText(diskSpace.free)} are free, and ${reserved} must stay free so that orders can be written. Make room, or set BACKUP_DIR to another disk.`,
    )
  }
}

/** The bytes of the files of a folder; 0 where there is none. */
export function folderBytes(folder: string): number {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (!sizeOf(folder)) return 0
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.reduce((sum, name) => sum + sizeOf(join(folder, name)), 0)
}

async function databaseBytes(database: DatabaseOptions): Promise<number> {
  if (database.kind === 'pglite') return folderBytes(database.folder)
  const owner = await openPostgresAsOwner(database.ownerUrl ?? database.url)
  const query = owner.rows<{ bytes: string }>('select pg_database_size(current_database())::text as bytes')
  const [found] = await query.finally(owner.close)
  return Number(found!.bytes)
}

/** The websites whose files a backup contains, from the object store: the database is not read yet. */
export const websitesOf = async ({ store, onlySite }: Pick<DiskSpaceDeps, 'store' | 'onlySite'>): Promise<string[]> =>
  onlySite ? [onlySite] : store.websiteIds()

async function storedBytes(deps: DiskSpaceDeps): Promise<number> {
  const { store } = deps
  let sum = 0
  for (const id of await websitesOf(deps)) for await (const { bytes } of store.list(`${id}/`)) sum += bytes
  return sum
}

export type LostKeys = { dataKeys: readonly string[]; appSecrets: readonly string[] }

type KeyDeps = { keys: EncodedSecrets; lost?: LostKeys; websiteIds: readonly string[] }

/** Rows of a backup that has other keys could be restored, but not decrypted. */
export async function requireMatchingKeys(owner: OwnerConnection, { keys, lost, websiteIds }: KeyDeps): Promise<void> {
  const inUse = (table: string, column: string) => idsIn(owner, websiteIds, table, column)
  const sealer = createSealer(decodeDataKeys(keys))
  const unknown = (await inUse('data_keys', 'key_id')).filter(
    (id) => !sealer.hasKey(id) && !lost?.dataKeys.includes(id),
  )
  const secretId = secretIdOf(createDerivedKeys(keys.appSecret))
  const others = (await inUse('app_secrets', 'secret_id')).filter(
    (id) => id !== secretId && !lost?.appSecrets.includes(id),
  )
  const wrong = [
    ...(unknown.length ? [`DATA_KEY or DATA_DIR/secrets/data-key (the database needs ${unknown.join(', ')})`] : []),
    ...(others.length ? [`APP_SECRET or DATA_DIR/secrets/app-secret (the database needs ${others.join(', ')})`] : []),
  ]
  if (wrong.length)
    throw new OperatorError(
      `No backup was made: these are not the keys that the database was written with, so the backup could not be decrypted. Correct ${wrong.join(' and ')}, and run it with the settings of the service.`,
    )
}

/**
 * Like a start, only for the websites that are served: those of `sites/` and hosted sites. Tables may be missing in a
 * database of an older version.
 */
async function idsIn(
  owner: OwnerConnection,
  websiteIds: readonly string[],
  table: string,
  column: string,
): Promise<string[]> {
  const [there] = await owner.rows<{ ids: boolean; hosted: boolean }>(
    `select to_regclass('public.${table}') is not null as ids, to_regclass('public.hosted_sites') is not null as hosted`,
  )
  if (!there!.ids) return []
  const orHosted = there!.hosted ? 'or website_id in (select website_id from public.hosted_sites)' : ''
  const query = `select distinct ${column} as id from public.${table} where website_id = any($1::uuid[]) ${orHosted}`
  return (await owner.rows<{ id: string }>(query, [websiteIds])).map(({ id }) => id)
}
