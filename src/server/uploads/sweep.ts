import { and, inArray, isNull, lt } from 'drizzle-orm'
import { sessionLifetimeMs } from '#domain/uploads/limits.ts'
import type { Database } from '#server/db/database.ts'
import { inSite } from '#server/db/in-site.ts'
import type { ObjectStore } from '#server/files/object-store.ts'
import { oldNames } from '#server/files/sweep.ts'
import { clearFolder } from '#server/uploads/chunked.ts'
import { uploadsOf } from '#server/uploads/stored-file.ts'
import { productFiles, uploadSessions } from '#server/uploads/table.ts'

type Parts = { database: Database; store: ObjectStore }

/** Uploads that have shown no sign of life for a day go, and what has arrived of them. */
export async function sweepUploads({ database, store }: Parts, websiteId: string, now: Date): Promise<void> {
  const idle = lt(uploadSessions.lastActivity, new Date(+now - sessionLifetimeMs))
  const abandoned = await inSite(database, { websiteId, role: 'worker' }, async (tx) => {
    const { id, fileId } = uploadSessions
    const open = await tx
      .delete(uploadSessions)
      .where(and(idle, isNull(fileId)))
      .returning({ id })
    await tx.delete(uploadSessions).where(idle)
    return open
  })
  for (const { id } of abandoned) await clearFolder(store, websiteId, id)
}

/** What no upload and no file knows of: left by a crash, by a deleted product, by a chunk that came twice. */
export async function sweepStrayChunks({ database, store }: Parts, websiteId: string, now: Date): Promise<void> {
  const prefix = uploadsOf(websiteId)
  const old = await oldNames(store, prefix, now)
  const folders = [...new Set(old.map((name) => name.split('/')[0]!))]
  if (!folders.length) return
  const { open, files } = await inSite(database, { websiteId, role: 'worker' }, async (tx) => ({
    open: await tx
      .select({ id: uploadSessions.id })
      .from(uploadSessions)
      .where(and(inArray(uploadSessions.id, folders), isNull(uploadSessions.fileId))),
    files: await tx.select().from(productFiles).where(inArray(productFiles.uploadId, folders)),
  }))
  const underway = new Set(open.map(({ id }) => id))
  const named = new Set(files.flatMap(({ uploadId, chunks }) => chunks.map((hash, at) => `${uploadId}/${at}-${hash}`)))
  for (const name of old) if (!underway.has(name.split('/')[0]!) && !named.has(name)) await store.delete(prefix + name)
}
