import { count, isNull, sum } from 'drizzle-orm'
import { Refusal } from '#domain/refusal.ts'
import { maxOpenSessions, quotaBytes, standardQuotaGigabytes } from '#domain/uploads/limits.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { productFiles } from '#server/products/files-table.ts'
import { uploadSessions } from '#server/uploads/table.ts'

export type UploadQuota = { maxBytes?: number; maxSessions?: number }

/** Throws if so many more bytes or upload sessions would exceed the quota of the site. */
export async function requireUploadQuota(
  tx: SiteTx,
  moreBytes: number,
  quota: UploadQuota,
  moreSessions = 0,
): Promise<void> {
  const { maxBytes = quotaBytes(standardQuotaGigabytes), maxSessions = maxOpenSessions } = quota
  const { sessions, bytes } = await readQuotaUse(tx)
  if (sessions + moreSessions > maxSessions) throw new Refusal('too-many-uploads')
  if (bytes + moreBytes > maxBytes) throw new Refusal('upload-quota')
}

/** The number of open upload sessions, and the bytes of these and of all stored files. */
export async function readQuotaUse(tx: SiteTx): Promise<{ sessions: number; bytes: number }> {
  const [open] = await tx
    .select({ sessions: count(), bytes: sum(uploadSessions.expectedBytes) })
    .from(uploadSessions)
    .where(isNull(uploadSessions.fileId))
  const [kept] = await tx.select({ bytes: sum(productFiles.bytes) }).from(productFiles)
  return { sessions: open!.sessions, bytes: Number(open!.bytes ?? 0) + Number(kept!.bytes ?? 0) }
}
