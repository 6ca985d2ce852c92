import { count, isNull, sum } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import { mostOpenSessions, quotaBytes, standardQuotaGigabytes } from '#domain/uploads/limits.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { productFiles } from '#server/products/files-table.ts'
import { uploadSessions } from '#server/uploads/table.ts'

/** How many bytes a site may keep, and how many uploads may be under way. */
export type Room = { quota?: number; open?: number }

/** Refuses what there is no more room for: so many bytes, and so many uploads beside those under way. */
export async function checkRoom(tx: SiteTx, moreBytes: number, room: Room, moreSessions = 0): Promise<void> {
  const { quota = quotaBytes(standardQuotaGigabytes), open = mostOpenSessions } = room
  const { sessions, bytes } = await usedRoom(tx)
  if (sessions + moreSessions > open) throw new Refusal('too-many')
  if (bytes + moreBytes > quota) throw new Refusal('upload-quota')
}

/** How many uploads are under way, and what they and all files for sale take. */
export async function usedRoom(tx: SiteTx): Promise<{ sessions: number; bytes: number }> {
  const [open] = await tx
    .select({ sessions: count(), bytes: sum(uploadSessions.expectedBytes) })
    .from(uploadSessions)
    .where(isNull(uploadSessions.fileId))
  const [kept] = await tx.select({ bytes: sum(productFiles.bytes) }).from(productFiles)
  return { sessions: open!.sessions, bytes: Number(open!.bytes ?? 0) + Number(kept!.bytes ?? 0) }
}
