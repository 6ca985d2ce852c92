import { and, count, eq, gt, inArray, sql } from 'drizzle-orm'
import { type SentEvent, toldByBrowsers, worthKeeping } from '#domain/downloads/events.ts'
import { eventsOfFileInDay } from '#domain/downloads/limits.ts'
import { dayMs } from '#domain/time/lengths.ts'
import type { DerivedKeys } from '#server/crypto/derived-keys.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { downloadOf } from '#server/downloads/find.ts'
import { digitalDownloads, downloadEvents } from '#server/downloads/table.ts'
import { productFiles } from '#server/uploads/table.ts'

/**
 * What browsers tell of their downloads, by our clock. An event that was kept already is not kept again; one that cannot
 * be true, is about a file of somebody else, or is more than anybody can do in a day, is not kept at all. Answers how many
 * were.
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
    return [{ ...event, bytes: event.type === 'verified' ? fileBytes : null }]
  })
  if (!kept.length) return 0
  const some = await withinDay(tx, downloadId, kept, now)
  // All of them as one value: hundreds of parameters would take longer to write down than the rows.
  const made = await tx.execute(sql`
    insert into ${downloadEvents} (id, file_id, event_type, reason, bytes, duration_ms, download_id, product_id, created_at)
    select told.*, ${downloadId}::uuid, ${productId}::uuid, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        as told (id uuid, "fileId" uuid, type text, reason text, bytes bigint, "durationMs" int)
    on conflict do nothing returning id`)
  return made.rows.length
}

/** Whoever makes up events comes no further with them than somebody with a very bad line. */
async function withinDay<T extends { fileId: string }>(
  tx: SiteTx,
  rightId: string,
  events: readonly T[],
  now: Date,
): Promise<T[]> {
  // Those who tell at the same moment are counted one after the other.
  await tx
    .select({ id: digitalDownloads.id })
    .from(digitalDownloads)
    .where(eq(digitalDownloads.id, rightId))
    .for('update')
  const { fileId, downloadId, eventType, createdAt } = downloadEvents
  const known = await tx
    .select({ fileId, n: count() })
    .from(downloadEvents)
    .where(and(eq(downloadId, rightId), inArray(eventType, [...toldByBrowsers]), gt(createdAt, new Date(+now - dayMs))))
    .groupBy(fileId)
  const told = new Map(known.map((each) => [each.fileId, each.n]))
  return events.filter((event) => {
    const n = (told.get(event.fileId) ?? 0) + 1
    told.set(event.fileId, n)
    return n <= eventsOfFileInDay
  })
}
