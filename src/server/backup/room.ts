import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Explained } from '#domain/explained.ts'
import { type DiskRoom, keptFree, roomForFiles } from '#domain/files/disk-room.ts'
import { megabytes } from '#domain/ui/pace.ts'
import type { DatabaseOptions } from '#server/db/database.ts'
import { openAsOwner } from '#server/db/postgres.ts'
import type { ObjectStore } from '#server/files/object-store.ts'

type Parts = {
  dataDir: string
  database: DatabaseOptions
  store: ObjectStore
  websiteIds: readonly string[]
  /** Null where the system does not tell; then nothing is refused. */
  askRoom: (folder: string) => Promise<DiskRoom | null>
}

/** A backup that fills the disk would stop the sites. Rows become smaller in an archive, so this is the most it takes. */
export async function refuseWithoutRoom(parts: Parts, path: string): Promise<void> {
  const { database, dataDir, askRoom } = parts
  const inDatabase = await databaseBytes(database)
  const archive = { folder: dirname(path), bytes: inDatabase + (await storedBytes(parts)) }
  // A running house copies its database beside it.
  const copy = { folder: dataDir, bytes: database.kind === 'pglite' ? inDatabase : 0 }
  const isOneDisk = statSync(archive.folder).dev === statSync(copy.folder).dev
  await refuseWithoutRoomFor(isOneDisk ? [{ ...archive, bytes: archive.bytes + copy.bytes }] : [archive, copy], askRoom)
}

/** What goes into each folder, at most. */
export async function refuseWithoutRoomFor(
  needs: { folder: string; bytes: number }[],
  askRoom: Parts['askRoom'],
): Promise<void> {
  for (const { folder, bytes } of needs) {
    const room = await askRoom(folder)
    if (!room || bytes <= roomForFiles(room)) continue
    const kept = megabytes(keptFree(room.total))
    throw new Explained(
      `There is no room for a backup on the disk of ${folder}: it may take ${megabytes(bytes)}, ${megabytes(room.free)} are free, and ${kept} must stay free so that orders can be written. Make room, or set BACKUP_DIR to another disk.`,
    )
  }
}

/** What the files of a folder take; nothing where there is none. */
export function folderBytes(folder: string): number {
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0
  if (!sizeOf(folder)) return 0
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.reduce((sum, name) => sum + sizeOf(join(folder, name)), 0)
}

async function databaseBytes(database: DatabaseOptions): Promise<number> {
  if (database.kind === 'pglite') return folderBytes(database.folder)
  const owner = await openAsOwner(database.ownerUrl ?? database.url)
  const asked = owner.rows<{ bytes: string }>('select pg_database_size(current_database())::text as bytes')
  const [found] = await asked.finally(owner.close)
  return Number(found!.bytes)
}

async function storedBytes({ store, websiteIds }: Parts): Promise<number> {
  let sum = 0
  for (const id of websiteIds) for await (const { bytes } of store.list(`${id}/`)) sum += bytes
  return sum
}
