import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { type SentEvent, toldByBrowsers, worthKeeping } from '#domain/downloads/events.ts'
import { eventsOfFileInDay } from '#domain/downloads/limits.ts'
import { Refusal } from '#domain/refusal.ts'
import { dayMs } from '#domain/time/lengths.ts'
import type { SiteTx } from '#server/db/in-site.ts'
import { isOfToken, type Keys } from '#server/downloads/find.ts'
import { digitalDownloads, downloadEvents } from '#server/downloads/table.ts'
import { productFiles } from '#server/products/files-table.ts'

/**
 * What browsers tell of their downloads, by our clock. An event that was kept already is not kept again; one that cannot
 * be true, is about a file of somebody else, or is more than anybody can do in a day, is not kept at all. Answers how many
 * were.
 */
export async function takeEvents(
  tx: SiteTx,
  keys: Keys,
  { token, events }: { token: string; events: readonly SentEvent[] },
  now: Date,
): Promise<number> {
  if (!events.length) return 0
  const { id: downloadId, productId } = await lockedRight(tx, keys, token)
  const fileIds = [...new Set(events.map(({ fileId }) => fileId))]
  const known = new Map((await filesTold(tx, { downloadId, productId, fileIds }, now)).map((file) => [file.id, file]))
  const some = [...new Map(events.map((event) => [event.id, event])).values()].flatMap((event) => {
    const file = known.get(event.fileId)
    if (!file || !worthKeeping(event, file.bytes)) return []
    return { ...event, bytes: event.type === 'verified' ? file.bytes : null }
  })
  // Whoever makes up events comes no further with them than somebody with a very bad line, whose repeats cost nothing.
  const room = new Map([...known].map(([id, { told }]) => [id, eventsOfFileInDay - told]))
  const isFull = [...room].some(([id, left]) => some.filter(({ fileId }) => fileId === id).length > left)
  const fresh = (isFull ? await newOnes(tx, some) : some).filter(({ fileId }) => {
    const left = room.get(fileId)!
    room.set(fileId, left - 1)
    return left > 0
  })
  if (!fresh.length) return 0
  // All of them as one value: hundreds of parameters would take longer to write down than the rows.
  const made = await tx.execute(sql`
    insert into ${downloadEvents} (id, file_id, event_type, reason, bytes, duration_ms, download_id, product_id, created_at)
    select told.*, ${downloadId}::uuid, ${productId}::uuid, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb)
        as told (id uuid, "fileId" uuid, type text, reason text, bytes bigint, "durationMs" int)
    on conflict do nothing returning id`)
  return made.rows.length
}

async function newOnes<T extends { id: string }>(tx: SiteTx, events: T[]): Promise<T[]> {
  const { id } = downloadEvents
  const ids = events.map((event) => event.id)
  const kept = new Set((await tx.select({ id }).from(downloadEvents).where(inArray(id, ids))).map((row) => row.id))
  return events.filter((event) => !kept.has(event.id))
}

/** Those who tell of one right at the same moment are counted one after the other. */
async function lockedRight(tx: SiteTx, keys: Keys, token: string) {
  const { id, productId } = digitalDownloads
  const [found] = await tx
    .select({ id, productId })
    .from(digitalDownloads)
    .where(isOfToken(tx, keys, token))
    .for('no key update')
  if (!found) throw new Refusal('download-unknown')
  return found
}

type Asked = { downloadId: string; productId: string; fileIds: string[] }

/** The files that are meant, and how much browsers have told of each in the last day. */
function filesTold(tx: SiteTx, { downloadId, productId, fileIds }: Asked, now: Date) {
  const { id, bytes } = productFiles
  const isCounted = and(
    eq(downloadEvents.downloadId, downloadId),
    eq(downloadEvents.fileId, id),
    inArray(downloadEvents.eventType, [...toldByBrowsers]),
    gt(downloadEvents.createdAt, new Date(+now - dayMs)),
  )
  const told = sql<number>`(select count(*)::int from ${downloadEvents} where ${isCounted})`
  return tx
    .select({ id, bytes, told })
    .from(productFiles)
    .where(and(eq(productFiles.productId, productId), inArray(id, fileIds)))
}
