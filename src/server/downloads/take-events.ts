import { and, eq, inArray } from 'drizzle-orm'
import { type SentEvent, worthKeeping } from '#domain/downloads/events.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { downloadOf } from '#server/downloads/find.ts'
import { downloadEvents } from '#server/downloads/table.ts'
import { productFiles } from '#server/uploads/table.ts'

/**
 * What browsers tell of their downloads, by our clock. An event that was kept already is not kept again; one that cannot
 * be true, or is about a file of somebody else, is not kept at all. Answers how many were.
 */
export async function takeEvents(
  tx: SiteTx,
  keys: Pick<DerivedKeys, 'deriveKey'>,
  { token, events }: { token: string; events: readonly SentEvent[] },
  now: Date,
): Promise<number> {
  const { id: downloadId, productId } = await downloadOf(tx, keys, token)
  const fileIds = [...new Set(events.map(({ fileId }) => fileId))]
  if (!fileIds.length) return 0
  const files = await tx
    .select({ id: productFiles.id, bytes: productFiles.bytes })
    .from(productFiles)
    .where(and(eq(productFiles.productId, productId), inArray(productFiles.id, fileIds)))
  const bytesOf = new Map(files.map(({ id, bytes }) => [id, bytes]))
  const kept = events.flatMap((event) => {
    const fileBytes = bytesOf.get(event.fileId)
    if (fileBytes === undefined || !worthKeeping(event, fileBytes)) return []
    const { id, fileId, type: eventType, reason = null, durationMs = null } = event
    const bytes = eventType === 'verified' ? fileBytes : null
    return [{ id, downloadId, productId, fileId, eventType, reason, bytes, durationMs, createdAt: now }]
  })
  if (!kept.length) return 0
  const made = await tx.insert(downloadEvents).values(kept).onConflictDoNothing().returning({ id: downloadEvents.id })
  return made.length
}
