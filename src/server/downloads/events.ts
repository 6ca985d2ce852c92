import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { type BrowserEvent, browserEventTypes, isPlausibleDownloadEvent } from '#domain/downloads/events.ts'
import { maxEventsPerFileAndDay } from '#domain/downloads/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { dayMs } from '#domain/time/local-time.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { tokenCondition } from '#server/downloads/lookup.ts'
import type { TokenKeys } from '#server/downloads/rights.ts'
import { digitalDownloads, downloadEvents } from '#server/downloads/table.ts'
import { productFiles } from '#server/products/files-table.ts'

/**
 * Records events that a browser reports, with the time of the server. Skips repeated events, implausible ones, events of
 * files of other rights, and those beyond the daily limit. Returns the number of recorded events.
 */
export async function recordBrowserEvents(
  tx: SiteTx,
  keys: TokenKeys,
  { token, events }: { token: string; events: readonly BrowserEvent[] },
  now: Date,
): Promise<number> {
  if (!events.length) return 0
  const { id: downloadId, productId } = await lockedRight(tx, keys, token)
  const fileIds = [...new Set(events.map(({ fileId }) => fileId))]
  const known = new Map(
    (await filesWithEventCounts(tx, { downloadId, productId, fileIds }, now)).map((file) => [file.id, file]),
  )
  const some = [...new Map(events.map((event) => [event.id, event])).values()].flatMap((event) => {
    const file = known.get(event.fileId)
    if (!file || !isPlausibleDownloadEvent(event, file.bytes)) return []
    return { ...event, bytes: event.type === 'verified' ? file.bytes : null }
  })
  // Invented events can at most look like a very bad connection. Repeated events do not count towards the limit.
  const room = new Map([...known].map(([id, { reported }]) => [id, maxEventsPerFileAndDay - reported]))
  const isFull = [...room].some(([id, left]) => some.filter(({ fileId }) => fileId === id).length > left)
  const newEvents = (isFull ? await unrecorded(tx, some) : some).filter(({ fileId }) => {
    const left = room.get(fileId)!
    room.set(fileId, left - 1)
    return left > 0
  })
  if (!newEvents.length) return 0
  // One JSON parameter: parsing hundreds of parameters takes longer than inserting the rows.
  const made = await tx.execute(sql`
    insert into ${downloadEvents} (id, file_id, event_type, reason, bytes, duration_ms, download_id, product_id, created_at)
    select told.*, ${downloadId}::uuid, ${productId}::uuid, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(newEvents)}::jsonb)
        as told (id uuid, "fileId" uuid, type text, reason text, bytes bigint, "durationMs" int)
    on conflict do nothing returning id`)
  return made.rows.length
}

async function unrecorded<T extends { id: string }>(tx: SiteTx, events: T[]): Promise<T[]> {
  const { id } = downloadEvents
  const ids = events.map((event) => event.id)
  const recorded = new Set((await tx.select({ id }).from(downloadEvents).where(inArray(id, ids))).map((row) => row.id))
  return events.filter((event) => !recorded.has(event.id))
}

/** Locks the right, so that concurrent reports for it are serialised. */
async function lockedRight(tx: SiteTx, keys: TokenKeys, token: string) {
  const { id, productId } = digitalDownloads
  const [found] = await tx
    .select({ id, productId })
    .from(digitalDownloads)
    .where(tokenCondition(tx, keys, token))
    .for('no key update')
  if (!found) throw new Refusal('download-unknown')
  return found
}

type EventFiles = { downloadId: string; productId: string; fileIds: string[] }

/** The files of the events, with the number of events reported for each in the last day. */
function filesWithEventCounts(tx: SiteTx, { downloadId, productId, fileIds }: EventFiles, now: Date) {
  const { id, bytes } = productFiles
  const isCounted = and(
    eq(downloadEvents.downloadId, downloadId),
    eq(downloadEvents.fileId, id),
    inArray(downloadEvents.eventType, [...browserEventTypes]),
    gt(downloadEvents.createdAt, new Date(+now - dayMs)),
  )
  const reported = sql<number>`(select count(*)::int from ${downloadEvents} where ${isCounted})`
  return tx
    .select({ id, bytes, reported })
    .from(productFiles)
    .where(and(eq(productFiles.productId, productId), inArray(id, fileIds)))
}
