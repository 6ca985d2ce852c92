import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { datesInRange, lastDays, midnightsOf, todayIn } from '#domain/analytics/days.ts'
import type { FailureReason } from '#domain/downloads/events.ts'
import { dayMs, hourMs, type LocalDate } from '#domain/time/local-time.ts'
import { cartAdditions } from '#server/analytics/table.ts'
import { asRole, type SiteTx } from '#server/db/in-site.ts'
import { digitalDownloads, downloadCounts, downloadEvents } from '#server/downloads/table.ts'
import { previewPlays, trackPreviews } from '#server/previews/table.ts'
import { productFiles } from '#server/products/files-table.ts'
import { products } from '#server/products/table.ts'
import { type DemoListener, demoListeners } from '#sites/musician/demo/visits.ts'
import { seeded } from '#sites/seeded.ts'

type VisitsContext = { zone: string; now: Date }

/** Inserts demo listeners and downloads, so that the charts have data. */
export async function seedDemoVisits(tx: SiteTx, context: VisitsContext): Promise<void> {
  await asRole(tx, 'worker', async () => {
    const rights = await tx
      .select()
      .from(digitalDownloads)
      .where(isNull(digitalDownloads.revokedAt))
      .orderBy(asc(digitalDownloads.createdAt), asc(digitalDownloads.id))
    await fillPlays(tx, rights, context)
    await fillDownloads(tx, rights, context)
  })
}

type DownloadRightRow = typeof digitalDownloads.$inferSelect

async function fillPlays(tx: SiteTx, rights: readonly DownloadRightRow[], { zone, now }: VisitsContext): Promise<void> {
  const heard = await tx
    .selectDistinct({ id: products.id, slug: products.slug })
    .from(products)
    .innerJoin(trackPreviews, eq(trackPreviews.productId, products.id))
    .where(and(eq(products.status, 'published'), eq(products.productType, 'digital')))
    .orderBy(asc(products.slug))
  if (!heard.length) return
  const today = todayIn(zone, now)
  const listeners = demoListeners(new Date(today))
  const days = datesInRange(lastDays(1 + Math.max(...listeners.map(({ daysAgo }) => daysAgo)), today)).toReversed()
  const midnights = midnightsOf({ from: days.at(-1)!, to: today }, zone)
    .toReversed()
    .slice(1)
  const placed = listeners.map((listener) => {
    const [day, midnight] = [days[listener.daysAgo]!, midnights[listener.daysAgo]]
    const at = new Date(Math.min(+now, +midnight! + listener.hour * hourMs))
    return { ...listener, day, at, productId: heard[listener.pick % heard.length]!.id }
  })
  const named = placed.flatMap((each) => (each.session === null ? [] : { ...each, session: each.session }))
  const bought = sessionsWithPurchase(named, rights, zone)
  await tx.insert(previewPlays).values(
    named.map(({ productId, session, day, isComplete, seconds, device, referrer, at }) => ({
      productId,
      sessionId: session,
      datePlayed: day,
      playCount: 1,
      completePlays: Number(isComplete),
      totalDuration: seconds,
      conversionCount: Number(bought.has(session)),
      device,
      referrer,
      firstPlayedAt: at,
      lastPlayedAt: at,
    })),
  )
  const nameless = countByProductAndDay(placed.filter(({ session }) => session === null))
  await tx.insert(previewPlays).values(
    nameless.map(({ productId, day, count, at }) => ({
      productId,
      datePlayed: day,
      playCount: count,
      firstPlayedAt: at,
      lastPlayedAt: at,
    })),
  )
  const known = new Set(heard.map(({ id }) => id))
  const sold = rights
    .filter(({ productId, createdAt }) => known.has(productId) && +now - +createdAt < 60 * dayMs)
    .map(({ productId, createdAt }) => ({ productId, day: todayIn(zone, createdAt), at: createdAt }))
  const added = countByProductAndDay([...placed.filter(({ hasPutIntoCart }) => hasPutIntoCart), ...sold])
  await tx.insert(cartAdditions).values(added.map(({ productId, day, count }) => ({ productId, day, added: count })))
}

