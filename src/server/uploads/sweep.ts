import { and, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { sessionLifetimeMs } from '#domain/uploads/limits.ts'
import { lockDeletes, valuesInUndoableRows } from '#server/activity/undoable-delete.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import { listNamesOlderThanADay, type ObjectStore } from '#server/files/object-store.ts'
import { productFiles } from '#server/products/files-table.ts'
import { deleteUploadFolder, uploadsKeyPrefix } from '#server/uploads/stored-file.ts'
import { uploadSessions } from '#server/uploads/table.ts'

type Deps = { database: Database; store: ObjectStore }

const isIdle = (now: Date) => lt(uploadSessions.lastActivity, new Date(+now - sessionLifetimeMs))

/** For `sitesWith`: websites with upload sessions that `sweepUploads` deletes. */
export const abandonedUploadsSql = (now: Date): SQL =>
  sql`select '' from ${uploadSessions} where ${isIdle(now)} limit 1`

/** Deletes upload sessions that were idle for a day, and their chunks. */
export async function sweepUploads({ database, store }: Deps, websiteId: string, now: Date): Promise<void> {
  const idle = isIdle(now)
  const abandoned = await inSite(database, { websiteId, role: 'worker' }, async (tx) => {
    const { id, fileId } = uploadSessions
    const open = await tx
      .delete(uploadSessions)
      .where(and(idle, isNull(fileId)))
      .returning({ id })
    await tx.delete(uploadSessions).where(idle)
    return open
  })
  for (const { id } of abandoned) await deleteUploadFolder(store, websiteId, id)
}

/**
 * Deletes chunks that no session and no file refers to: left by a crash, by a deleted product, by a repeated chunk, or by
 * a file that was deleted a day ago. What an undo may still restore stays.
 */
export async function sweepStrayChunks({ database, store }: Deps, websiteId: string, now: Date): Promise<void> {
  const prefix = uploadsKeyPrefix(websiteId)
  const old = await listNamesOlderThanADay(store, prefix, now)
  const folders = [...new Set(old.map((name) => name.split('/')[0]!))]
  if (!folders.length) return
  const isRecent = gte(uploadSessions.lastActivity, new Date(+now - sessionLifetimeMs))
  const { kept, known, files } = await inSite(database, { websiteId, role: 'worker' }, async (tx) => {
    // Otherwise a delete or an undo between two of the queries would hide a file from all of them.
    await lockDeletes(tx)
    const keptUploads = [
      ...(await valuesInUndoableRows(tx, productFiles.uploadId, now)),
      ...(await valuesInUndoableRows(tx, uploadSessions.id, now)),
    ]
    return {
      kept: keptUploads.map(({ value }) => value),
      known: await tx
        .select({ id: uploadSessions.id, fileId: uploadSessions.fileId })
        .from(uploadSessions)
        .where(and(inArray(uploadSessions.id, folders), or(isNull(uploadSessions.fileId), isRecent))),
      files: await tx.select().from(productFiles).where(inArray(productFiles.uploadId, folders)),
    }
  })
  const there = new Set(files.map(({ id }) => id))
  const waiting = new Set([...kept, ...known.flatMap(({ id, fileId }) => (fileId && there.has(fileId) ? [] : [id]))])
  const named = new Set(files.flatMap(({ uploadId, chunks }) => chunks.map((hash, at) => `${uploadId}/${at}-${hash}`)))
  for (const name of old) if (!waiting.has(name.split('/')[0]!) && !named.has(name)) await store.delete(prefix + name)
}
