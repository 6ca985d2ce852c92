import { open, rm } from 'node:fs/promises'
import { eq, getTableColumns, inArray, lt, notInArray, type SQLWrapper, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { LRUCache } from 'lru-cache'
import { fileExtensionOf } from '#domain/files/file-names.ts'
import { urlNameOfFile } from '#domain/images/upload.ts'
import { wholeDurationSeconds } from '#domain/media/length.ts'
import { detectMediaType, maxMediaBytes, mediaFilePath } from '#domain/media/own-file.ts'
import { Refusal } from '#domain/refusal.ts'
import { valuesInUndoableRows } from '#server/activity/undoable-delete.ts'
import type { Database } from '#server/db/database.ts'
import { inSite, type SiteTx, scopeOf } from '#server/db/in-site.ts'
import { advisoryLock } from '#server/db/locks.ts'
import type { FileReceiver } from '#server/files/file-receiver.ts'
import { listNamesOlderThanADay, type ObjectStore } from '#server/files/object-store.ts'
import { eraseGpsLocation } from '#server/media/erase-gps-location.ts'
import { mediaFiles, mediaItems } from '#server/media/table.ts'
import { readTagsInChildProcess } from '#server/uploads/read-tags-job.ts'

const { websiteId: _, createdAt: __, ...columns } = getTableColumns(mediaFiles)

export type MediaFile = { id: string; hash: string; name: string; type: string; bytes: number }

const prefixOf = (websiteId: string): string => `${websiteId}/media/`
export const mediaObjectKey = (websiteId: string, hash: string): string => `${prefixOf(websiteId)}${hash}`

/** Its own address; the name is for people, so it is plain and ends as what it is. */
export const mediaFileAddressOf = ({ hash, name, type }: Pick<MediaFile, 'hash' | 'name' | 'type'>): string =>
  mediaFilePath(hash, `${urlNameOfFile(name, 'file')}.${fileExtensionOf(type)}`)

/** Names lost these letters once. Items and other sites keep the address that a file had then. */
const formerlyLost = /[æœøđðþłħŧŋıẞ]/gi

export const isSourceOf = (file: Pick<MediaFile, 'hash' | 'name' | 'type'>, address: string): boolean =>
  [file.name, file.name.replace(formerlyLost, ' ')].some((name) => mediaFileAddressOf({ ...file, name }) === address)

const mediaLimit = { bytes: maxMediaBytes, reason: 'media-file-too-large' } as const
type MediaUpload = { websiteId: string; body: Parameters<FileReceiver['receive']>[0]; name: string }

type MediaUploadDeps = {
  receiver: FileReceiver
  store: ObjectStore
  /** Seconds; null where they cannot be read. */
  measure?: (file: string, bytes: number) => Promise<number | null>
}

/** Receives a video or a recording and stores it without its GPS location; then `storeRow` writes its row. */
export async function receiveMediaFile<T>(
  { receiver, store, measure }: MediaUploadDeps,
  { websiteId, body, name }: MediaUpload,
  storeRow: (file: Omit<MediaFile, 'id'>, duration: number | null) => Promise<T>,
): Promise<T> {
  const { file, bytes, sha256, head } = await receiver.receive(body, mediaLimit)
  try {
    const type = detectMediaType(head)
    if (!type) throw new Refusal('media-file-kind')
    const hash = (type.endsWith('/mp4') && (await eraseGpsLocation(file))?.sha256) || sha256
    const duration = (await measure?.(file, bytes)) ?? null
    await store.put(mediaObjectKey(websiteId, hash), file)
    return await storeRow({ hash, bytes, type, name: toDisplayName(name) }, duration)
  } finally {
    await rm(file, { force: true })
  }
}

/** Reads the length of a video or a recording. */
export async function measureMediaFile(file: string, bytes: number): Promise<number | null> {
  const handle = await open(file)
  try {
    const load = async (from: number, to: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(to - from), 0, to - from, from)
      return buffer.subarray(0, bytesRead)
    }
    return wholeDurationSeconds((await readTagsInChildProcess({ size: bytes, load })).duration)
  } finally {
    await handle.close()
  }
}

/** No control characters, none that turn the writing around, and not longer than anyone reads. */
const toDisplayName = (name: string) => name.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 200) || 'file'

/** A known hash only renews `createdAt`, so the sweep leaves it for another day. */
export async function storeMediaFile(
  tx: SiteTx,
  store: ObjectStore,
  file: Omit<MediaFile, 'id'>,
  now: Date,
): Promise<MediaFile> {
  await advisoryLock(tx, 'files')
  const [kept] = await tx
    .insert(mediaFiles)
    .values({ ...file, createdAt: now })
    .onConflictDoUpdate({ target: [mediaFiles.websiteId, mediaFiles.hash], set: { createdAt: now } })
    .returning(columns)
  // The sweep may have deleted the file a moment ago.
  if (!(await store.head(mediaObjectKey(scopeOf(tx).websiteId, file.hash)))) throw new Refusal('unavailable')
  return kept!
}

export async function mediaFileByHash(tx: SiteTx, hash: string): Promise<MediaFile | null> {
  const [found] = await tx.select(columns).from(mediaFiles).where(eq(mediaFiles.hash, hash))
  return found ?? null
}

export type FindMediaFile = (websiteId: string, hash: string) => Promise<MediaFile | null>

/** A player asks for a file piece by piece, so those found are remembered for a while. */
export function createMediaFileFinder(database: Database): FindMediaFile {
  const known = new LRUCache<string, MediaFile>({ max: 1_000, ttl: 5 * 60_000 })
  return async (websiteId, hash) => {
    const key = mediaObjectKey(websiteId, hash)
    const found =
      known.get(key) ?? (await inSite(database, { websiteId, role: 'visitor' }, (tx) => mediaFileByHash(tx, hash)))
    if (found) known.set(key, found)
    return found
  }
}

const day = 86_400_000

/** Files that no item has named for a day go for good. */
export async function sweepMediaFiles(
  { database, store }: { database: Database; store: ObjectStore },
  websiteId: string,
  now: Date,
): Promise<void> {
  const old = await listNamesOlderThanADay(store, prefixOf(websiteId), now)
  await inSite(database, { websiteId, role: 'worker' }, async (tx) => {
    await advisoryLock(tx, 'files')
    const { source } = mediaItems
    const hashIn = (address: SQLWrapper) => sql<string>`split_part(${address}, '/', 4)`
    const inItems = tx
      .select({ hash: hashIn(source) })
      .from(mediaItems)
      .where(sql`${source} like '/media/files/%'`)
    const deleted = valuesInUndoableRows(tx, source, now).as('deleted')
    const named = union(
      inItems,
      tx
        .select({ hash: hashIn(deleted.value) })
        .from(deleted)
        .where(sql`${deleted.value} like '/media/files/%'`),
    )
    const unnamed = await tx
      .delete(mediaFiles)
      .where(sql`${lt(mediaFiles.createdAt, new Date(+now - day))} and ${notInArray(mediaFiles.hash, named)}`)
      .returning({ hash: mediaFiles.hash })
    const known = old.length
      ? await tx.select({ hash: mediaFiles.hash }).from(mediaFiles).where(inArray(mediaFiles.hash, old))
      : []
    const kept = new Set(known.map(({ hash }) => hash))
    const unknown = old.filter((hash) => !kept.has(hash))
    // The row goes only if the file does: what cannot be deleted is found again the next time.
    for (const hash of new Set([...unnamed.map((file) => file.hash), ...unknown]))
      await store.delete(mediaObjectKey(websiteId, hash))
  })
}