type DatedVisit = { productId: string; day: LocalDate; at: Date }

/** The sessions with a purchase: for each download right one listener of the same day, if there is one. */
function sessionsWithPurchase(
  named: readonly (DemoListener & DatedVisit & { session: string })[],
  rights: readonly DownloadRightRow[],
  zone: string,
): Set<string> {
  const sold = new Set<string>()
  for (const { productId, createdAt } of rights) {
    const day = todayIn(zone, createdAt)
    const buyer = named.find((each) => each.productId === productId && each.day === day && !sold.has(each.session))
    if (buyer) sold.add(buyer.session)
  }
  return sold
}

function countByProductAndDay(some: readonly DatedVisit[]) {
  const groups = Map.groupBy(some, ({ productId, day }) => `${productId} ${day}`)
  return [...groups.values()].map((all) => ({ ...all[0]!, count: all.length }))
}

/** Most buyers download all files within an hour, some after a lost connection, and a few never. */
async function fillDownloads(tx: SiteTx, rights: readonly DownloadRightRow[], { now }: VisitsContext): Promise<void> {
  const dice = seeded(642)
  const files = await tx
    .select({ id: productFiles.id, productId: productFiles.productId, bytes: productFiles.bytes })
    .from(productFiles)
    .orderBy(asc(productFiles.position))
  const events: Event[] = []
  const counts: (typeof downloadCounts.$inferInsert)[] = []
  const usedBy = new Map<number, string[]>()
  for (const right of rights) {
    const its = files.filter(({ productId }) => productId === right.productId)
    const wanted = dice() < 0.12 ? 0 : dice() < 0.06 ? right.downloadsAllowed : dice() < 0.2 ? 2 : 1
    const done = downloadsOf(right, its, { wanted, dice, now })
    if (!done.times) continue
    events.push(...done.events)
    for (const { id: fileId } of its)
      counts.push({ downloadId: right.id, fileId, completed: done.times, completedAt: done.at, updatedAt: done.at })
    usedBy.set(done.times, [...(usedBy.get(done.times) ?? []), right.id])
  }
  if (!events.length) return
  await tx.insert(downloadEvents).values(events)
  await tx.insert(downloadCounts).values(counts)
  for (const [downloadsUsed, ids] of usedBy)
    await tx.update(digitalDownloads).set({ downloadsUsed }).where(inArray(digitalDownloads.id, ids))
}

type Event = typeof downloadEvents.$inferInsert
type File = { id: string; bytes: number }
type Buyer = { wanted: number; dice: () => number; now: Date }

const demoFailureReasons: FailureReason[] = ['connection', 'connection', 'connection', 'no-room', 'damaged']

/** The events of one download right up to now. */
function downloadsOf(
  { id, productId, createdAt }: DownloadRightRow,
  files: readonly File[],
  { wanted, dice, now }: Buyer,
) {
  const events: Event[] = []
  let [times, at] = [0, +createdAt + (0.1 + dice()) * hourMs]
  while (times < wanted && files.length && at + hourMs < +now) {
    for (const [n, { id: fileId, bytes }] of files.entries()) {
      const add = (event: Pick<Event, 'eventType' | 'isFirst' | 'reason' | 'bytes' | 'durationMs'>) =>
        events.push({ downloadId: id, productId, fileId, createdAt: new Date(at), ...event })
      const durationMs = Math.round(bytes / (400 + dice() ** 2 * 24_000))
      add({ eventType: 'started' })
      if (dice() < 0.25) {
        at += durationMs / 2
        add({ eventType: 'failed', reason: demoFailureReasons[Math.floor(dice() * demoFailureReasons.length)]! })
        at += 60_000
        add({ eventType: 'resumed' })
      }
      at += durationMs
      add({ eventType: 'completed', isFirst: times + n === 0 })
      if (dice() < 0.85) add({ eventType: 'verified', bytes, durationMs })
    }
    times++
    if (times < wanted) at += dice() * 5 * dayMs
  }
  return { events, times, at: new Date(at) }
}
